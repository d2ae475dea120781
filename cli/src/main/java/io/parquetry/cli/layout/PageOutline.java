package io.parquetry.cli.layout;

import io.parquetry.cli.describe.ColumnText;
import io.parquetry.format.metadata.Statistics;
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

    /** The only data page of a chunk, with what the footer says of the chunk and no index of the page. */
    PageOutline ofWholeChunk(long rows, Optional<Statistics> chunk) {
        return new PageOutline(
                offset,
                bytes,
                kind,
                encodingId,
                entries,
                firstRow,
                OptionalLong.of(rows),
                nulls.isPresent() ? nulls : ColumnText.nulls(chunk),
                min.or(() -> chunk.flatMap(Statistics::min).map(Statistics.Bound::value)),
                max.or(() -> chunk.flatMap(Statistics::max).map(Statistics.Bound::value)));
    }

    long end() {
        return offset + bytes;
    }
}
