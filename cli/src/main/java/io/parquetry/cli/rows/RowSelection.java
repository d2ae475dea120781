package io.parquetry.cli.rows;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.Projection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * The rows and columns that are asked for, of any file.
 *
 * @param columns without the filter
 * @param where the text of the filter, which each file parses with its schema, so that messages have positions
 */
record RowSelection(RecordQuery columns, Optional<String> where) {
    /**
     * Parses the options {@code --columns} and {@code --where} before any file is opened.
     *
     * @param columns null for all
     * @param where null for all rows
     */
    static RowSelection of(CommandSpec command, String columns, String where) {
        String option = "--columns: ";
        try {
            RecordQuery query = columns == null ? RecordQuery.ALL : RecordQuery.ALL.columns(Projection.parse(columns));
            option = "--where: ";
            if (where != null) {
                Filter.parse(where);
            }
            return new RowSelection(query, Optional.ofNullable(where));
        } catch (UsageException e) {
            throw new ParameterException(command.commandLine(), option + e.getMessage());
        }
    }

    /** The rows that match, from a row on. */
    <R> RecordCursor<R> cursor(FileLocation file, ParquetReader reader, RecordBuilder<R> builder, long firstRow) {
        try {
            RecordQuery query = columns.fromRow(firstRow);
            return reader.records(
                    builder, where.isEmpty() ? query : query.where(Filter.parse(where.get(), reader.schema())));
        } catch (UsageException e) {
            throw new CommandException(file + ": " + e.getMessage(), e);
        }
    }

    /** All rows with these columns. */
    RowSelection withoutFilter() {
        return new RowSelection(columns, Optional.empty());
    }

    /** The same rows with one column, the smallest: something must be read for a row to be counted. */
    RowSelection withSmallestColumn(FileLocation file, ParquetReader reader) {
        LeafColumn smallest = reader.schema().leaves().stream()
                .min(Comparator.comparingLong(leaf -> bytes(reader, leaf.ordinal())))
                .orElseThrow(() -> new CommandException(file + ": has no columns"));
        return new RowSelection(
                RecordQuery.ALL.columns(Projection.of(List.of(new ColumnPath(smallest.path())))), where);
    }

    private static long bytes(ParquetReader reader, int column) {
        return reader.metadata().rowGroups().stream()
                .mapToLong(group -> group.columns().get(column).bytes().compressed())
                .sum();
    }
}
