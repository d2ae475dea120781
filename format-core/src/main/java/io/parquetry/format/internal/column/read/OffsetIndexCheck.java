package io.parquetry.format.internal.column.read;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.page.PageLimits;
import io.parquetry.format.internal.page.PageReader;
import io.parquetry.format.internal.page.ReadMemory;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.OffsetIndex.PageLocation;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Compares an offset index with the headers of all its pages. A page that is read is compared anyway; but a page that
 * is passed over decides which rows those behind it have.
 */
public final class OffsetIndexCheck {
    /** Headers of small pages are read together. */
    private static final int READ_AHEAD_BYTES = 4_096;

    private OffsetIndexCheck() {}

    /**
     * What an offset index says otherwise than the headers of its pages, or what they do not tell, if anything.
     *
     * @param index its pages are within the chunk
     * @param rows of the row group
     * @param place of the chunk
     */
    public static Optional<String> contradiction(
            InputFile file, ColumnChunkMetadata chunk, LeafColumn leaf, OffsetIndex index, long rows, Place place)
            throws IOException {
        List<PageLocation> pages = index.pages();
        if (pages.size() == 1) {
            return Optional.empty();
        }
        PageReader reader = new PageReader(
                leaf,
                new PageLimits(READ_AHEAD_BYTES, true, false, false),
                new ReadMemory(Long.MAX_VALUE, Long.MAX_VALUE));
        try {
            ChunkRange range = ChunkRange.of(chunk);
            reader.open(file, range.from(), range.to(), chunk.codec(), place);
            long[] stated = index.rowsOfPages(rows);
            for (int page = 0; page < stated.length; page++) {
                Optional<String> contradiction = contradiction(reader, leaf, pages.get(page), page, stated[page]);
                if (contradiction.isPresent()) {
                    return contradiction;
                }
            }
            return Optional.empty();
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            return Optional.of(e.reason());
        } finally {
            reader.close();
        }
    }

    private static Optional<String> contradiction(
            PageReader reader, LeafColumn leaf, PageLocation stated, int page, long rows) throws IOException {
        reader.seek(stated.offset(), page);
        if (!reader.next() || reader.headerPosition() != stated.offset()) {
            return Optional.of("there is no page " + page + " where it says");
        }
        PageHeader header = reader.header();
        long bytes = (long) reader.headerBytes() + header.compressedBytes();
        if (bytes != stated.compressedBytes()) {
            return Optional.of(
                    "it says " + stated.compressedBytes() + " bytes of page " + page + ", which has " + bytes);
        }
        OptionalLong counted = rows(header, leaf);
        if (counted.isEmpty()) {
            return Optional.of("the header of page " + page + " does not say how many rows the page has");
        }
        return counted.getAsLong() == rows
                ? Optional.empty()
                : Optional.of("it says " + rows + " rows of page " + page + ", which has " + counted.getAsLong());
    }

    /** The rows of a page; empty for a dictionary page, and for a page of lists, which version 1 does not count. */
    private static OptionalLong rows(PageHeader header, LeafColumn leaf) {
        if (header.content() instanceof PageHeader.Dictionary) {
            return OptionalLong.empty();
        }
        if (leaf.maxRepetitionLevel() == 0) {
            return OptionalLong.of(header.entries());
        }
        return header.content() instanceof PageHeader.DataV2 v2 ? OptionalLong.of(v2.rows()) : OptionalLong.empty();
    }
}
