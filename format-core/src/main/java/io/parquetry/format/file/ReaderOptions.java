package io.parquetry.format.file;

import java.util.Objects;

/**
 * How a file is read.
 *
 * @param checksums whether the CRC of a page is checked where the page has one
 */
public record ReaderOptions(Checksums checksums) {
    /** Checksums are not verified. */
    public static final ReaderOptions DEFAULT = new ReaderOptions(Checksums.IGNORE);

    /** What is done with the CRC of pages. */
    public enum Checksums {
        IGNORE,
        VERIFY
    }

    public ReaderOptions {
        Objects.requireNonNull(checksums, "checksums");
    }
}
