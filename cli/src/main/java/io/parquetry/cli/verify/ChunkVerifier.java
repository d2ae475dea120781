package io.parquetry.cli.verify;

import io.parquetry.cli.describe.PageHeaders;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetReader.Page;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.ColumnOrder;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.OffsetIndex.PageLocation;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/** Reads the pages of one column chunk, and checks what their headers, the indexes and the footer state of them. */
final class ChunkVerifier {
    private final ParquetReader reader;
    private final int rowGroup;
    private final LeafColumn leaf;
    private final ColumnChunkMetadata chunk;
    private final Place place;
    private final Optional<ValueComparison> order;
    private final boolean ordered;
    private final List<Page> pages;
    private final List<Page> data;
    private final List<ActualStatistics> actual = new ArrayList<>();
    private final ActualStatistics whole;
    private final Deviations deviations;

    /**
     * @param file the place of the whole file
     * @param deviations receives those of the chunk
     */
    ChunkVerifier(ParquetReader reader, int rowGroup, LeafColumn leaf, Place file, Deviations deviations)
            throws IOException {
        this.reader = reader;
        this.rowGroup = rowGroup;
        this.leaf = leaf;
        this.deviations = deviations;
        chunk = reader.metadata().rowGroups().get(rowGroup).columns().get(leaf.ordinal());
        place = file.rowGroup(rowGroup).column(leaf.dottedPath());
        order = ValueComparison.of(leaf.type());
        ordered = order.isPresent() && hasKnownOrder();
        pages = reader.pagesOfAnyType(rowGroup, leaf);
        data = pages.stream()
                .filter(page -> !PageHeaders.isDictionary(page) && !PageHeaders.isOther(page))
                .toList();
        whole = new ActualStatistics(leaf, order);
    }

    /** Without a column order the bounds of a column have no defined meaning (parquet.thrift, "column_orders"). */
    private boolean hasKnownOrder() {
        List<ColumnOrder> orders = reader.metadata().columnOrders();
        return leaf.ordinal() < orders.size() && orders.get(leaf.ordinal()) != ColumnOrder.UNRECOGNIZED;
    }

    /**
     * Verifies the chunk.
     *
     * @param entries of the column, at the first of the chunk; at the end they are at the first of the next chunk
     * @param firstRow number of rows in the file that begin before the chunk
     * @param progress receives numbers of entries that were read
     * @throws CorruptFileException with the first check that fails
     */
    void verify(ColumnCursor entries, long firstRow, IntConsumer progress) throws IOException {
        ChunkTotals.encodings(chunk, pages, place);
        pages(entries, firstRow, progress);
        offsetIndex();
        headers();
        Optional<ColumnIndex> index = reader.columnIndex(rowGroup, leaf);
        index.ifPresent(this::columnIndex);
        statistics();
    }

    /** Returns the number of data pages and dictionary pages. */
    long countPages() {
        return pages.stream().filter(page -> !PageHeaders.isOther(page)).count();
    }

    private long dictionaryValues() {
        return pages.stream()
                .filter(PageHeaders::isDictionary)
                .mapToLong(PageHeaders::entries)
                .sum();
    }

    private void deviation(Optional<String> deviation) {
        deviation.map(this::placed).ifPresent(deviations::add);
    }

    private String placed(String deviation) {
        return "row group " + rowGroup + ", column " + leaf.dottedPath() + ": " + deviation;
    }

    private void pages(ColumnCursor entries, long firstRow, IntConsumer progress) throws IOException {
        long excessBefore = entries.excessBytes();
        long withoutRunsBefore = entries.pagesWithoutRuns();
        ValueChecks values = new ValueChecks(leaf, chunk, order, reader.bloomFilter(rowGroup, leaf));
        for (Page page : data) {
            ActualStatistics tally = new ActualStatistics(leaf, order);
            int count = PageHeaders.entries(page);
            read(count, entries, tally, values, firstRow + whole.rows(), place.page(actual.size()));
            progress.accept(count);
            actual.add(tally);
            whole.add(tally);
        }
        deviation(values.finish(dictionaryValues(), place));
        ChunkTotals.compressedBytes(chunk, pages, place);
        long excess = entries.excessBytes() - excessBefore;
        if (excess == 0) {
            ChunkTotals.uncompressedBytes(chunk, pages, place);
        }
        Stream.of(
                        MetadataChecks.withoutRuns(entries.pagesWithoutRuns() - withoutRunsBefore),
                        MetadataChecks.compressedAnyway(data, chunk),
                        MetadataChecks.oversized(excess))
                .flatMap(Optional::stream)
                .map(this::placed)
                .forEach(deviations::addRefused);
        deviation(MetadataChecks.skipped(pages.size() - countPages()));
        deviation(MetadataChecks.uncounted(data));
    }

    /** @param firstRow number of rows in the file that begin before the page */
    private static void read(
            int count, ColumnCursor entries, ActualStatistics actual, ValueChecks values, long firstRow, Place place)
            throws IOException {
        for (int entry = 0; entry < count; entry++) {
            if (!entries.next()) {
                throw new CorruptFileException(
                        place, "the page header says " + count + " values and nulls, but they end after " + entry);
            }
            Object value = entries.value();
            actual.add(entries.repetitionLevel(), entries.definitionLevel(), value);
            if (value != null) {
                values.value(value, firstRow + actual.rows() - 1, place);
            }
        }
    }

    private void offsetIndex() throws IOException {
        Optional<OffsetIndex> index = actual.isEmpty() ? Optional.empty() : reader.offsetIndex(rowGroup, leaf);
        if (index.isEmpty()) {
            return;
        }
        List<PageLocation> locations = index.get().pages();
        List<Long> unencodedBytes = index.get().unencodedBytes();
        requirePages("offset index", locations.size());
        Optional<String> missized = Optional.empty();
        long firstRow = 0;
        for (int ordinal = 0; ordinal < data.size(); ordinal++) {
            located(locations.get(ordinal), data.get(ordinal), firstRow, place.page(ordinal));
            ActualStatistics page = actual.get(ordinal);
            if (missized.isEmpty() && !unencodedBytes.isEmpty()) {
                OptionalLong stated = OptionalLong.of(unencodedBytes.get(ordinal));
                missized = MetadataChecks.missized("in page " + ordinal + " the offset index counts ", stated, page);
            }
            firstRow += page.rows();
        }
        deviation(missized);
    }

    private static void located(PageLocation stated, Page page, long firstRow, Place place) {
        long bytes = (long) page.headerBytes() + page.header().compressedBytes();
        if (stated.offset() != page.offset() || stated.compressedBytes() != bytes || stated.firstRow() != firstRow) {
            throw new CorruptFileException(
                    place,
                    "the offset index says " + stated.compressedBytes() + " bytes at " + stated.offset() + " from row "
                            + stated.firstRow() + " on, but the page has " + bytes + " at " + page.offset()
                            + " from row " + firstRow + " on");
        }
    }

    private void headers() {
        for (int ordinal = 0; ordinal < data.size(); ordinal++) {
            Place at = place.page(ordinal);
            ActualStatistics tally = actual.get(ordinal);
            MetadataChecks.pageCounts(data.get(ordinal).header().content(), tally, at);
            PageHeaders.statistics(data.get(ordinal))
                    .ifPresent(stated -> MetadataChecks.statistics(stated, tally, ordered, "page header:", at));
        }
    }

    private void columnIndex(ColumnIndex stated) {
        requirePages("column index", stated.nullPages().size());
        for (int ordinal = 0; ordinal < actual.size(); ordinal++) {
            MetadataChecks.indexed(stated, ordinal, actual.get(ordinal), ordered, place.page(ordinal));
        }
        if (ordered && !actual.isEmpty()) {
            MetadataChecks.boundaryOrder(stated, whole, place);
        }
    }

    private void requirePages(String index, int stated) {
        if (stated != actual.size()) {
            throw new CorruptFileException(
                    place, "the " + index + " has " + stated + " pages, the column chunk has " + actual.size());
        }
    }

    private void statistics() throws IOException {
        chunk.statistics().ifPresent(stated -> {
            MetadataChecks.ofChunk(stated, whole, ordered, dictionaryValues(), place);
            deviation(MetadataChecks.overcounted(stated, whole));
        });
        MetadataChecks.ofChunk(reader.trustedStatistics(rowGroup, leaf), whole, true, dictionaryValues(), place);
        chunk.sizeStatistics().ifPresent(stated -> {
            MetadataChecks.levels(stated, whole, place);
            deviation(MetadataChecks.missized("the size statistics count ", stated.unencodedBytes(), whole));
        });
    }
}
