package io.parquetry.cli.layout;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One page of a chunk, as far as offset index, column index or page header say.
 *
 * @param bytes in the file, header included
 * @param encodingId absent where no header was read
 * @param firstRow number of the first row in the row group; absent for dictionaries
 * @param min raw bytes of the lower bound
 */
record PageOutline(
        long offset,
        long bytes,
        Kind kind,
        OptionalLong encodingId,
        OptionalLong entries,
        OptionalLong firstRow,
        OptionalLong rows,
        OptionalLong nulls,
        Optional<byte[]> min,
        Optional<byte[]> max) {
    PageOutline {
        Objects.requireNonNull(kind, "kind");
    }

    /** What a page holds. */
    enum Kind {
        DICTIONARY,
        DATA,
        OTHER
    }

    /** The same page with what its header says and the indexes did not. */
    PageOutline with(HeaderOfPage header) {
        return new PageOutline(
                offset,
                bytes,
                kind,
                encodingId.isPresent() ? encodingId : header.number("encoding"),
                entries.isPresent() ? entries : header.entries(),
                firstRow,
                rows,
                nulls.isPresent() ? nulls : header.nulls(),
                min,
                max);
    }

    long end() {
        return offset + bytes;
    }
}
