package io.parquetry.connect.sink.rotation;

/**
 * Checks whether an open file has a length. To compute the length costs a visit of each column, so it is computed again
 * only when an eighth of the missing records has come, or a quarter of the missing bytes.
 */
public final class LengthCheck {
    /** The first records say little about the length of the others. */
    private static final long RECORDS_BEFORE_FIRST = 16;

    private long nextAtRecords = RECORDS_BEFORE_FIRST;
    private long nextAtHeldBytes;

    /** An open file. */
    public interface MeasuredFile {
        long records();

        /** Bytes in the output and in memory, in O(1). */
        long heldBytes();

        /** Length of the file if it were closed now. */
        long fileBytes();
    }

    /** Computes the length if that is due; returns whether it has reached the target. */
    public boolean check(long targetBytes, MeasuredFile file) {
        long records = file.records();
        long heldBytes = file.heldBytes();
        if (records < nextAtRecords && heldBytes < nextAtHeldBytes) {
            return false;
        }
        long bytes = file.fileBytes();
        long missing = targetBytes - bytes;
        nextAtRecords = records + Math.max(1, missing / Math.max(1, bytes / Math.max(1, records)) / 8);
        nextAtHeldBytes = heldBytes + Math.max(0, missing / 4);
        return missing <= 0;
    }

    /** The file was written again, so its length is another. */
    public void reset() {
        nextAtRecords = 0;
    }
}
