package io.parquetry.cli.diff;

import io.parquetry.cli.describe.ColumnText;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The columns whose values identify a row in both tables; they have one type, and are in no list, map or variant. */
final class KeyColumns {
    private final Map<ColumnPath, PrimitiveType> types;

    private KeyColumns(Map<ColumnPath, PrimitiveType> types) {
        this.types = types;
    }

    static KeyColumns of(List<ColumnPath> paths, FileLocation left, MessageType a, FileLocation right, MessageType b) {
        Map<ColumnPath, PrimitiveType> types = new LinkedHashMap<>();
        for (ColumnPath path : paths) {
            PrimitiveType type = type(path, left, a);
            PrimitiveType other = type(path, right, b);
            if (type.physicalType() != other.physicalType()
                    || type.typeLength() != other.typeLength()
                    || !type.logicalType().equals(other.logicalType())) {
                throw new CommandException("--key " + path + ": is " + ColumnText.type(type) + " in A and "
                        + ColumnText.type(other) + " in B; a key has one type");
            }
            types.put(path, type);
        }
        return new KeyColumns(types);
    }

    private static PrimitiveType type(ColumnPath path, FileLocation file, MessageType schema) {
        LeafColumn column = schema.leaves().stream()
                .filter(leaf -> leaf.path().equals(path.names()))
                .findFirst()
                .orElseThrow(() -> new CommandException(
                        file + ": has no column " + path + " for --key; its columns are " + schema.columnNames()));
        if (column.maxRepetitionLevel() > 0) {
            throw new CommandException(
                    file + ": " + path + " is in a list or map; --key needs columns with one value in a row");
        }
        if (schema.isInVariant(column)) {
            throw new CommandException(file + ": " + path + " is a part of a variant; --key needs whole values");
        }
        return column.type();
    }

    /** With the columns that are compared, without those that are in them. */
    List<ColumnPath> with(List<ColumnPath> compared) {
        List<ColumnPath> all = new ArrayList<>(compared);
        for (ColumnPath key : types.keySet()) {
            if (compared.stream().noneMatch(path -> isWithin(key, path))) {
                all.add(key);
            }
        }
        return all;
    }

    private static boolean isWithin(ColumnPath key, ColumnPath path) {
        int length = path.names().size();
        return length <= key.names().size() && key.names().subList(0, length).equals(path.names());
    }

    /** The values of a row of {@link ExactRecords}; null where a value or a group around it is null. */
    List<Object> of(Map<String, Object> row) {
        List<Object> values = new ArrayList<>(types.size());
        for (ColumnPath path : types.keySet()) {
            Object at = row;
            for (String name : path.names()) {
                at = at == null ? null : ((Map<?, ?>) at).get(name);
            }
            values.add(at);
        }
        return values;
    }

    /** As {@code country="AT", id=7}. */
    String text(List<Object> values) {
        List<String> texts = new ArrayList<>();
        types.forEach((path, type) -> {
            Object value = values.get(texts.size());
            texts.add(path + "=" + (value == null ? "null" : text(type, value)));
        });
        return String.join(", ", texts);
    }

    private static String text(PrimitiveType type, Object value) {
        return ColumnText.value(type, value instanceof ByteBuffer bytes ? bytes.array() : value);
    }
}
