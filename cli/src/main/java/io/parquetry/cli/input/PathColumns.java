package io.parquetry.cli.input;

import io.parquetry.connect.common.naming.PathColumn;
import io.parquetry.connect.common.naming.PathValues;
import io.parquetry.format.UsageException;
import io.parquetry.format.filter.ConstantColumn;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.filter.Filter.Literal;
import io.parquetry.format.filter.Filter.Remainder;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The directories {@code key=value} of a file's path, as columns behind those of the file: of text where they are
 * shown, and of text or integers in a filter. A column that the file has itself is the file's.
 *
 * @param values in the order of the path; empty for null
 */
public record PathColumns(Map<String, Optional<String>> values) {
    public static PathColumns of(FileLocation file, MessageType schema) {
        Map<String, Optional<String>> values =
                new LinkedHashMap<>(PathValues.of(file.text().replace('\\', '/')));
        schema.fields().forEach(field -> values.remove(field.name()));
        return new PathColumns(values);
    }

    /** Those of these names. */
    public PathColumns of(Collection<String> names) {
        Map<String, Optional<String>> some = new LinkedHashMap<>(values);
        some.keySet().retainAll(names);
        return new PathColumns(some);
    }

    /** The schema with these columns. */
    public MessageType behind(MessageType schema) {
        List<Type> fields = new ArrayList<>(schema.fields());
        values.keySet().forEach(name -> fields.add(new PathColumn(name, PathColumn.Type.TEXT).leaf()));
        return new MessageType(schema.name(), fields);
    }

    /**
     * What a filter leaves for the columns that the file stores. A column that it compares with numbers only is an
     * integer, any other a text.
     *
     * @param schema of the file
     * @param where the text of the filter
     * @throws UsageException when the filter does not fit the columns, or a value is no integer
     */
    public Remainder remainder(MessageType schema, String where) {
        Set<String> numbers = numbers(Filter.parse(where));
        List<Type> fields = new ArrayList<>(schema.fields());
        List<PathColumn> columns = values.keySet().stream()
                .map(name ->
                        new PathColumn(name, numbers.contains(name) ? PathColumn.Type.INTEGER : PathColumn.Type.TEXT))
                .toList();
        columns.forEach(column -> fields.add(column.leaf()));
        Filter filter = Filter.parse(where, new MessageType(schema.name(), fields));
        return filter.given(columns.stream().map(this::constant).toList());
    }

    private ConstantColumn constant(PathColumn column) {
        Optional<String> text = values.get(column.name());
        try {
            text.ifPresent(column::value);
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage() + "; compare " + column.name() + " with a text, such as "
                    + Literal.of(text.orElseThrow()));
        }
        return column.constant(text);
    }

    /** The columns that a filter compares with numbers, and with nothing else. */
    private static Set<String> numbers(Filter filter) {
        Map<String, Boolean> onlyNumbers = new HashMap<>();
        addLiterals(filter, onlyNumbers);
        onlyNumbers.values().removeIf(only -> !only);
        return onlyNumbers.keySet();
    }

    private static void addLiterals(Filter filter, Map<String, Boolean> onlyNumbers) {
        if (filter instanceof Filter.And and) {
            and.filters().forEach(each -> addLiterals(each, onlyNumbers));
        } else if (filter instanceof Filter.Or or) {
            or.filters().forEach(each -> addLiterals(each, onlyNumbers));
        } else if (filter instanceof Filter.Not not) {
            addLiterals(not.filter(), onlyNumbers);
        } else if (filter instanceof Filter.Comparison comparison) {
            addLiterals(comparison.column(), List.of(comparison.literal()), onlyNumbers);
        } else if (filter instanceof Filter.In in) {
            addLiterals(in.column(), in.literals(), onlyNumbers);
        }
    }

    private static void addLiterals(ColumnPath column, List<Literal> literals, Map<String, Boolean> onlyNumbers) {
        boolean areNumbers = literals.stream().allMatch(Literal.Number.class::isInstance);
        onlyNumbers.merge(column.names().get(0), areNumbers && column.names().size() == 1, Boolean::logicalAnd);
    }
}
