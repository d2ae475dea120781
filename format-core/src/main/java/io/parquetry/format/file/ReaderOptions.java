package io.parquetry.format.file;

import io.parquetry.format.UsageException;
import java.util.List;
import java.util.Objects;

/**
 * How a file is read.
 */
public final class ReaderOptions {
    private static final long HEAP_BYTES = Runtime.getRuntime().maxMemory();

    /** Pages, dictionaries and the objects made of them leave a fifth of the heap to others. */
    private static final long MEMORY_BYTES_USUAL = HEAP_BYTES / 5 * 2;

    private static final long MEMORY_BYTES_LEAST = 1 << 10;
    private static final int RECORD_ENTRIES_LEAST = 1 << 10;
    private static final int RECORD_ENTRIES_MOST = 1 << 30;

    /**
     * A record of lists of structs takes about 200 bytes for each entry, so this many of them take under half a heap.
     */
    private static final int RECORD_ENTRIES_USUAL =
            (int) Math.min(RECORD_ENTRIES_MOST, Math.max(RECORD_ENTRIES_LEAST, HEAP_BYTES / 512));

    /**
     * Checksums are not verified, a cursor takes up to two fifths of the largest heap (-Xmx), and a record has an entry
     * for each 512 bytes of that heap.
     */
    public static final ReaderOptions DEFAULT = builder().build();

    /** What is done with the CRC of pages. */
    public enum Checksums {
        IGNORE,
        VERIFY
    }

    /** What is held beside one page and one dictionary of each column, so that reading is fast. */
    public enum ReadAhead {
        /** Bytes behind the page, pages that helper threads decompress, and many decoded values and records. */
        USUAL,
        /** As little as possible. Reading takes longer: more accesses to the file, and fewer values at once. */
        LEAST
    }

    private final Checksums checksums;
    private final ReadAhead readAhead;
    private final long memoryBytesMax;
    private final int recordEntriesMax;

    private ReaderOptions(Builder from) {
        checksums = Objects.requireNonNull(from.checksums, "checksums");
        readAhead = Objects.requireNonNull(from.readAhead, "readAhead");
        memoryBytesMax = from.memoryBytesMax;
        recordEntriesMax = from.recordEntriesMax;
        requireWithin("memory bytes", memoryBytesMax, MEMORY_BYTES_LEAST, Long.MAX_VALUE);
        requireWithin("record entries", recordEntriesMax, RECORD_ENTRIES_LEAST, RECORD_ENTRIES_MOST);
    }

    /** Whether the CRC of a page is checked where the page has one. */
    public Checksums checksums() {
        return checksums;
    }

    /** What is held beside one page and one dictionary of each column. */
    public ReadAhead readAhead() {
        return readAhead;
    }

    /**
     * Bytes that one cursor may hold for one page and one dictionary of each of its columns, decompressed; a file that
     * needs more is refused with the number of bytes that it needs. The objects made of them for one record may take as
     * much again.
     */
    public long memoryBytesMax() {
        return memoryBytesMax;
    }

    /**
     * The most entries of one record in all its repeated columns (the elements of its lists); a file with longer lists
     * is refused.
     */
    public int recordEntriesMax() {
        return recordEntriesMax;
    }

    private List<Object> values() {
        return List.of(checksums, readAhead, memoryBytesMax, recordEntriesMax);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReaderOptions that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    @Override
    public String toString() {
        return "ReaderOptions" + values();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** A builder that starts from these options. */
    public Builder toBuilder() {
        return new Builder()
                .checksums(checksums)
                .readAhead(readAhead)
                .memoryBytesMax(memoryBytesMax)
                .recordEntriesMax(recordEntriesMax);
    }

    private static void requireWithin(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new UsageException(what + " is " + value + "; it must be " + least + " to " + most);
        }
    }

    /** Collects options; {@link #build} checks them. */
    public static final class Builder {
        private Checksums checksums = Checksums.IGNORE;
        private ReadAhead readAhead = ReadAhead.USUAL;
        private long memoryBytesMax = MEMORY_BYTES_USUAL;
        private int recordEntriesMax = RECORD_ENTRIES_USUAL;

        private Builder() {}

        public Builder checksums(Checksums value) {
            checksums = value;
            return this;
        }

        public Builder readAhead(ReadAhead value) {
            readAhead = value;
            return this;
        }

        public Builder memoryBytesMax(long value) {
            memoryBytesMax = value;
            return this;
        }

        public Builder recordEntriesMax(int value) {
            recordEntriesMax = value;
            return this;
        }

        public ReaderOptions build() {
            return new ReaderOptions(this);
        }
    }
}
