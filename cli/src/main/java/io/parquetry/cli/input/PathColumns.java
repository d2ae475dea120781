package io.parquetry.cli.input;

import io.parquetry.connect.common.naming.PathValues;
import io.parquetry.format.filter.ConstantColumn;
import io.parquetry.format.filter.Filter.Literal;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The directories {@code key=value} of a file's path, as columns of text behind those of the file. A column that the
 * file has itself is the file's.
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

    public boolean isEmpty() {
        return values.isEmpty();
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
        values.keySet().forEach(name -> fields.add(type(name)));
        return new MessageType(schema.name(), fields);
    }

    /** The columns as filters know them. */
    public List<ConstantColumn> constants() {
        return values.entrySet().stream()
                .map(column -> new ConstantColumn(
                        type(column.getKey()), column.getValue().map(Literal::of)))
                .toList();
    }

    private static PrimitiveType type(String name) {
        return PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.STRING);
    }
}
