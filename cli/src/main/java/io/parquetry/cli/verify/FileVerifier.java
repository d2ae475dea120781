package io.parquetry.cli.verify;

import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.json.JsonRecordBuilder;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.AnnotationRules;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.Type;
import java.io.IOException;
import java.util.List;
import java.util.function.DoubleConsumer;

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
    private final Deviations deviations = new Deviations();
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
            return new Contents(reader.metadata().rows(), leaves.size(), verifier.pages, verifier.deviations.all());
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
        fields(footer.schema().fields(), "");
    }

    private void fields(List<Type> fields, String parent) {
        for (Type field : fields) {
            String path = parent + field.name();
            AnnotationRules.objection(field).ifPresent(reason -> {
                throw new CorruptFileException(
                        Place.of(file.toString()), "in the footer field " + path + ": " + reason);
            });
            if (field instanceof GroupType group) {
                if (group.fields().isEmpty()) {
                    deviations.add("group " + path + " has no fields");
                }
                fields(group.fields(), path + ".");
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
            ChunkVerifier chunk = new ChunkVerifier(reader, ordinal, leaf, Place.of(file.toString()), deviations);
            chunk.verify(entries, firstRow, this::step);
            pages += chunk.countPages();
            firstRow += rowGroups.get(ordinal).rows();
        }
        if (entries.next()) {
            throw new CorruptFileException(
                    Place.of(file.toString()).column(leaf.dottedPath()),
                    "the column has more values and nulls than its page headers say");
        }
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
