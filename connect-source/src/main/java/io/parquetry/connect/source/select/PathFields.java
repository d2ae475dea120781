package io.parquetry.connect.source.select;

import io.parquetry.connect.common.data.ConstantFields;
import io.parquetry.connect.common.data.ConstantFields.Constant;
import io.parquetry.connect.common.naming.PathColumn;
import io.parquetry.connect.common.naming.PathValues;
import io.parquetry.format.UsageException;
import io.parquetry.format.filter.ConstantColumn;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.filter.Filter.Remainder;
import io.parquetry.format.schema.ColumnPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The fields whose values are in the paths of files, for the filter and for the values that are sent. */
final class PathFields {
    private final List<PathColumn> columns;
    private final Optional<Filter> filter;
    private String lastDirectory;
    private boolean lastExcluded;

    /** @param filter the condition on rows */
    PathFields(List<PathColumn> columns, Optional<Filter> filter) {
        this.columns = List.copyOf(columns);
        this.filter = filter;
    }

    List<String> names() {
        return PathColumn.names(columns);
    }

    /**
     * Whether the path says that the filter selects no row. Files are listed directory by directory, so the last answer
     * is mostly the next one.
     */
    boolean exclude(String path) {
        if (columns.isEmpty() || filter.isEmpty()) {
            return false;
        }
        String directory = path.substring(0, path.lastIndexOf('/') + 1);
        if (!directory.equals(lastDirectory)) {
            lastExcluded = excludes(directory);
            lastDirectory = directory;
        }
        return lastExcluded;
    }

    private boolean excludes(String directory) {
        try {
            return remainder(directory, column -> true, List.of()).excludesAll();
        } catch (IllegalArgumentException | UsageException e) {
            // Reported when the file is opened.
            return false;
        }
    }

    /**
     * The filter for the columns that a file stores.
     *
     * @param ofPath whether a column is not among them
     * @param absent columns of nulls that are not among them either
     * @throws IllegalArgumentException with the reason when the path does not have the columns
     */
    Remainder remainder(String path, Predicate<String> ofPath, List<ColumnPath> absent) {
        if (columns.isEmpty() && absent.isEmpty() || filter.isEmpty()) {
            return new Remainder(false, filter);
        }
        List<ConstantColumn> constants =
                new ArrayList<>(absent.stream().map(ConstantColumn::ofNulls).toList());
        Map<String, Optional<String>> values = PathValues.of(path);
        for (PathColumn column : columns) {
            if (ofPath.test(column.name())) {
                Optional<String> text = text(column, values);
                text.ifPresent(column::value);
                constants.add(column.constant(text));
            }
        }
        return filter.get().given(constants);
    }

    /**
     * The fields for the values of a file.
     *
     * @param wanted the names of the fields that are sent
     * @throws IllegalArgumentException with the reason when the path does not have them
     */
    ConstantFields of(String path, List<String> wanted) {
        Map<String, Optional<String>> values = PathValues.of(path);
        List<Constant> constants = new ArrayList<>();
        for (PathColumn column : columns) {
            if (wanted.contains(column.name())) {
                Object value = text(column, values).map(column::value).orElse(null);
                constants.add(new Constant(column.name(), column.schema(), value));
            }
        }
        return new ConstantFields(constants);
    }

    /** The text of a column; empty for null. */
    private static Optional<String> text(PathColumn column, Map<String, Optional<String>> values) {
        if (!values.containsKey(column.name())) {
            throw new IllegalArgumentException("its path has no directory " + column.name() + "=...");
        }
        return values.get(column.name());
    }
}
