package io.parquetry.format.file;

import io.parquetry.format.UsageException;
import java.util.Objects;

/**
 * How a file is read.
 *
 * @param checksums whether the CRC of a page is checked where the page has one
 * @param pageBytesMax the largest page, decompressed, that is taken into memory; a file with larger ones is refused.
 *     One page of each column is in memory at a time. It also bounds the binary values of one list
 * @param recordEntriesMax the most entries of one record in a column, which are the elements of its list; a file with
 *     longer lists is refused
 */
public record ReaderOptions(Checksums checksums, int pageBytesMax, int recordEntriesMax) {
    /** Checksums are not verified; pages have up to 256 MiB, where writers aim at 1 MiB, and lists 4,194,304 elements. */
    public static final ReaderOptions DEFAULT = new ReaderOptions(Checksums.IGNORE);

    private static final int PAGE_BYTES_LEAST = 1 << 10;
    private static final int PAGE_BYTES_MOST = 1 << 30;
    private static final int RECORD_ENTRIES_LEAST = 1 << 10;
    private static final int RECORD_ENTRIES_MOST = 1 << 30;

    /** What is done with the CRC of pages. */
    public enum Checksums {
        IGNORE,
        VERIFY
    }

    public ReaderOptions {
        Objects.requireNonNull(checksums, "checksums");
        requireWithin("page bytes", pageBytesMax, PAGE_BYTES_LEAST, PAGE_BYTES_MOST);
        requireWithin("record entries", recordEntriesMax, RECORD_ENTRIES_LEAST, RECORD_ENTRIES_MOST);
    }

    public ReaderOptions(Checksums checksums) {
        this(checksums, 1 << 28, 1 << 22);
    }

    private static void requireWithin(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new UsageException(what + " is " + value + "; it must be " + least + " to " + most);
        }
    }
}
