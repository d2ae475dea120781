package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.column.read.ChunkRange;
import io.parquetry.format.internal.column.read.IgnoredIndexes;
import io.parquetry.format.internal.column.read.OffsetIndexCheck;
import io.parquetry.format.internal.thrift.ColumnIndexThrift;
import io.parquetry.format.internal.thrift.OffsetIndexThrift;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.OffsetIndex.PageLocation;
import io.parquetry.format.metadata.PageEncodingStats;
import io.parquetry.format.metadata.PageType;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads the offset index and the column index of a chunk. An index that is corrupt, contradicts the chunk or takes too
 * much memory is ignored: it only saves reading, and the pages hold the same information.
 *
 * @param provesRows whether the rows that an offset index says are compared with the headers of all pages: those of
 *     pages that are passed over decide which rows are read
 * @param ignored is told of an index that is not used
 */
public record PageIndexes(boolean provesRows, IgnoredIndexes ignored) {
    /** An offset index of two pages: each has three numbers with a field header and the end of its struct. */
    private static final int TWO_LOCATIONS_BYTES_MIN = 2 + 2 * 7 + 1;

    private interface Parser<T> {
        T parse(byte[] bytes, int offset, int length);
    }

    /** Says what an index contradicts, if anything. */
    private interface Check<T> {
        Optional<String> contradiction(T index) throws IOException;
    }

    /**
     * Reads the offset index of a chunk.
     *
     * @param rows rows of the row group
     * @param place of the chunk
     */
    public Optional<OffsetIndex> offsetIndex(
            InputFile file, ColumnChunkMetadata chunk, LeafColumn leaf, long rows, Place place) throws IOException {
        return read(
                file,
                chunk.indexes().offsetIndex(),
                OffsetIndexThrift::read,
                index -> {
                    Optional<String> contradiction = contradiction(index.pages(), chunk, rows);
                    return contradiction.isPresent() || !provesRows
                            ? contradiction
                            : OffsetIndexCheck.contradiction(file, chunk, leaf, index, rows, place);
                },
                reason -> ignored.add(place, "the offset index is not used: " + reason));
    }

    /**
     * Reads the column index of a chunk.
     *
     * @param pages number of pages of the chunk
     */
    Optional<ColumnIndex> columnIndex(InputFile file, ColumnChunkMetadata chunk, int pages, Place place)
            throws IOException {
        return read(
                file,
                chunk.indexes().columnIndex(),
                ColumnIndexThrift::read,
                index -> index.nullPages().size() == pages
                        ? Optional.empty()
                        : Optional.of("it has " + index.nullPages().size() + " pages, the offset index " + pages),
                reason -> ignored.add(place, "the column index is not used: " + reason));
    }

    private static <T> Optional<T> read(
            InputFile file,
            Optional<ColumnChunkMetadata.Range> range,
            Parser<T> parser,
            Check<T> check,
            Consumer<String> ignored)
            throws IOException {
        if (range.isEmpty()) {
            return Optional.empty();
        }
        try {
            byte[] bytes = IndexBytes.readToSave(file, range.get());
            T index = parser.parse(bytes, 0, bytes.length);
            Optional<String> contradiction = check.contradiction(index);
            contradiction.ifPresent(ignored);
            return contradiction.isEmpty() ? Optional.of(index) : Optional.empty();
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            ignored.accept(e.reason());
            return Optional.empty();
        }
    }

    private static Optional<String> contradiction(List<PageLocation> pages, ColumnChunkMetadata metadata, long rows) {
        if (pages.isEmpty()) {
            return Optional.of("it has no pages");
        }
        ChunkRange chunk = ChunkRange.of(metadata);
        PageLocation before = null;
        for (int page = 0; page < pages.size(); page++) {
            PageLocation here = pages.get(page);
            boolean inChunk = here.offset() >= chunk.from() && here.offset() <= chunk.to() - here.compressedBytes();
            if (!inChunk || here.compressedBytes() <= 0) {
                return Optional.of("page " + page + " is not within the column chunk");
            }
            if (before == null && here.firstRow() != 0) {
                return Optional.of("the first page begins at row " + here.firstRow());
            }
            if (before != null && here.offset() != before.offset() + before.compressedBytes()) {
                return Optional.of("page " + page + " does not begin where the page before it ends");
            }
            if (before != null && here.firstRow() <= before.firstRow()) {
                return Optional.of("page " + page + " begins at row " + here.firstRow() + ", page " + (page - 1)
                        + " at row " + before.firstRow());
            }
            before = here;
        }
        if (before.firstRow() >= rows) {
            return Optional.of("the last page begins at row " + before.firstRow() + " of " + rows);
        }
        long counted = dataPages(metadata);
        return counted > 0 && counted != pages.size()
                ? Optional.of("it has " + pages.size() + " pages, encoding_stats " + counted)
                : Optional.empty();
    }

    /** Whether a chunk has one data page, as far as the footer tells: by its counts, or the length of the index. */
    static boolean hasOnePage(ColumnChunkMetadata chunk) {
        return dataPages(chunk) == 1
                || chunk.indexes()
                        .offsetIndex()
                        .filter(range -> range.length() < TWO_LOCATIONS_BYTES_MIN)
                        .isPresent();
    }

    /** Data pages that the footer counts; 0 if it does not say. */
    private static long dataPages(ColumnChunkMetadata chunk) {
        try {
            return chunk.pageEncodings().stream()
                    .filter(each -> each.pageTypeId() == PageType.DATA_PAGE.id()
                            || each.pageTypeId() == PageType.DATA_PAGE_V2.id())
                    .mapToLong(PageEncodingStats::pages)
                    .sum();
        } catch (CorruptFileException e) {
            return 0;
        }
    }
}
