package io.parquetry.connect.sink.rotation;

/**
 * Checks whether an open file has a length. To compute the length costs a visit of each column, and compresses what no
 * page has yet. A file is hardly longer than what it holds, so nothing is computed before that is half of the length;
 * then again only when an eighth of the missing records has come, or a quarter of the missing bytes.
 */
public final class LengthCheck {
    private long nextAtRecords;
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
        if (heldBytes < targetBytes / 2 || records < nextAtRecords && heldBytes < nextAtHeldBytes) {
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
