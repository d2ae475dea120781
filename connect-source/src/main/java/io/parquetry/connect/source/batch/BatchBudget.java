package io.parquetry.connect.source.batch;

/** How much of a batch is used. The first record always fits, however large it is. */
public final class BatchBudget {
    private final int recordsMax;
    private final long bytesMax;
    private int records;
    private long bytes;

    public BatchBudget(int recordsMax, long bytesMax) {
        this.recordsMax = recordsMax;
        this.bytesMax = bytesMax;
    }

    public void spend(long recordBytes) {
        records++;
        bytes += recordBytes;
    }

    /** Bytes of the records so far. */
    public long bytes() {
        return bytes;
    }

    public boolean isSpent() {
        return records >= recordsMax || bytes >= bytesMax;
    }
}
