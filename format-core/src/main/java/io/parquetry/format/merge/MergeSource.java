package io.parquetry.format.merge;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.footer.FooterChecks;
import io.parquetry.format.internal.footer.FooterReader;
import io.parquetry.format.internal.page.CompressionFlags;
import io.parquetry.format.internal.rowgroup.BloomFilters;
import io.parquetry.format.internal.rowgroup.IndexBytes;
import io.parquetry.format.internal.thrift.ColumnIndexThrift;
import io.parquetry.format.internal.thrift.OffsetIndexThrift;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.OffsetIndex.PageLocation;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * One of the files that are merged, checked before a byte of it is copied: the footer, every page header, every index
 * against its pages, and every bloom filter.
 *
 * @param rowGroups those that have rows
 */
record MergeSource(InputFile file, FileMetadata metadata, List<RowGroup> rowGroups) {
    /** A row group with its chunks in schema order. */
    record RowGroup(RowGroupMetadata metadata, List<Chunk> chunks) {}

    /**
     * A chunk with the position that its pages have, which the footer may state wrongly.
     *
     * @param from position of the first header of a data or dictionary page: readers of the new file begin there
     * @param to position behind the last page
     * @param uncompressedBytes those of the footer, without pages before {@code from}
     */
    record Chunk(
            ColumnChunkMetadata metadata,
            long from,
            long to,
            long uncompressedBytes,
            OptionalLong dictionaryPage,
            long firstDataPage,
            Optional<ColumnIndex> columnIndex,
            Optional<OffsetIndex> offsetIndex,
            Place place) {}

    static MergeSource of(InputFile file) throws IOException {
        FileMetadata metadata = FooterReader.read(file, FooterChecks.Siblings.REFUSED);
        metadata.readDetails();
        metadata.schema().fields().forEach(field -> requireKnown(field, file));
        metadata.schema().namesInFile().forEach((path, name) -> {
            throw new UnsupportedFeatureException(
                    Place.of(file.name()),
                    "unsupported: merging a group with several fields named '" + name + "', which readers do not agree"
                            + " how to tell apart");
        });
        boolean compressedAnyway = CompressionFlags.areWrong(metadata.createdBy());
        List<RowGroup> rowGroups = new ArrayList<>();
        for (int ordinal = 0; ordinal < metadata.rowGroups().size(); ordinal++) {
            RowGroupMetadata rowGroup = metadata.rowGroups().get(ordinal);
            if (rowGroup.rows() == 0) {
                continue;
            }
            List<Chunk> chunks = new ArrayList<>();
            for (LeafColumn leaf : metadata.schema().leaves()) {
                Place place = Place.of(file.name()).rowGroup(ordinal).column(leaf.dottedPath());
                try {
                    chunks.add(chunk(
                            file,
                            leaf,
                            rowGroup.columns().get(leaf.ordinal()),
                            rowGroup.rows(),
                            compressedAnyway,
                            place));
                } catch (ParquetException e) {
                    throw e.at(place);
                }
            }
            rowGroups.add(new RowGroup(rowGroup, chunks));
        }
        return new MergeSource(file, metadata, rowGroups);
    }

    private static void requireKnown(Type field, InputFile file) {
        if (field.logicalType()
                .filter(LogicalType.Unrecognized.class::isInstance)
                .isPresent()) {
            throw new UnsupportedFeatureException(
                    Place.of(file.name()),
                    "unsupported: merging field " + field.name() + ", whose annotation "
                            + field.logicalType().get() + " is not known and would be lost");
        }
        if (field instanceof GroupType group) {
            group.fields().forEach(each -> requireKnown(each, file));
        }
    }

    private static Chunk chunk(
            InputFile file,
            LeafColumn leaf,
            ColumnChunkMetadata metadata,
            long rows,
            boolean compressedAnyway,
            Place place)
            throws IOException {
        PagePositions pages = PagePositions.read(file, leaf, metadata, compressedAnyway, place);
        List<PageLocation> dataPages = pages.dataPages();
        boolean repeated = leaf.maxRepetitionLevel() > 0;
        Optional<OffsetIndex> offsetIndex = offsetIndex(file, metadata, dataPages)
                .filter(index -> repeated ? rise(index.pages(), rows) : hasRowsOf(index.pages(), dataPages));
        // Only checked: the filters of a large file are too large to keep.
        BloomFilters.read(file, metadata, place);
        return new Chunk(
                metadata,
                pages.from(),
                pages.to(),
                Math.max(0, metadata.bytes().uncompressed() - pages.otherBytes()),
                pages.dictionaryPage(),
                dataPages.get(0).offset(),
                columnIndex(file, metadata, dataPages.size()).filter(index -> offsetIndex.isPresent()),
                offsetIndex,
                place);
    }

    /** An index that cannot be read, or contradicts the pages, is left out: readers do without. */
    private static Optional<OffsetIndex> offsetIndex(
            InputFile file, ColumnChunkMetadata metadata, List<PageLocation> pages) throws IOException {
        if (metadata.indexes().offsetIndex().isEmpty()) {
            return Optional.empty();
        }
        try {
            byte[] bytes =
                    IndexBytes.read(file, metadata.indexes().offsetIndex().get(), "the offset index");
            return Optional.of(OffsetIndexThrift.read(bytes, 0, bytes.length)).filter(index -> fits(index, pages));
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            return Optional.empty();
        }
    }

    private static boolean fits(OffsetIndex index, List<PageLocation> pages) {
        boolean fits = index.pages().size() == pages.size();
        for (int i = 0; fits && i < pages.size(); i++) {
            PageLocation said = index.pages().get(i);
            fits = said.offset() == pages.get(i).offset()
                    && said.compressedBytes() == pages.get(i).compressedBytes();
        }
        return fits;
    }

    private static boolean hasRowsOf(List<PageLocation> stated, List<PageLocation> pages) {
        return IntStream.range(0, pages.size())
                .allMatch(page -> stated.get(page).firstRow() == pages.get(page).firstRow());
    }

    /** Whether each page begins with a later row than the page before it. */
    private static boolean rise(List<PageLocation> stated, long rows) {
        long next = 0;
        for (PageLocation page : stated) {
            if (page.firstRow() < next || page.firstRow() >= rows) {
                return false;
            }
            next = page.firstRow() + 1;
        }
        return stated.get(0).firstRow() == 0;
    }

    private static Optional<ColumnIndex> columnIndex(InputFile file, ColumnChunkMetadata metadata, int pages)
            throws IOException {
        if (metadata.indexes().columnIndex().isEmpty()) {
            return Optional.empty();
        }
        try {
            byte[] bytes =
                    IndexBytes.read(file, metadata.indexes().columnIndex().get(), "the column index");
            return Optional.of(ColumnIndexThrift.read(bytes, 0, bytes.length))
                    .filter(index -> index.nullPages().size() == pages);
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            return Optional.empty();
        }
    }
}
