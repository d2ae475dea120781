package io.parquetry.connect.sink.write;

/**
 * When a file has the length at which it ends. To measure costs a look at each column, so it is done again only when an
 * eighth of the records that are missing has come, or a quarter of the bytes.
 */
final class LengthWatch {
    /** A file is not measured before it has so many records: the first ones say little of the others. */
    private static final long RECORDS_BEFORE_LENGTH = 16;

    private long atRecords = RECORDS_BEFORE_LENGTH;
    private long atHeldBytes;

    /** What is looked at. */
    interface Measured {
        long records();

        /** Bytes in the output and in memory; costs nothing to ask. */
        long heldBytes();

        /** Length of the file if it ended now. */
        long fileBytes();
    }

    boolean hasBytes(long target, Measured file) {
        long records = file.records();
        long heldBytes = file.heldBytes();
        if (records < atRecords && heldBytes < atHeldBytes) {
            return false;
        }
        long bytes = file.fileBytes();
        long missing = target - bytes;
        atRecords = records + Math.max(1, missing / Math.max(1, bytes / Math.max(1, records)) / 8);
        atHeldBytes = heldBytes + Math.max(0, missing / 4);
        return missing <= 0;
    }

    /** The file was written anew, so that its length is another. */
    void reset() {
        atRecords = 0;
    }
}
