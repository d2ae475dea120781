package io.parquetry.format.file;

import io.parquetry.format.UsageException;
import java.util.Objects;

/**
 * How a file is read.
 *
 * @param checksums whether the CRC of a page is checked where the page has one
 * @param pageBytesMax the largest page, decompressed, that is taken into memory; a file with larger ones is refused.
 *     One page of each column is in memory at a time
 */
public record ReaderOptions(Checksums checksums, int pageBytesMax) {
    /** Checksums are not verified; pages have up to 256 MiB, where writers aim at 1 MiB. */
    public static final ReaderOptions DEFAULT = new ReaderOptions(Checksums.IGNORE);

    private static final int PAGE_BYTES_LEAST = 1 << 10;
    private static final int PAGE_BYTES_MOST = 1 << 30;

    /** What is done with the CRC of pages. */
    public enum Checksums {
        IGNORE,
        VERIFY
    }

    public ReaderOptions {
        Objects.requireNonNull(checksums, "checksums");
        if (pageBytesMax < PAGE_BYTES_LEAST || pageBytesMax > PAGE_BYTES_MOST) {
            throw new UsageException(
                    "page bytes is " + pageBytesMax + "; it must be " + PAGE_BYTES_LEAST + " to " + PAGE_BYTES_MOST);
        }
    }

    public ReaderOptions(Checksums checksums) {
        this(checksums, 1 << 28);
    }
}
