package io.parquetry.cli.diff;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.InputFiles.ListedFile;
import io.parquetry.format.file.GregorianDates;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Projection;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The rows of a file, or of files of one schema one after the other. One file is open at a time. */
final class TableRows implements Closeable {
    private final InputFiles inputs;
    private final List<ListedFile> files;
    private MessageType schema;
    private long rows;

    private Projection columns = Projection.ALL;
    private int nextFile;
    private Optional<ParquetReader> reader = Optional.empty();
    private RecordCursor<Map<String, Object>> cursor;

    private TableRows(InputFiles inputs, List<ListedFile> files) {
        this.inputs = inputs;
        this.files = files;
    }

    /** Reads the footers. */
    static TableRows of(InputFiles inputs, FileLocation location) throws IOException {
        TableRows table = new TableRows(inputs, inputs.parquetFiles(List.of(location)));
        for (ListedFile file : table.files) {
            try (ParquetReader reader = inputs.open(file.file())) {
                if (table.schema == null) {
                    table.schema = reader.schema();
                } else if (!SchemaComparison.of(table.schema, reader.schema())
                        .differences()
                        .isEmpty()) {
                    throw new CommandException(file.file() + ": has not the schema of "
                            + table.files.get(0).file() + "; the files of one side must have one schema");
                }
                table.rows = Math.addExact(table.rows, reader.metadata().rows());
            }
        }
        return table;
    }

    MessageType schema() {
        return schema;
    }

    long rows() {
        return rows;
    }

    /** Called before the first {@link #next}. All fields are not named, since a file may have two of one name. */
    void select(List<ColumnPath> wanted) {
        Set<ColumnPath> all = schema.fields().stream()
                .map(field -> new ColumnPath(List.of(field.name())))
                .collect(Collectors.toSet());
        columns = all.equals(Set.copyOf(wanted)) ? Projection.ALL : Projection.of(wanted);
    }

    /** Begins with the first row again. */
    void rewind() throws IOException {
        close();
        nextFile = 0;
    }

    /** The next row; absent at the end. */
    Optional<Map<String, Object>> next() throws IOException {
        while (reader.isEmpty() || !cursor.next()) {
            close();
            if (nextFile == files.size()) {
                return Optional.empty();
            }
            ParquetReader opened = inputs.open(files.get(nextFile++).file());
            reader = Optional.of(opened);
            cursor = opened.records(
                    GregorianDates.of(opened.metadata(), new ExactRecords()), RecordQuery.ALL.columns(columns));
        }
        return Optional.of(cursor.record());
    }

    /** The schema of the rows. */
    MessageType selected() {
        return columns.of(schema).schema();
    }

    @Override
    public void close() throws IOException {
        if (reader.isPresent()) {
            reader.get().close();
            reader = Optional.empty();
        }
    }
}
