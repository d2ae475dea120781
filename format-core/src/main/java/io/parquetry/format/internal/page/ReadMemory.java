package io.parquetry.format.internal.page;

import io.parquetry.format.UnsupportedFeatureException;

/**
 * What the columns of one cursor hold together: windows on the file, decompressed pages, dictionaries, and the entries of
 * the record that is being put together. Each of them tells here before it grows, so that no number of columns and no
 * page that really is as large as it claims to be takes more than the reader was given. For one thread at a time.
 */
public final class ReadMemory {
    /** What is done ahead of its time may take this part of the limit, on top of it: nothing fails for its sake. */
    private static final int AHEAD_SHARE = 8;

    private final long bytesMax;
    private final long entriesMax;
    private final long aheadBytesMax;
    private long bytes;
    private long aheadBytes;
    private long recordEntries;
    private long recordBytes;

    /**
     * A limit for one cursor.
     *
     * @param bytesMax bytes of all columns together; the binary values of one record may take as many once more
     * @param entriesMax entries of one record in all repeated columns together
     */
    public ReadMemory(long bytesMax, long entriesMax) {
        this.bytesMax = bytesMax;
        this.entriesMax = entriesMax;
        this.aheadBytesMax = bytesMax / AHEAD_SHARE;
    }

    /**
     * Takes bytes, in place of others that are let go.
     *
     * @param what they are for, in the words of a message
     */
    public void replace(long before, long now, String what) {
        if (now > before && bytes - before + now > bytesMax) {
            throw new UnsupportedFeatureException("unsupported: " + what + " needs " + now
                    + " bytes of memory, and the columns that are read with it hold " + (bytes - before)
                    + "; this reader takes up to " + bytesMax
                    + " together, by default two fifths of the heap, so give the JVM a larger heap (-Xmx) or raise"
                    + " ReaderOptions.memoryBytesMax");
        }
        bytes += now - before;
    }

    /** Takes bytes for what is done ahead of its time, in place of others that are let go, or says that it may not. */
    boolean replaceAhead(long before, long now) {
        boolean fits = now <= before || aheadBytes - before + now <= aheadBytesMax;
        aheadBytes += (fits ? now : 0) - before;
        return fits;
    }

    /** Checks that there is room for a large object that is about to be made of what a column holds. */
    public void requireObject(long objectBytes) {
        if (objectBytes > bytesMax - bytes && objectBytes - bytesMax > bytesMax - bytes) {
            throw new UnsupportedFeatureException("unsupported: a value needs " + objectBytes
                    + " bytes of memory, and the columns that are read with it hold " + bytes
                    + "; this reader takes up to " + bytesMax
                    + " for each of the two, by default two fifths of the heap,"
                    + " so give the JVM a larger heap (-Xmx) or raise ReaderOptions.memoryBytesMax");
        }
    }

    /** Counts what a column has of the record that is being put together, in place of what it had of it before. */
    public void replaceInRecord(long entriesBefore, long entries, long bytesBefore, long bytesNow) {
        recordEntries += entries - entriesBefore;
        recordBytes += bytesNow - bytesBefore;
        if (recordEntries > entriesMax || recordBytes > bytesMax) {
            throw new UnsupportedFeatureException("unsupported: one record has " + recordEntries + " entries with "
                    + recordBytes + " bytes in its repeated columns, which is more than this reader takes into memory;"
                    + " its limits are " + entriesMax + " entries and " + bytesMax
                    + " bytes (ReaderOptions.recordEntriesMax and memoryBytesMax)");
        }
    }
}
