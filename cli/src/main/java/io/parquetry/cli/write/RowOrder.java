package io.parquetry.cli.write;

import io.parquetry.cli.json.LeafText;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.file.WriterOptions.Direction;
import io.parquetry.format.file.WriterOptions.Nulls;
import io.parquetry.format.file.WriterOptions.SortedBy;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Compares rows of {@link RawRecords} in the order in which a writer sorts them ({@link WriterOptions.Sorting}): values
 * in the order of their column, NaN behind all numbers.
 */
final class RowOrder implements Comparator<Map<String, Object>> {
    private final List<Key> keys = new ArrayList<>();

    private record Key(List<String> path, SortedBy by, Comparator<Object> values) {}

    /** @param sortedBy columns of the schema that the writer can sort by */
    RowOrder(MessageType schema, List<SortedBy> sortedBy) {
        for (SortedBy by : sortedBy) {
            LeafColumn leaf = schema.leaf(by.column());
            Comparator<Object> ascending = values(leaf.type());
            keys.add(
                    new Key(leaf.path(), by, by.direction() == Direction.ASCENDING ? ascending : ascending.reversed()));
        }
    }

    @Override
    public int compare(Map<String, Object> left, Map<String, Object> right) {
        for (Key key : keys) {
            int order = compare(key, value(key, left), value(key, right));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int compare(Key key, Object left, Object right) {
        if (left == null || right == null) {
            int nullFirst = key.by().nulls() == Nulls.FIRST ? -1 : 1;
            return left == right ? 0 : left == null ? nullFirst : -nullFirst;
        }
        return key.values().compare(left, right);
    }

    private static Object value(Key key, Map<?, ?> row) {
        Object at = row;
        for (String name : key.path()) {
            if (at == null) {
                return null;
            }
            at = ((Map<?, ?>) at).get(name);
        }
        return at;
    }

    private static Comparator<Object> values(PrimitiveType type) {
        LogicalType meaning = type.logicalType().orElse(null);
        boolean unsigned = meaning instanceof LogicalType.Int integer && !integer.signed();
        return switch (type.physicalType()) {
            case BOOLEAN -> (left, right) -> Boolean.compare((Boolean) left, (Boolean) right);
            case INT32 ->
                unsigned
                        ? (left, right) -> Integer.compareUnsigned((Integer) left, (Integer) right)
                        : (left, right) -> Integer.compare((Integer) left, (Integer) right);
            case INT64 ->
                unsigned
                        ? (left, right) -> Long.compareUnsigned((Long) left, (Long) right)
                        : (left, right) -> Long.compare((Long) left, (Long) right);
            case FLOAT -> (left, right) -> Float.compare((Float) left, (Float) right);
            case DOUBLE -> (left, right) -> Double.compare((Double) left, (Double) right);
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT96 -> bytes(meaning);
        };
    }

    private static Comparator<Object> bytes(LogicalType meaning) {
        if (meaning instanceof LogicalType.Decimal) {
            return (left, right) -> decimal(left).compareTo(decimal(right));
        } else if (meaning == LogicalType.FLOAT16) {
            return (left, right) -> Float.compare(half(left), half(right));
        }
        return (left, right) -> Arrays.compareUnsigned((byte[]) left, (byte[]) right);
    }

    private static BigInteger decimal(Object value) {
        byte[] bytes = (byte[]) value;
        return bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
    }

    private static float half(Object value) {
        return LeafText.float16(ByteBuffer.wrap((byte[]) value));
    }
}
