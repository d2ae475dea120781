package io.parquetry.format.file;

import io.parquetry.format.UsageException;
import java.util.Objects;

/**
 * How a file is read.
 *
 * @param checksums whether the CRC of a page is checked where the page has one
 * @param memoryBytesMax what one cursor takes into memory for one page and one dictionary of each of its columns,
 *     decompressed; a file that needs more is refused with the number of bytes that it needs. The objects that are
 *     made of them for one record may take as much again
 * @param recordEntriesMax the most entries of one record in all its repeated columns, which are the elements of its
 *     lists; a file with longer lists is refused
 */
public record ReaderOptions(Checksums checksums, long memoryBytesMax, int recordEntriesMax) {
    private static final long HEAP_BYTES = Runtime.getRuntime().maxMemory();

    /** Pages and dictionaries, and the objects that are made of them, leave a fifth of the heap to others. */
    private static final long MEMORY_BYTES_USUAL = HEAP_BYTES / 5 * 2;

    private static final long MEMORY_BYTES_LEAST = 1 << 10;
    private static final int RECORD_ENTRIES_LEAST = 1 << 10;
    private static final int RECORD_ENTRIES_MOST = 1 << 30;

    /** A record of lists of structs takes about 200 bytes for each entry, so this many of them take under half a heap. */
    private static final int RECORD_ENTRIES_USUAL =
            (int) Math.min(1 << 22, Math.max(RECORD_ENTRIES_LEAST, HEAP_BYTES / 512));

    /**
     * Checksums are not verified, a cursor takes up to two fifths of the largest heap (-Xmx), and a record has an entry
     * for each 512 bytes of that heap, at most 4,194,304.
     */
    public static final ReaderOptions DEFAULT = new ReaderOptions(Checksums.IGNORE);

    /** What is done with the CRC of pages. */
    public enum Checksums {
        IGNORE,
        VERIFY
    }

    public ReaderOptions {
        Objects.requireNonNull(checksums, "checksums");
        requireWithin("memory bytes", memoryBytesMax, MEMORY_BYTES_LEAST, Long.MAX_VALUE);
        requireWithin("record entries", recordEntriesMax, RECORD_ENTRIES_LEAST, RECORD_ENTRIES_MOST);
    }

    public ReaderOptions(Checksums checksums) {
        this(checksums, MEMORY_BYTES_USUAL, RECORD_ENTRIES_USUAL);
    }

    private static void requireWithin(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new UsageException(what + " is " + value + "; it must be " + least + " to " + most);
        }
    }
}
