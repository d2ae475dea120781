package io.parquetry.format.filter;

import io.parquetry.format.filter.Filter.Literal;
import io.parquetry.format.filter.Filter.Operator;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.TimeUnit;
import io.parquetry.format.schema.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;

/**
 * Filters over the columns of a schema, with values that the records have and others, each with its truth as a program
 * over plain records that shares no code with the engine: true, false, or null for unknown.
 */
public final class RandomFilters {
    /** A filter, and what it says of a plain record. */
    public record Judged(Filter filter, Function<Map<String, Object>, Boolean> truth) {}

    private final Random random;
    /** Outside of lists and maps. */
    private final List<LeafColumn> leaves;

    /** Of columns, structs, lists and maps that are not in a list or map. */
    private final List<List<String>> paths = new ArrayList<>();

    private final List<Map<String, Object>> records;

    public RandomFilters(MessageType schema, List<Map<String, Object>> records, Random random) {
        this.random = random;
        this.records = records;
        this.leaves = schema.leaves().stream()
                .filter(leaf -> leaf.maxRepetitionLevel() == 0)
                .toList();
        addPaths(schema.fields(), List.of());
    }

    private void addPaths(List<Type> fields, List<String> parents) {
        for (Type field : fields) {
            if (field.repetition() == Repetition.REPEATED) {
                continue;
            }
            List<String> path = new ArrayList<>(parents);
            path.add(field.name());
            paths.add(path);
            if (field instanceof GroupType child
                    && !(field.logicalType().orElse(null) instanceof LogicalType.Variant)) {
                addPaths(child.fields(), path);
            }
        }
    }

    public boolean isEmpty() {
        return leaves.isEmpty();
    }

    public Judged filter(int depth) {
        return switch (depth == 0 ? 0 : random.nextInt(5)) {
            case 1 -> {
                List<Judged> parts = parts(depth);
                yield new Judged(new Filter.And(filters(parts)), record -> not(any(negated(parts), record)));
            }
            case 2 -> {
                List<Judged> parts = parts(depth);
                yield new Judged(new Filter.Or(filters(parts)), record -> any(truths(parts), record));
            }
            case 3 -> {
                Judged part = filter(depth - 1);
                yield new Judged(
                        new Filter.Not(part.filter()),
                        record -> not(part.truth().apply(record)));
            }
            default -> predicate();
        };
    }

    private List<Judged> parts(int depth) {
        List<Judged> parts = new ArrayList<>();
        for (int left = 2 + random.nextInt(2); left > 0; left--) {
            parts.add(filter(depth - 1));
        }
        return parts;
    }

    private static List<Filter> filters(List<Judged> parts) {
        return parts.stream().map(Judged::filter).toList();
    }

    private static List<Function<Map<String, Object>, Boolean>> truths(List<Judged> parts) {
        return parts.stream().map(Judged::truth).toList();
    }

    private static List<Function<Map<String, Object>, Boolean>> negated(List<Judged> parts) {
        List<Function<Map<String, Object>, Boolean>> negated = new ArrayList<>();
        parts.forEach(part -> negated.add(record -> not(part.truth().apply(record))));
        return negated;
    }

    private static Boolean not(Boolean truth) {
        return truth == null ? null : !truth;
    }

    private static Boolean any(List<Function<Map<String, Object>, Boolean>> truths, Map<String, Object> record) {
        boolean unknown = false;
        for (Function<Map<String, Object>, Boolean> each : truths) {
            Boolean truth = each.apply(record);
            if (truth == null) {
                unknown = true;
            } else if (truth) {
                return true;
            }
        }
        return unknown ? null : Boolean.FALSE;
    }

    private Judged predicate() {
        LeafColumn leaf = leaves.get(random.nextInt(leaves.size()));
        int kind = isOrdered(leaf.type()) ? random.nextInt(10) : 9;
        if (kind == 9) {
            List<String> path = paths.get(random.nextInt(paths.size()));
            return random.nextBoolean()
                    ? new Judged(new Filter.IsNull(new ColumnPath(path)), record -> value(record, path) == null)
                    : new Judged(new Filter.IsNotNull(new ColumnPath(path)), record -> value(record, path) != null);
        }
        ColumnPath column = new ColumnPath(leaf.path());
        if (kind == 8) {
            List<Object> values = new ArrayList<>();
            for (int left = 1 + random.nextInt(4); left > 0; left--) {
                values.add(literalValue(leaf));
            }
            List<Literal> literals =
                    values.stream().map(value -> literal(leaf.type(), value)).toList();
            return new Judged(new Filter.In(column, literals), record -> {
                Object found = value(record, leaf.path());
                return found == null
                        ? null
                        : values.stream().anyMatch(value -> compare(leaf.type(), Operator.EQUAL, found, value));
            });
        }
        Operator operator = Operator.values()[random.nextInt(Operator.values().length)];
        Object value = literalValue(leaf);
        return new Judged(new Filter.Comparison(column, operator, literal(leaf.type(), value)), record -> {
            Object found = value(record, leaf.path());
            return found == null ? null : compare(leaf.type(), operator, found, value);
        });
    }

    /** A value of some record, which is not always one of the column's first. */
    private Object literalValue(LeafColumn leaf) {
        for (int tries = 0; tries < 20 && !records.isEmpty(); tries++) {
            Object value = value(records.get(random.nextInt(records.size())), leaf.path());
            if (value != null && !isNan(leaf.type(), value)) {
                return value;
            }
        }
        return switch (leaf.type().physicalType()) {
            case BOOLEAN -> true;
            case INT32 -> 3;
            case INT64 -> 3L;
            case FLOAT -> 1.5f;
            case DOUBLE -> 1.5;
            case BYTE_ARRAY -> isText(leaf.type()) ? "abc" : new byte[] {1};
            case INT96, FIXED_LEN_BYTE_ARRAY -> new byte[leaf.type().typeLength()];
        };
    }

    public static Object value(Map<String, Object> record, List<String> path) {
        Object value = record;
        for (String name : path) {
            value = value == null ? null : ((Map<?, ?>) value).get(name);
        }
        return value;
    }

    private static boolean isText(PrimitiveType type) {
        return type.isAnnotated(LogicalType.STRING)
                || type.isAnnotated(LogicalType.ENUM)
                || type.isAnnotated(LogicalType.JSON);
    }

    private static boolean isOrdered(PrimitiveType type) {
        return !type.isAnnotated(LogicalType.INTERVAL);
    }

    private static boolean isNan(PrimitiveType type, Object value) {
        return value instanceof Float single && single.isNaN()
                || value instanceof Double number && number.isNaN()
                || type.isAnnotated(LogicalType.FLOAT16) && Double.isNaN(half((byte[]) value));
    }

    private static double half(byte[] value) {
        int bits = value[0] & 0xFF | (value[1] & 0xFF) << 8;
        int exponent = bits >> 10 & 0x1F;
        int fraction = bits & 0x3FF;
        double magnitude = exponent == 31
                ? fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN
                : exponent == 0 ? fraction * 0x1p-24 : (1 + fraction / 1024.0) * Math.pow(2, exponent - 15);
        return (bits & 0x8000) == 0 ? magnitude : -magnitude;
    }

    private static boolean compare(PrimitiveType type, Operator operator, Object found, Object value) {
        if (isNan(type, found)) {
            return operator == Operator.NOT_EQUAL;
        }
        int order = order(type, found, value);
        return switch (operator) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }

    private static int order(PrimitiveType type, Object left, Object right) {
        if (left instanceof Boolean truth) {
            return truth.compareTo((Boolean) right);
        }
        if (left instanceof String text) {
            return Arrays.compareUnsigned(
                    text.getBytes(StandardCharsets.UTF_8), ((String) right).getBytes(StandardCharsets.UTF_8));
        }
        if (left instanceof byte[] && !isNumber(type)) {
            return Arrays.compareUnsigned((byte[]) left, (byte[]) right);
        }
        if (left instanceof Float || left instanceof Double || type.isAnnotated(LogicalType.FLOAT16)) {
            double one = left instanceof byte[] bytes ? half(bytes) : ((Number) left).doubleValue();
            double other = right instanceof byte[] bytes ? half(bytes) : ((Number) right).doubleValue();
            return one < other ? -1 : one > other ? 1 : 0;
        }
        return whole(type, left).compareTo(whole(type, right));
    }

    private static boolean isNumber(PrimitiveType type) {
        return type.isAnnotated(LogicalType.FLOAT16) || type.logicalType().orElse(null) instanceof LogicalType.Decimal;
    }

    private static BigInteger whole(PrimitiveType type, Object value) {
        boolean unsigned = type.logicalType().orElse(null) instanceof LogicalType.Int integer && !integer.signed();
        if (value instanceof byte[] bytes) {
            return bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
        }
        if (value instanceof Integer number) {
            return BigInteger.valueOf(unsigned ? Integer.toUnsignedLong(number) : number);
        }
        long number = (Long) value;
        return unsigned ? new BigInteger(Long.toUnsignedString(number)) : BigInteger.valueOf(number);
    }

    private static Literal literal(PrimitiveType type, Object value) {
        if (value instanceof Boolean truth) {
            return Literal.of(truth);
        }
        if (value instanceof String text) {
            return Literal.of(text);
        }
        LogicalType meaning = type.logicalType().orElse(null);
        if (meaning instanceof LogicalType.Decimal decimal) {
            return Literal.of(new BigDecimal(whole(type, value), decimal.scale()));
        }
        if (value instanceof Float || value instanceof Double || meaning == LogicalType.FLOAT16) {
            double number = value instanceof byte[] bytes ? half(bytes) : ((Number) value).doubleValue();
            return Double.isInfinite(number)
                    ? Literal.of(Double.toString(number))
                    : Literal.of(new BigDecimal(Double.toString(number)));
        }
        if (meaning == LogicalType.UUID) {
            ByteBuffer halves = ByteBuffer.wrap((byte[]) value);
            return Literal.of(new UUID(halves.getLong(), halves.getLong()).toString());
        }
        if (value instanceof byte[] bytes) {
            return Literal.of(bytes);
        }
        if (meaning == LogicalType.DATE) {
            return Literal.of(LocalDate.ofEpochDay((Integer) value).toString());
        }
        if (meaning instanceof LogicalType.Time time) {
            return Literal.of(LocalTime.ofNanoOfDay(((Number) value).longValue() * nanos(time.unit()))
                    .toString());
        }
        if (meaning instanceof LogicalType.Timestamp timestamp) {
            return Literal.of(timestamp((Long) value, timestamp));
        }
        return Literal.of(new BigDecimal(whole(type, value)));
    }

    private static long nanos(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> 1_000_000;
            case MICROS -> 1_000;
            case NANOS -> 1;
        };
    }

    private static String timestamp(long count, LogicalType.Timestamp timestamp) {
        long perSecond = 1_000_000_000 / nanos(timestamp.unit());
        LocalDateTime time = LocalDateTime.ofEpochSecond(
                Math.floorDiv(count, perSecond),
                (int) (Math.floorMod(count, perSecond) * nanos(timestamp.unit())),
                ZoneOffset.UTC);
        return time + (timestamp.adjustedToUtc() ? "Z" : "");
    }
}
