package io.parquetry.format.internal.page;

import io.parquetry.format.MemoryLimitException;

/**
 * The memory limit of one cursor: counts the read windows, decompressed pages and dictionaries of all columns, and the
 * entries of the record that is being assembled. Each of them is counted before it grows, so that neither many columns
 * nor a page that really is as large as it claims exceed the limit. For one thread at a time.
 */
public final class ReadMemory {
    /** Prefetched pages may take this part of the limit in addition, so that prefetching makes no read fail. */
    private static final int PREFETCH_SHARE = 8;

    private final long bytesMax;
    private final long entriesMax;
    private final long prefetchedBytesMax;
    private long bytes;
    private long prefetchedBytes;
    private long recordEntries;
    private long recordBytes;

    /**
     * A limit for one cursor.
     *
     * @param bytesMax bytes of all columns together; the binary values of one record may take as many once more
     * @param entriesMax entries of one record in all repeated columns together
     */
    public ReadMemory(long bytesMax, long entriesMax) {
        this(bytesMax, entriesMax, bytesMax / PREFETCH_SHARE);
    }

    private ReadMemory(long bytesMax, long entriesMax, long prefetchedBytesMax) {
        this.bytesMax = bytesMax;
        this.entriesMax = entriesMax;
        this.prefetchedBytesMax = prefetchedBytesMax;
    }

    /** The same limit for a cursor that prefetches no pages. */
    public static ReadMemory withoutPrefetch(long bytesMax, long entriesMax) {
        return new ReadMemory(bytesMax, entriesMax, 0);
    }

    /** Whether pages may be prefetched at all. */
    boolean mayPrefetch() {
        return prefetchedBytesMax > 0;
    }

    /** Bytes that the columns hold now, with those of prefetched pages. */
    public long heldBytes() {
        return bytes + prefetchedBytes;
    }

    /**
     * Replaces a reservation by another.
     *
     * @param what is stored in them, for the message
     */
    public void replace(long before, long now, String what) {
        if (now > before && bytes - before + now > bytesMax) {
            throw new MemoryLimitException(what + " needs " + now
                    + " bytes of memory, and the columns that are read with it hold " + (bytes - before)
                    + "; this reader takes up to " + bytesMax
                    + " together, by default two fifths of the heap, so give the JVM a larger heap (-Xmx) or raise"
                    + " ReaderOptions.memoryBytesMax");
        }
        bytes += now - before;
    }

    /** Replaces a reservation for a prefetched page; releases it and returns false if the new one does not fit. */
    boolean replacePrefetched(long before, long now) {
        boolean fits = now <= before || prefetchedBytes - before + now <= prefetchedBytesMax;
        prefetchedBytes += (fits ? now : 0) - before;
        return fits;
    }

    /** Checks that a large object fits, before it is made from bytes that a column holds. */
    public void requireObject(long objectBytes) {
        if (objectBytes > bytesMax - bytes && objectBytes - bytesMax > bytesMax - bytes) {
            throw new MemoryLimitException("a value needs " + objectBytes
                    + " bytes of memory, and the columns that are read with it hold " + bytes
                    + "; this reader takes up to " + bytesMax
                    + " for each of the two, by default two fifths of the heap,"
                    + " so give the JVM a larger heap (-Xmx) or raise ReaderOptions.memoryBytesMax");
        }
    }

    /** Replaces what a column holds of the record that is being assembled. */
    public void replaceInRecord(long entriesBefore, long entries, long bytesBefore, long bytesNow) {
        recordEntries += entries - entriesBefore;
        recordBytes += bytesNow - bytesBefore;
        if (recordEntries > entriesMax || recordBytes > bytesMax) {
            throw new MemoryLimitException("one record has " + recordEntries + " entries with "
                    + recordBytes + " bytes in its repeated columns, which is more than this reader takes into memory;"
                    + " its limits are " + entriesMax + " entries and " + bytesMax
                    + " bytes. Give the JVM a larger heap (-Xmx), on which both depend, or raise"
                    + " ReaderOptions.recordEntriesMax and memoryBytesMax");
        }
    }
}
