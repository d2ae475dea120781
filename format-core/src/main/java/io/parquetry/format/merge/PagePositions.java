package io.parquetry.format.merge;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.column.read.ChunkRange;
import io.parquetry.format.internal.page.PageLimits;
import io.parquetry.format.internal.page.PageReader;
import io.parquetry.format.internal.page.ReadMemory;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.OffsetIndex.PageLocation;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Where the pages of a chunk are, by their headers: the footer may state it wrongly.
 *
 * @param from position of the first header of a data or dictionary page
 * @param to position behind the last page, or of the end that the footer states if that is later
 * @param otherBytes uncompressed size of the pages before {@code from}
 * @param dataPages with the number of values and nulls before each, which is its first row in a column without lists
 */
record PagePositions(long from, long to, long otherBytes, OptionalLong dictionaryPage, List<PageLocation> dataPages) {
    private static final int READ_AHEAD_BYTES = 1 << 16;

    PagePositions {
        dataPages = List.copyOf(dataPages);
    }

    /**
     * Reads the headers of a chunk's pages.
     *
     * @param compressedAnyway whether pages of version 2 are compressed though their headers say that they are not
     */
    static PagePositions read(
            InputFile file, LeafColumn leaf, ColumnChunkMetadata chunk, boolean compressedAnyway, Place place)
            throws IOException {
        ChunkRange range = ChunkRange.of(chunk);
        PageReader pages = new PageReader(
                leaf,
                new PageLimits(READ_AHEAD_BYTES, true, false, false),
                new ReadMemory(Long.MAX_VALUE, Long.MAX_VALUE));
        pages.open(file, range.from(), range.to(), chunk.codec(), place);
        long from = -1;
        long to = range.to();
        long otherBytes = 0;
        long entries = 0;
        OptionalLong dictionaryPage = OptionalLong.empty();
        List<PageLocation> dataPages = new ArrayList<>();
        while (pages.next()) {
            long position = pages.headerPosition();
            if (from < 0) {
                from = position;
                otherBytes = pages.otherBytes();
            }
            PageHeader header = pages.header();
            requireTrueFlag(header, chunk.codec(), compressedAnyway);
            long bytes = (long) pages.headerBytes() + header.compressedBytes();
            to = Math.max(to, position + bytes);
            if (!(header.content() instanceof PageHeader.Dictionary)) {
                dataPages.add(new PageLocation(position, (int) Math.min(Integer.MAX_VALUE, bytes), entries));
                entries += header.entries();
            } else if (position == from) {
                dictionaryPage = OptionalLong.of(position);
            } else {
                throw new CorruptFileException("a dictionary page comes after another page; it must be the first");
            }
        }
        if (entries != chunk.entries()) {
            throw new CorruptFileException(
                    "the pages have " + entries + " values and nulls, but the footer says " + chunk.entries());
        }
        return new PagePositions(from, to, otherBytes, dictionaryPage, dataPages);
    }

    /** The merged file does not name the writer, from which alone a reader knows better than the header. */
    private static void requireTrueFlag(PageHeader header, CompressionCodec codec, boolean compressedAnyway) {
        if (compressedAnyway
                && codec != CompressionCodec.UNCOMPRESSED
                && header.content() instanceof PageHeader.DataV2 page
                && !page.compressed()) {
            throw new UnsupportedFeatureException(
                    "unsupported: merging compressed pages of version 2 whose headers say,"
                            + " as those of parquet-cpp, that they are not compressed; rewrite the file before");
        }
    }
}
