package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.page.WrittenPage;
import io.parquetry.format.internal.statistics.BoundTruncation;
import io.parquetry.format.internal.statistics.BoundTruncation.Bounds;
import io.parquetry.format.internal.statistics.ColumnIndexBuilder;
import io.parquetry.format.internal.statistics.MinMax;
import io.parquetry.format.internal.statistics.SplitBlockBloomFilter;
import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.io.OutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.PageEncodingStats;
import io.parquetry.format.metadata.SizeStatistics;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The finished pages of a chunk, and their metadata for the footer and the indexes. */
final class ChunkSummary {
    /** Heap of a finished page beside its bytes: the objects, the counts, the entries in the column index. */
    private static final int PAGE_HEAP_BYTES = 320;

    /** Bytes of a chunk in the footer beside its path and bounds. */
    private static final int CHUNK_METADATA_BYTES = 110;

    /** Bytes of a page in the indexes beside its bounds. */
    private static final int OFFSET_INDEX_PAGE_BYTES = 16;

    private final LeafColumn column;
    private final RetainedBytes retained;
    private final ValueOrder order;
    private final boolean text;
    private List<WrittenPage> pages = List.of();
    private List<PageCounts> pageCounts = List.of();
    /** Null before the first page, so that a column of an idle file does not hold one. */
    private ColumnIndexBuilder columnIndex;

    private boolean dictionaryPages;
    private long heldBytes;
    private Optional<WrittenPage> dictionaryPage = Optional.empty();
    private int dictionarySize;
    private long compressedBytes;

    /** The counts of one data page. */
    record PageCounts(
            int entries,
            int values,
            int rows,
            long[] repetitionHistogram,
            long[] definitionHistogram,
            long unencodedBytes) {}

    ChunkSummary(LeafColumn column, ValueOrder order, RetainedBytes retained) {
        this.column = column;
        this.retained = retained;
        this.order = order;
        this.text = column.type().isAnnotated(LogicalType.STRING)
                || column.type().isAnnotated(LogicalType.ENUM)
                || column.type().isAnnotated(LogicalType.JSON);
    }

    /** Bytes that footer and indexes will need for the chunk. */
    long expectedFooterBytes() {
        long path = 2L + column.dottedPath().length();
        long boundBytes = columnIndex == null ? 0 : columnIndex.boundBytes();
        long perPage = OFFSET_INDEX_PAGE_BYTES + 2L * (column.maxRepetitionLevel() + column.maxDefinitionLevel());
        return CHUNK_METADATA_BYTES + path + pages() * perPage + boundBytes + boundBytes / Math.max(1, pages());
    }

    /** Number of data pages that have been cut. */
    int pages() {
        return pageCounts.size();
    }

    /** Bytes of all finished pages in the file. */
    long compressedBytes() {
        return compressedBytes;
    }

    boolean hasDictionaryPages() {
        return dictionaryPages;
    }

    /** Adds the metadata of a data page that was cut; {@link #addPage} follows when the page is finished. */
    void addCut(Encoding encoding, PageCounts of, MinMax bounds) {
        if (columnIndex == null) {
            columnIndex = new ColumnIndexBuilder(order, text);
            pages = new ArrayList<>();
            pageCounts = new ArrayList<>();
        }
        dictionaryPages |= encoding == Encoding.RLE_DICTIONARY;
        long indexBytes = columnIndex.boundBytes();
        columnIndex.addPage(
                of.values(),
                of.entries() - of.values(),
                bounds,
                repetitionHistogram(of.repetitionHistogram()),
                definitionHistogram(of.definitionHistogram()));
        pageCounts.add(of);
        hold(PAGE_HEAP_BYTES + columnIndex.boundBytes() - indexBytes);
    }

    /** Adds a finished data page; the order is that of the cuts. */
    void addPage(WrittenPage page) {
        pages.add(page);
        compressedBytes += page.bytes().length;
        hold(page.bytes().length);
    }

    void setDictionaryPage(WrittenPage page, int entries) {
        compressedBytes += page.bytes().length;
        hold(page.bytes().length + PAGE_HEAP_BYTES);
        dictionaryPage = Optional.of(page);
        dictionarySize = entries;
    }

    private void hold(long bytes) {
        heldBytes += bytes;
        retained.add(bytes);
    }

    /** As the metadata have it: empty where there is only one level. */
    private static List<Long> repetitionHistogram(long[] counts) {
        return counts.length == 1 ? List.of() : Arrays.stream(counts).boxed().toList();
    }

    /** Likewise; empty also where there are two levels, since the number of nulls tells both. */
    private static List<Long> definitionHistogram(long[] counts) {
        return counts.length <= 2 ? List.of() : Arrays.stream(counts).boxed().toList();
    }

    /** Writes all pages, the dictionary's first. */
    WrittenChunk write(
            OutputFile out, int codecId, MinMax bounds, Optional<SplitBlockBloomFilter> bloomFilter, boolean indexed)
            throws IOException {
        long start = out.position();
        if (dictionaryPage.isPresent()) {
            byte[] bytes = dictionaryPage.get().bytes();
            out.write(bytes, 0, bytes.length);
        }
        long firstDataPage = out.position();
        List<OffsetIndex.PageLocation> locations = new ArrayList<>(pages.size());
        long row = 0;
        for (int i = 0; i < pages.size(); i++) {
            byte[] bytes = pages.get(i).bytes();
            locations.add(new OffsetIndex.PageLocation(out.position(), bytes.length, row));
            out.write(bytes, 0, bytes.length);
            row += pageCounts.get(i).rows();
        }
        boolean sized = column.type().physicalType() == PhysicalType.BYTE_ARRAY;
        OptionalLong dictionaryOffset = dictionaryPage.isPresent() ? OptionalLong.of(start) : OptionalLong.empty();
        ColumnChunkMetadata metadata = ColumnChunkMetadata.builder()
                .type(column.type().physicalType())
                .path(column.path())
                .encodingIds(encodingIds())
                .codecId(codecId)
                .entries(entries())
                .bytes(new ColumnChunkMetadata.ChunkBytes(uncompressedBytes(), compressedBytes))
                .offsets(new ColumnChunkMetadata.PageOffsets(firstDataPage, dictionaryOffset, OptionalLong.empty()))
                .statistics(Optional.of(statistics(bounds)))
                .sizeStatistics(sizeStatistics(sized))
                .pageEncodings(pageEncodings())
                .indexes(ColumnChunkMetadata.Indexes.NONE)
                .build();
        return new WrittenChunk(
                metadata,
                indexed && columnIndex != null ? columnIndex.build() : Optional.empty(),
                indexed ? Optional.of(offsetIndex(locations, sized)) : Optional.empty(),
                bloomFilter);
    }

    private OffsetIndex offsetIndex(List<OffsetIndex.PageLocation> locations, boolean sized) {
        return new OffsetIndex(
                locations,
                sized ? pageCounts.stream().map(PageCounts::unencodedBytes).toList() : List.of());
    }

    /** Values and nulls of all pages so far. */
    long entries() {
        return pageCounts.stream().mapToLong(PageCounts::entries).sum();
    }

    /** Bytes of all finished pages before compression. */
    long uncompressedBytes() {
        return pages.stream().mapToLong(WrittenPage::uncompressedBytes).sum()
                + dictionaryPage.map(WrittenPage::uncompressedBytes).orElse(0);
    }

    /** In the order of their numbers, which is that of the constants. */
    private List<Integer> encodingIds() {
        Set<Encoding> used = EnumSet.noneOf(Encoding.class);
        pages.forEach(page -> used.add(page.encoding()));
        dictionaryPage.ifPresent(page -> used.add(page.encoding()));
        if (column.maxDefinitionLevel() > 0) {
            used.add(Encoding.RLE);
        }
        List<Integer> ids = new ArrayList<>(used.size());
        used.forEach(encoding -> ids.add(encoding.id()));
        return ids;
    }

    private List<PageEncodingStats> pageEncodings() {
        List<PageEncodingStats> counts = new ArrayList<>(2);
        dictionaryPage.ifPresent(page -> counts.add(pageEncoding(page, 1)));
        Set<Encoding> counted = EnumSet.noneOf(Encoding.class);
        for (WrittenPage page : pages) {
            if (counted.add(page.encoding())) {
                counts.add(pageEncoding(page, pagesOf(page.encoding())));
            }
        }
        return counts;
    }

    private static PageEncodingStats pageEncoding(WrittenPage page, int count) {
        return new PageEncodingStats(page.type().id(), page.encoding().id(), count);
    }

    private int pagesOf(Encoding encoding) {
        int count = 0;
        for (WrittenPage page : pages) {
            count += page.encoding() == encoding ? 1 : 0;
        }
        return count;
    }

    private Statistics statistics(MinMax bounds) {
        long nulls =
                pageCounts.stream().mapToLong(of -> of.entries() - of.values()).sum();
        Optional<Bounds> written =
                order == ValueOrder.NONE ? Optional.empty() : BoundTruncation.of(bounds, order, text);
        boolean allInDictionary = !pages.isEmpty();
        for (int i = 0; i < pages.size(); i++) {
            allInDictionary &= pages.get(i).encoding() == Encoding.RLE_DICTIONARY
                    || pageCounts.get(i).values() == 0;
        }
        return Statistics.builder()
                .min(written.map(Bounds::lower))
                .max(written.map(Bounds::upper))
                .nulls(OptionalLong.of(nulls))
                .distinct(allInDictionary ? OptionalLong.of(dictionarySize) : OptionalLong.empty())
                .nans(order.isFloating() ? OptionalLong.of(bounds.nans()) : OptionalLong.empty())
                .build();
    }

    /** Empty where the statistics and the number of entries say it all. */
    private Optional<SizeStatistics> sizeStatistics(boolean sized) {
        long[] repetition = new long[column.maxRepetitionLevel() + 1];
        long[] definition = new long[column.maxDefinitionLevel() + 1];
        long unencoded = 0;
        for (PageCounts page : pageCounts) {
            Arrays.setAll(repetition, level -> repetition[level] + page.repetitionHistogram()[level]);
            Arrays.setAll(definition, level -> definition[level] + page.definitionHistogram()[level]);
            unencoded += page.unencodedBytes();
        }
        if (!sized && repetition.length == 1 && definition.length <= 2) {
            return Optional.empty();
        }
        return Optional.of(new SizeStatistics(
                sized ? OptionalLong.of(unencoded) : OptionalLong.empty(),
                repetitionHistogram(repetition),
                definitionHistogram(definition)));
    }

    void clear() {
        retained.add(-heldBytes);
        heldBytes = 0;
        compressedBytes = 0;
        pages = List.of();
        pageCounts = List.of();
        columnIndex = null;
        dictionaryPages = false;
        dictionaryPage = Optional.empty();
        dictionarySize = 0;
    }
}
