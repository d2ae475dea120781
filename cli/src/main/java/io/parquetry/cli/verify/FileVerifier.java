package io.parquetry.cli.verify;

import io.parquetry.cli.describe.PageHeaders;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.json.JsonRecordBuilder;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetReader.Page;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.ColumnOrder;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.OffsetIndex.PageLocation;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleConsumer;

/**
 * Reads one file whole, twice: column by column, holding every claim about a page or chunk against its values, then
 * record by record, which shows whether the levels of the columns agree with each other.
 */
final class FileVerifier {
    private final Path file;
    private final ParquetReader reader;
    private final DoubleConsumer progress;
    private final double steps;
    private double stepsDone;
    private final List<String> notes = new ArrayList<>();
    private long pages;

    /**
     * What a good file has.
     *
     * @param pages with those of dictionaries
     * @param notes what is odd about the file, though it misleads no reader
     */
    record Contents(long rows, int columns, long pages, List<String> notes) {}

    private FileVerifier(Path file, ParquetReader reader, DoubleConsumer progress) {
        this.file = file;
        this.reader = reader;
        this.progress = progress;
        this.steps = Math.max(1, 2.0 * entries(reader.metadata()));
    }

    private static double entries(FileMetadata footer) {
        return footer.rowGroups().stream()
                .flatMap(rowGroup -> rowGroup.columns().stream())
                .mapToDouble(ColumnChunkMetadata::entries)
                .sum();
    }

    /**
     * Verifies a file.
     *
     * @param progress is told now and then which part of the file is done, 0 to 1
     * @throws CorruptFileException with the first claim that is wrong
     */
    static Contents verify(Path file, DoubleConsumer progress) throws IOException {
        try (ParquetReader reader = InputFiles.open(file)) {
            FileVerifier verifier = new FileVerifier(file, reader, progress);
            List<LeafColumn> leaves = reader.schema().leaves();
            verifier.rowGroups();
            for (LeafColumn leaf : leaves) {
                verifier.column(leaf);
            }
            new SortOrderCheck(Place.of(file.toString()), reader).check();
            verifier.records();
            return new Contents(reader.metadata().rows(), leaves.size(), verifier.pages, verifier.notes);
        }
    }

    private void rowGroups() {
        List<RowGroupMetadata> rowGroups = reader.metadata().rowGroups();
        for (int ordinal = 0; ordinal < rowGroups.size(); ordinal++) {
            ChunkTotals.rowGroup(
                    rowGroups.get(ordinal), Place.of(file.toString()).rowGroup(ordinal));
            String where = "row group " + ordinal + ": ";
            ChunkTotals.oddity(rowGroups.get(ordinal)).ifPresent(oddity -> notes.add(where + oddity));
        }
        if (InputFiles.isSchemaOnly(file, reader)) {
            notes.add("a schema without row groups");
        }
    }

    private void column(LeafColumn leaf) throws IOException {
        ColumnCursor entries = reader.column(leaf);
        List<RowGroupMetadata> rowGroups = reader.metadata().rowGroups();
        for (int ordinal = 0; ordinal < rowGroups.size(); ordinal++) {
            chunk(leaf, ordinal, rowGroups.get(ordinal).columns().get(leaf.ordinal()), entries);
        }
        if (entries.next()) {
            throw new CorruptFileException(
                    Place.of(file.toString()).column(leaf.dottedPath()),
                    "the column has more values and nulls than its page headers say");
        }
    }

    private void chunk(LeafColumn leaf, int rowGroup, ColumnChunkMetadata chunk, ColumnCursor entries)
            throws IOException {
        Place place = Place.of(file.toString()).rowGroup(rowGroup).column(leaf.dottedPath());
        Optional<ValueComparison> order = ValueComparison.of(leaf.type());
        boolean ordered = order.isPresent() && hasKnownOrder(leaf);
        List<Page> all = reader.pages(rowGroup, leaf);
        List<Page> data =
                all.stream().filter(page -> !PageHeaders.isDictionary(page)).toList();
        ChunkTotals.encodings(chunk, all, place);
        ChunkTotals.bytes(chunk, all, place);
        ValueChecks values = new ValueChecks(leaf, chunk, order, reader.bloomFilter(rowGroup, leaf));
        List<ActualStatistics> found = new ArrayList<>();
        ActualStatistics whole = new ActualStatistics(leaf, order);
        for (Page page : data) {
            ActualStatistics tally = new ActualStatistics(leaf, order);
            read(page, entries, tally, values, place.page(found.size()));
            found.add(tally);
            whole.add(tally);
        }
        values.finish(place);
        offsetIndex(rowGroup, data, found, place);
        for (int ordinal = 0; ordinal < data.size(); ordinal++) {
            Place at = place.page(ordinal);
            ActualStatistics tally = found.get(ordinal);
            PageHeaders.statistics(data.get(ordinal))
                    .ifPresent(said -> MetadataChecks.statistics(said, tally, ordered, "page header:", at));
        }
        Optional<ColumnIndex> index = reader.columnIndex(rowGroup, leaf);
        index.ifPresent(said -> columnIndex(said, found, ordered, place));
        chunk.statistics().ifPresent(said -> MetadataChecks.statistics(said, whole, ordered, "statistics:", place));
        MetadataChecks.statistics(reader.believedStatistics(rowGroup, leaf), whole, true, "statistics:", place);
        chunk.sizeStatistics().ifPresent(said -> MetadataChecks.sizes(said, whole, place));
        pages += all.size();
    }

    /** Without a column order nobody knows how the bounds of a column were found (parquet.thrift, "column_orders"). */
    private boolean hasKnownOrder(LeafColumn leaf) {
        List<ColumnOrder> orders = reader.metadata().columnOrders();
        return leaf.ordinal() < orders.size() && orders.get(leaf.ordinal()) != ColumnOrder.UNRECOGNIZED;
    }

    private static void requirePages(String index, int said, int found, Place place) {
        if (said != found) {
            throw new CorruptFileException(
                    place, "the " + index + " has " + said + " pages, the column chunk has " + found);
        }
    }

    private static void columnIndex(ColumnIndex said, List<ActualStatistics> found, boolean ordered, Place place) {
        requirePages("column index", said.nullPages().size(), found.size(), place);
        for (int ordinal = 0; ordinal < found.size(); ordinal++) {
            MetadataChecks.indexed(said, ordinal, found.get(ordinal), ordered, place.page(ordinal));
        }
        if (ordered && !found.isEmpty()) {
            MetadataChecks.boundaryOrder(said, found.get(0), place);
        }
    }

    private void offsetIndex(int rowGroup, List<Page> data, List<ActualStatistics> found, Place place)
            throws IOException {
        if (found.isEmpty()) {
            return;
        }
        Optional<OffsetIndex> index = reader.offsetIndex(rowGroup, found.get(0).leaf());
        if (index.isEmpty()) {
            return;
        }
        requirePages("offset index", index.get().pages().size(), found.size(), place);
        long firstRow = 0;
        for (int ordinal = 0; ordinal < data.size(); ordinal++) {
            located(index.get().pages().get(ordinal), data.get(ordinal), firstRow, place.page(ordinal));
            if (!index.get().unencodedBytes().isEmpty()) {
                MetadataChecks.unencodedBytes(
                        index.get().unencodedBytes().get(ordinal), found.get(ordinal), place.page(ordinal));
            }
            firstRow += found.get(ordinal).rows();
        }
    }

    private static void located(PageLocation said, Page page, long firstRow, Place place) {
        long bytes = (long) page.headerBytes() + page.header().compressedBytes();
        if (said.offset() != page.offset() || said.compressedBytes() != bytes || said.firstRow() != firstRow) {
            throw new CorruptFileException(
                    place,
                    "the offset index says " + said.compressedBytes() + " bytes at " + said.offset() + " from row "
                            + said.firstRow() + " on, but the page has " + bytes + " at " + page.offset()
                            + " from row " + firstRow + " on");
        }
    }

    private void read(Page page, ColumnCursor entries, ActualStatistics found, ValueChecks values, Place place)
            throws IOException {
        int count = PageHeaders.entries(page);
        for (int entry = 0; entry < count; entry++) {
            if (!entries.next()) {
                throw new CorruptFileException(
                        place, "the page header says " + count + " values and nulls, but they end after " + entry);
            }
            Object value = entries.value();
            found.add(entries.repetitionLevel(), entries.definitionLevel(), value);
            if (value != null) {
                values.value(value, place);
            }
        }
        step(count);
    }

    private void records() throws IOException {
        RecordCursor<JsonRecordBuilder.Struct> records = reader.records(new JsonRecordBuilder());
        double stepsPerRow = steps / 2 / Math.max(1, reader.metadata().rows());
        while (records.next()) {
            step(stepsPerRow);
        }
    }

    private void step(double more) {
        stepsDone += more;
        progress.accept(Math.min(1, stepsDone / steps));
    }
}
