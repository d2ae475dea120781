package io.parquetry.connect.source.send;

/** The limits of a batch. The first record always fits, however large it is. */
public final class BatchBudget {
    private final int recordsMax;
    private final long bytesMax;
    private int records;
    private long bytes;

    public BatchBudget(int recordsMax, long bytesMax) {
        this.recordsMax = recordsMax;
        this.bytesMax = bytesMax;
    }

    /** Counts a record. */
    public void spend(long recordBytes) {
        records++;
        bytes += recordBytes;
    }

    /** Whether the batch is full. */
    public boolean isSpent() {
        return records >= recordsMax || bytes >= bytesMax;
    }
}
