package io.parquetry.cli.verify;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.describe.PageHeaders;
import io.parquetry.cli.input.FileLocation;
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
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.DoubleConsumer;
import java.util.stream.Stream;

/**
 * Reads one file twice: column by column, to check the metadata of each page and chunk against its values, then record
 * by record, to check that the levels of the columns agree.
 */
final class FileVerifier {
    private final FileLocation file;
    private final ParquetReader reader;
    private final DoubleConsumer progress;
    private final double steps;
    private double stepsDone;
    private final List<String> deviations = new ArrayList<>();
    private long pages;

    /**
     * The contents of a file that passed all checks.
     *
     * @param pages data pages and dictionary pages
     * @param deviations from the format that mislead no reader
     */
    record Contents(long rows, int columns, long pages, List<String> deviations) {}

    private FileVerifier(FileLocation file, ParquetReader reader, DoubleConsumer progress) {
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
     * @param progress receives the fraction of the file that is done, 0 to 1
     * @throws CorruptFileException with the first check that fails
     */
    static Contents verify(InputFiles files, FileLocation file, DoubleConsumer progress) throws IOException {
        try (ParquetReader reader = files.open(file)) {
            FileVerifier verifier = new FileVerifier(file, reader, progress);
            List<LeafColumn> leaves = reader.schema().leaves();
            verifier.footer();
            verifier.rowGroups();
            for (LeafColumn leaf : leaves) {
                verifier.column(leaf);
            }
            new SortOrderCheck(Place.of(file.toString()), reader).check();
            verifier.records();
            return new Contents(reader.metadata().rows(), leaves.size(), verifier.pages, verifier.deviations);
        }
    }

    private void footer() {
        FileMetadata footer = reader.metadata();
        if (!footer.defects().isEmpty()) {
            throw new CorruptFileException(
                    Place.of(file.toString()), "in the footer " + String.join("; ", footer.defects()));
        }
        footer.schema()
                .namesInFile()
                .forEach((path, name) -> deviations.add("a group has several fields named '" + name
                        + "'; one of them is read as " + new ColumnPath(path)));
        emptyGroups(footer.schema().fields(), "");
    }

    private void emptyGroups(List<Type> fields, String parent) {
        for (Type field : fields) {
            if (field instanceof GroupType group) {
                String path = parent + group.name();
                if (group.fields().isEmpty()) {
                    deviations.add("group " + path + " has no fields");
                }
                emptyGroups(group.fields(), path + ".");
            }
        }
    }

    private void rowGroups() {
        List<RowGroupMetadata> rowGroups = reader.metadata().rowGroups();
        for (int ordinal = 0; ordinal < rowGroups.size(); ordinal++) {
            ChunkTotals.rowGroup(
                    rowGroups.get(ordinal), Place.of(file.toString()).rowGroup(ordinal));
            String where = "row group " + ordinal + ": ";
            ChunkTotals.deviation(rowGroups.get(ordinal)).ifPresent(deviation -> deviations.add(where + deviation));
        }
        if (InputFiles.isSchemaOnly(file, reader)) {
            deviations.add("a schema without row groups");
        }
    }

    private void column(LeafColumn leaf) throws IOException {
        ColumnCursor entries = reader.column(leaf);
        List<RowGroupMetadata> rowGroups = reader.metadata().rowGroups();
        long firstRow = 0;
        for (int ordinal = 0; ordinal < rowGroups.size(); ordinal++) {
            chunk(leaf, ordinal, firstRow, entries);
            firstRow += rowGroups.get(ordinal).rows();
        }
        if (entries.next()) {
            throw new CorruptFileException(
                    Place.of(file.toString()).column(leaf.dottedPath()),
                    "the column has more values and nulls than its page headers say");
        }
    }

    private void chunk(LeafColumn leaf, int rowGroup, long firstRow, ColumnCursor entries) throws IOException {
        ColumnChunkMetadata chunk =
                reader.metadata().rowGroups().get(rowGroup).columns().get(leaf.ordinal());
        Place place = Place.of(file.toString()).rowGroup(rowGroup).column(leaf.dottedPath());
        Optional<ValueComparison> order = ValueComparison.of(leaf.type());
        boolean ordered = order.isPresent() && hasKnownOrder(leaf);
        List<Page> all = reader.pagesOfAnyType(rowGroup, leaf);
        List<Page> others = all.stream().filter(PageHeaders::isOther).toList();
        List<Page> data = all.stream()
                .filter(page -> !PageHeaders.isDictionary(page) && !PageHeaders.isOther(page))
                .toList();
        ChunkTotals.encodings(chunk, all, place);
        long excessBefore = entries.excessBytes();
        long withoutRunsBefore = entries.pagesWithoutRuns();
        ValueChecks values = new ValueChecks(leaf, chunk, order, reader.bloomFilter(rowGroup, leaf));
        List<ActualStatistics> actual = new ArrayList<>();
        ActualStatistics whole = new ActualStatistics(leaf, order);
        for (Page page : data) {
            ActualStatistics tally = new ActualStatistics(leaf, order);
            read(page, entries, tally, values, firstRow + whole.rows(), place.page(actual.size()));
            actual.add(tally);
            whole.add(tally);
        }
        values.finish(place);
        String where = "row group " + rowGroup + ", column " + leaf.dottedPath() + ": ";
        long excess = entries.excessBytes() - excessBefore;
        ChunkTotals.compressedBytes(chunk, all, place);
        if (excess == 0) {
            ChunkTotals.uncompressedBytes(chunk, all, place);
        }
        // Before the sums of the footer: it is what other readers refuse the file for.
        Stream.of(
                        MetadataChecks.oversized(excess),
                        MetadataChecks.compressedAnyway(data, chunk.codec()),
                        MetadataChecks.withoutRuns(entries.pagesWithoutRuns() - withoutRunsBefore))
                .flatMap(Optional::stream)
                .forEach(deviation -> deviations.add(0, where + deviation));
        if (!others.isEmpty()) {
            deviations.add(where + NumberText.counted(others.size(), "page") + " without values, which readers skip");
        }
        MetadataChecks.uncounted(data).ifPresent(deviation -> deviations.add(where + deviation));
        offsetIndex(rowGroup, data, actual, place).ifPresent(deviation -> deviations.add(where + deviation));
        for (int ordinal = 0; ordinal < data.size(); ordinal++) {
            Place at = place.page(ordinal);
            ActualStatistics tally = actual.get(ordinal);
            MetadataChecks.pageCounts(data.get(ordinal).header().content(), tally, at);
            PageHeaders.statistics(data.get(ordinal))
                    .ifPresent(stated -> MetadataChecks.statistics(stated, tally, ordered, "page header:", at));
        }
        Optional<ColumnIndex> index = reader.columnIndex(rowGroup, leaf);
        index.ifPresent(stated -> columnIndex(stated, actual, ordered, place));
        chunk.statistics().ifPresent(stated -> {
            MetadataChecks.ofChunk(stated, whole, ordered, place);
            MetadataChecks.overcounted(stated, whole).ifPresent(deviation -> deviations.add(where + deviation));
        });
        MetadataChecks.ofChunk(reader.trustedStatistics(rowGroup, leaf), whole, true, place);
        chunk.sizeStatistics().ifPresent(stated -> {
            MetadataChecks.levels(stated, whole, place);
            MetadataChecks.missized("the size statistics count ", stated.unencodedBytes(), whole)
                    .ifPresent(deviation -> deviations.add(where + deviation));
        });
        pages += all.size() - others.size();
    }

    /** Without a column order the bounds of a column have no defined meaning (parquet.thrift, "column_orders"). */
    private boolean hasKnownOrder(LeafColumn leaf) {
        List<ColumnOrder> orders = reader.metadata().columnOrders();
        return leaf.ordinal() < orders.size() && orders.get(leaf.ordinal()) != ColumnOrder.UNRECOGNIZED;
    }

    private static void requirePages(String index, int stated, int actual, Place place) {
        if (stated != actual) {
            throw new CorruptFileException(
                    place, "the " + index + " has " + stated + " pages, the column chunk has " + actual);
        }
    }

    private static void columnIndex(ColumnIndex stated, List<ActualStatistics> actual, boolean ordered, Place place) {
        requirePages("column index", stated.nullPages().size(), actual.size(), place);
        for (int ordinal = 0; ordinal < actual.size(); ordinal++) {
            MetadataChecks.indexed(stated, ordinal, actual.get(ordinal), ordered, place.page(ordinal));
        }
        if (ordered && !actual.isEmpty()) {
            MetadataChecks.boundaryOrder(stated, actual.get(0), place);
        }
    }

    /** Returns a deviation, if there is one. */
    private Optional<String> offsetIndex(int rowGroup, List<Page> data, List<ActualStatistics> actual, Place place)
            throws IOException {
        if (actual.isEmpty()) {
            return Optional.empty();
        }
        Optional<OffsetIndex> index = reader.offsetIndex(rowGroup, actual.get(0).leaf());
        if (index.isEmpty()) {
            return Optional.empty();
        }
        requirePages("offset index", index.get().pages().size(), actual.size(), place);
        Optional<String> deviation = Optional.empty();
        long firstRow = 0;
        for (int ordinal = 0; ordinal < data.size(); ordinal++) {
            located(index.get().pages().get(ordinal), data.get(ordinal), firstRow, place.page(ordinal));
            ActualStatistics page = actual.get(ordinal);
            if (deviation.isEmpty() && !index.get().unencodedBytes().isEmpty()) {
                OptionalLong stated =
                        OptionalLong.of(index.get().unencodedBytes().get(ordinal));
                deviation = MetadataChecks.missized("in page " + ordinal + " the offset index counts ", stated, page);
            }
            firstRow += page.rows();
        }
        return deviation;
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

    /** @param firstRow number of rows in the file that begin before the page */
    private void read(
            Page page, ColumnCursor entries, ActualStatistics actual, ValueChecks values, long firstRow, Place place)
            throws IOException {
        int count = PageHeaders.entries(page);
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
