package io.parquetry.cli.rows;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.PathColumns;
import io.parquetry.cli.json.JsonRecordBuilder;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.GregorianDates;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.filter.Filter.Remainder;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Projection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * The rows and columns that are asked for, of any file. Columns of its path count as columns of the file.
 *
 * @param columns empty for all
 * @param where the text of the filter, which each file parses with its schema, so that messages have positions
 */
record RowSelection(List<ColumnPath> columns, Optional<String> where) {
    /**
     * Parses the options {@code --columns} and {@code --where} before any file is opened.
     *
     * @param columns null for all
     * @param where null for all rows
     */
    static RowSelection of(CommandSpec command, String columns, String where) {
        String option = "--columns: ";
        try {
            List<ColumnPath> paths = columns == null ? List.of() : ColumnPath.parseList(columns);
            option = "--where: ";
            if (where != null) {
                Filter.parse(where);
            }
            return new RowSelection(paths, Optional.ofNullable(where));
        } catch (UsageException e) {
            throw new ParameterException(command.commandLine(), option + e.getMessage());
        }
    }

    /**
     * The rows of a file, to be printed.
     *
     * @param schema of the rows
     */
    record Rows(RecordCursor<JsonRecordBuilder.Struct> cursor, MessageType schema) {}

    /** The rows that match, from a row on, with their columns of the path. */
    Rows rows(FileLocation file, ParquetReader reader, long firstRow) {
        PathColumns path = PathColumns.of(file, reader.schema());
        List<ColumnPath> stored = stored(path);
        boolean onlyPath = !columns.isEmpty() && stored.isEmpty();
        PathColumns shown = columns.isEmpty()
                ? path
                : path.of(columns.stream().map(column -> column.names().get(0)).toList());
        RowSelection read = new RowSelection(onlyPath ? List.of(smallestColumn(file, reader)) : stored, where);
        RecordCursor<JsonRecordBuilder.Struct> cursor =
                read.cursor(file, reader, new RowsWithPath(shown, onlyPath), firstRow);
        MessageType schema = onlyPath ? new MessageType(cursor.schema().name(), List.of()) : cursor.schema();
        return new Rows(cursor, shown.behind(schema));
    }

    private List<ColumnPath> stored(PathColumns path) {
        return columns.stream()
                .filter(column -> column.names().size() > 1
                        || !path.values().containsKey(column.names().get(0)))
                .toList();
    }

    /** The rows that match, from a row on, of the columns that the file stores. */
    <R> RecordCursor<R> cursor(FileLocation file, ParquetReader reader, RecordBuilder<R> builder, long firstRow) {
        try {
            RecordQuery query = columns.isEmpty() ? RecordQuery.ALL : RecordQuery.ALL.columns(Projection.of(columns));
            Remainder remainder = remainder(PathColumns.of(file, reader.schema()), reader.schema());
            RecordQuery rows =
                    query.fromRow(remainder.excludesAll() ? reader.metadata().rows() : firstRow);
            return reader.records(
                    GregorianDates.of(reader.metadata(), builder),
                    remainder.filter().map(rows::where).orElse(rows));
        } catch (UsageException e) {
            throw new CommandException(file + ": " + e.getMessage(), e);
        }
    }

    private Remainder remainder(PathColumns path, MessageType schema) {
        return where.map(text -> path.remainder(schema, text)).orElse(new Remainder(false, Optional.empty()));
    }

    /** All rows with these columns. */
    RowSelection withoutFilter() {
        return new RowSelection(columns, Optional.empty());
    }

    /** The same rows with one column, the smallest: something must be read for a row to be counted. */
    RowSelection withSmallestColumn(FileLocation file, ParquetReader reader) {
        return new RowSelection(List.of(smallestColumn(file, reader)), where);
    }

    private static ColumnPath smallestColumn(FileLocation file, ParquetReader reader) {
        LeafColumn smallest = reader.schema().leaves().stream()
                .min(Comparator.comparingLong(leaf -> bytes(reader, leaf.ordinal())))
                .orElseThrow(() -> new CommandException(file + ": has no columns"));
        return new ColumnPath(smallest.path());
    }

    private static long bytes(ParquetReader reader, int column) {
        return reader.metadata().rowGroups().stream()
                .mapToLong(group -> group.columns().get(column).bytes().compressed())
                .sum();
    }
}
