package io.parquetry.benchmarks.contender;

import io.parquetry.connect.common.schema.DecimalForm;
import io.parquetry.format.model.Utf8Text;
import io.parquetry.format.schema.PhysicalType;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Date;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Timestamp;

/**
 * The values of a column, decoded: numbers, or bytes and where each value begins. The objects of the records are made
 * of them one after the other; those of a type that none of the data sets has are not made again.
 */
final class FloorValues {
    private enum Kind {
        BOOLEAN,
        INT,
        LONG,
        DOUBLE,
        DAYS,
        MILLIS,
        DECIMAL,
        WIDE_DECIMAL,
        TEXT,
        OTHER
    }

    private static final long DAY_MS = 86_400_000L;

    private final Kind kind;
    private final int scale;
    private final ByteArrayOutputStream growing = new ByteArrayOutputStream();
    private long[] numbers = new long[1024];
    private boolean[] present = new boolean[1024];
    private Object[] others = {};
    private byte[] bytes = {};
    private int next;

    FloorValues(Schema schema) {
        kind = kind(schema);
        scale = DecimalForm.isDecimal(schema)
                ? new PhysicalDecimal(schema).form().scale()
                : 0;
    }

    private static Kind kind(Schema schema) {
        if (DecimalForm.isDecimal(schema)) {
            return new PhysicalDecimal(schema).type() == PhysicalType.FIXED_LEN_BYTE_ARRAY
                    ? Kind.WIDE_DECIMAL
                    : Kind.DECIMAL;
        }
        boolean plain = schema.name() == null;
        return switch (schema.type()) {
            case BOOLEAN -> Kind.BOOLEAN;
            case INT32 ->
                plain
                        ? Kind.INT
                        : schema.name().equals(org.apache.kafka.connect.data.Date.LOGICAL_NAME)
                                ? Kind.DAYS
                                : Kind.OTHER;
            case INT64 -> plain ? Kind.LONG : schema.name().equals(Timestamp.LOGICAL_NAME) ? Kind.MILLIS : Kind.OTHER;
            case FLOAT64 -> Kind.DOUBLE;
            case STRING -> Kind.TEXT;
            default -> Kind.OTHER;
        };
    }

    /** Whether one object may be in many records. */
    static boolean isImmutable(Schema schema) {
        return kind(schema) != Kind.DAYS && kind(schema) != Kind.MILLIS;
    }

    /** Adds a value that will be made, or null. */
    void add(Object value) {
        if (next + 1 >= numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * numbers.length);
            present = Arrays.copyOf(present, numbers.length);
        }
        present[next] = value != null;
        switch (kind) {
            case WIDE_DECIMAL, TEXT -> {
                if (value != null) {
                    growing.writeBytes(
                            value instanceof BigDecimal decimal
                                    ? decimal.unscaledValue().toByteArray()
                                    : ((String) value).getBytes(StandardCharsets.UTF_8));
                }
                numbers[next + 1] = growing.size();
            }
            case OTHER -> {
                others = next < others.length ? others : Arrays.copyOf(others, numbers.length);
                others[next] = value;
            }
            default -> numbers[next] = value == null ? 0 : number(value);
        }
        next++;
    }

    private long number(Object value) {
        return switch (kind) {
            case BOOLEAN -> (Boolean) value ? 1 : 0;
            case DOUBLE -> Double.doubleToRawLongBits((Double) value);
            case DAYS -> ((Date) value).getTime() / DAY_MS;
            case MILLIS -> ((Date) value).getTime();
            case DECIMAL -> ((BigDecimal) value).unscaledValue().longValueExact();
            default -> ((Number) value).longValue();
        };
    }

    /** Goes back to the first value. */
    void start() {
        bytes = bytes.length == growing.size() ? bytes : growing.toByteArray();
        next = 0;
    }

    /** Makes the next values, in a loop of its own for each type. */
    void make(Object[] into, int count) {
        int at = next;
        next += count;
        switch (kind) {
            case BOOLEAN -> {
                for (int i = 0; i < count; i++) {
                    into[i] = present[at + i] ? (Object) (numbers[at + i] != 0) : null;
                }
            }
            case INT -> {
                for (int i = 0; i < count; i++) {
                    into[i] = present[at + i] ? (Object) (int) numbers[at + i] : null;
                }
            }
            case LONG -> {
                for (int i = 0; i < count; i++) {
                    into[i] = present[at + i] ? (Object) numbers[at + i] : null;
                }
            }
            case DOUBLE -> {
                for (int i = 0; i < count; i++) {
                    into[i] = present[at + i] ? (Object) Double.longBitsToDouble(numbers[at + i]) : null;
                }
            }
            case DAYS, MILLIS -> {
                long unit = kind == Kind.DAYS ? DAY_MS : 1;
                for (int i = 0; i < count; i++) {
                    into[i] = present[at + i] ? new Date(numbers[at + i] * unit) : null;
                }
            }
            case DECIMAL -> {
                for (int i = 0; i < count; i++) {
                    into[i] = present[at + i] ? BigDecimal.valueOf(numbers[at + i], scale) : null;
                }
            }
            case WIDE_DECIMAL -> {
                for (int i = 0; i < count; i++) {
                    into[i] = present[at + i] ? wide((int) numbers[at + i], (int) numbers[at + i + 1]) : null;
                }
            }
            case TEXT -> {
                for (int i = 0; i < count; i++) {
                    into[i] = present[at + i] ? text((int) numbers[at + i], (int) numbers[at + i + 1]) : null;
                }
            }
            case OTHER -> System.arraycopy(others, at, into, 0, count);
        }
    }

    private String text(int from, int to) {
        return Utf8Text.orReplaced(bytes, from, to - from);
    }

    /** A number of at most eight bytes needs no BigInteger. */
    private BigDecimal wide(int from, int to) {
        if (to - from > Long.BYTES) {
            return new BigDecimal(new BigInteger(bytes, from, to - from), scale);
        }
        long number = bytes[from];
        for (int i = from + 1; i < to; i++) {
            number = number << Byte.SIZE | bytes[i] & 0xFF;
        }
        return BigDecimal.valueOf(number, scale);
    }
}
