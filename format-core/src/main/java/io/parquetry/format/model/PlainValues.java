package io.parquetry.format.model;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.model.RecordWalker.LeafAccess;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.TimeUnit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.UUID;

/**
 * Java values in the physical form of their column: the boxed physical value itself, or the class that the logical type
 * stands for. Nothing is rounded or cut: a value that the column cannot hold is refused. A value of any other class
 * ends in a {@link ClassCastException}, which the writer reports with what is expected.
 */
final class PlainValues {
    private PlainValues() {}

    static LeafAccess of(PrimitiveType type) {
        LogicalType meaning = type.logicalType().orElse(null);
        return switch (type.physicalType()) {
            case BOOLEAN -> LeafAccess.BOOLEAN;
            case INT32 -> int32(meaning);
            case INT64 -> int64(meaning);
            case FLOAT -> LeafAccess.FLOAT;
            case DOUBLE -> LeafAccess.DOUBLE;
            case BYTE_ARRAY -> {
                if (isText(meaning)) {
                    yield LeafAccess.STRING;
                }
                yield meaning instanceof LogicalType.Decimal form ? decimalBytes(form) : LeafAccess.BYTES;
            }
            case FIXED_LEN_BYTE_ARRAY -> {
                if (meaning == LogicalType.UUID) {
                    yield uuid();
                }
                yield meaning instanceof LogicalType.Decimal form
                        ? fixedDecimal(form, type.typeLength())
                        : LeafAccess.BYTES;
            }
            case INT96 -> LeafAccess.BYTES;
        };
    }

    static boolean isText(LogicalType meaning) {
        return meaning == LogicalType.STRING || meaning == LogicalType.ENUM || meaning == LogicalType.JSON;
    }

    private static LeafAccess int32(LogicalType meaning) {
        if (meaning == LogicalType.DATE) {
            return (LeafAccess.OfInt<Object>) value -> value instanceof LocalDate date ? days(date) : int32(value);
        }
        if (meaning instanceof LogicalType.Time form) {
            return (LeafAccess.OfInt<Object>)
                    value -> value instanceof LocalTime time ? (int) sinceMidnight(time, form.unit()) : int32(value);
        }
        if (meaning instanceof LogicalType.Decimal form) {
            return (LeafAccess.OfInt<Object>) value -> value instanceof BigDecimal decimal
                    ? unscaled(decimal, form).intValueExact()
                    : int32(value);
        }
        if (meaning instanceof LogicalType.Int form && form.bitWidth() < Integer.SIZE) {
            return (LeafAccess.OfInt<Object>) value -> within(int32(value), form);
        }
        if (isUnsigned(meaning)) {
            return (LeafAccess.OfInt<Object>)
                    value -> value instanceof Integer number ? number : unsigned(int32(value), meaning);
        }
        return (LeafAccess.OfInt<Object>) PlainValues::int32;
    }

    private static LeafAccess int64(LogicalType meaning) {
        if (meaning instanceof LogicalType.Time form) {
            return (LeafAccess.OfLong<Object>)
                    value -> value instanceof LocalTime time ? sinceMidnight(time, form.unit()) : int64(value);
        }
        if (meaning instanceof LogicalType.Timestamp form) {
            return form.adjustedToUtc()
                    ? (LeafAccess.OfLong<Object>) value ->
                            value instanceof Instant instant ? sinceEpoch(instant, form.unit(), instant) : int64(value)
                    : (LeafAccess.OfLong<Object>) value -> value instanceof LocalDateTime local
                            ? sinceEpoch(local.toInstant(ZoneOffset.UTC), form.unit(), local)
                            : int64(value);
        }
        if (meaning instanceof LogicalType.Decimal form) {
            return (LeafAccess.OfLong<Object>) value -> value instanceof BigDecimal decimal
                    ? unscaled(decimal, form).longValueExact()
                    : int64(value);
        }
        if (isUnsigned(meaning)) {
            return (LeafAccess.OfLong<Object>)
                    value -> value instanceof Long number ? number : unsigned(int32(value), meaning);
        }
        return (LeafAccess.OfLong<Object>) PlainValues::int64;
    }

    private static boolean isUnsigned(LogicalType meaning) {
        return meaning instanceof LogicalType.Int form && !form.signed();
    }

    /** Widening copies the sign, which would make the bits of a negative number those of a much larger one. */
    private static int unsigned(int value, LogicalType meaning) {
        if (value < 0) {
            throw new InvalidRecordException("the number " + value + " is negative, and " + meaning + " is unsigned;"
                    + " numbers beyond the signed ones are given in the class of the physical type, Integer or Long");
        }
        return value;
    }

    /** A writer must not write numbers beyond the annotation (LogicalTypes.md, "Signed Integers"). */
    private static int within(int value, LogicalType.Int form) {
        int least = form.signed() ? -1 << form.bitWidth() - 1 : 0;
        int most = least + (1 << form.bitWidth()) - 1;
        if (value < least || value > most) {
            throw new InvalidRecordException(
                    "the number " + value + " does not fit " + form + ", which holds " + least + " to " + most);
        }
        return value;
    }

    private static int int32(Object value) {
        if (value instanceof Integer number) {
            return number;
        }
        return value instanceof Short || value instanceof Byte ? ((Number) value).intValue() : (Integer) value;
    }

    private static long int64(Object value) {
        if (value instanceof Long number) {
            return number;
        }
        return int32(value);
    }

    private static int days(LocalDate date) {
        long days = date.toEpochDay();
        if (days != (int) days) {
            throw new InvalidRecordException(
                    "the date " + date + " is " + days + " days from 1970; a DATE column counts days in 32 bits");
        }
        return (int) days;
    }

    private static long sinceMidnight(LocalTime time, TimeUnit unit) {
        long nanos = time.toNanoOfDay();
        requireWhole(nanos, unit, time);
        return nanos / unit.nanos();
    }

    /** @param given the value for messages */
    private static long sinceEpoch(Instant instant, TimeUnit unit, Object given) {
        requireWhole(instant.getNano(), unit, given);
        try {
            return unit.sinceEpoch(instant.getEpochSecond(), instant.getNano());
        } catch (ArithmeticException e) {
            throw new InvalidRecordException(
                    "the time " + given + " is too far from 1970 for a column that counts " + unit + " in 64 bits");
        }
    }

    private static void requireWhole(long nanos, TimeUnit unit, Object given) {
        if (nanos % unit.nanos() != 0) {
            throw new InvalidRecordException("the time " + given + " is more precise than the column, which counts "
                    + unit + "; truncate it, or give the column a finer unit");
        }
    }

    private static LeafAccess decimalBytes(LogicalType.Decimal form) {
        return (LeafAccess.OfBytes<Object>) value ->
                value instanceof BigDecimal decimal ? unscaled(decimal, form).toByteArray() : (byte[]) value;
    }

    private static LeafAccess fixedDecimal(LogicalType.Decimal form, int length) {
        byte[] bytes = new byte[length];
        return (LeafAccess.OfBytes<Object>) value -> {
            if (!(value instanceof BigDecimal decimal)) {
                return (byte[]) value;
            }
            byte[] shortest = unscaled(decimal, form).toByteArray();
            Arrays.fill(bytes, 0, length - shortest.length, (byte) (shortest[0] < 0 ? -1 : 0));
            System.arraycopy(shortest, 0, bytes, length - shortest.length, shortest.length);
            return bytes;
        };
    }

    /** Digits are counted before the scale is changed, since {@code 1E1000000000} must not be written out. */
    private static BigInteger unscaled(BigDecimal value, LogicalType.Decimal form) {
        if (value.signum() == 0) {
            return BigInteger.ZERO;
        }
        long wholeDigits = (long) value.precision() - value.scale();
        int wholeDigitsMax = form.precision() - form.scale();
        if (wholeDigits > wholeDigitsMax) {
            throw new InvalidRecordException("the decimal " + value + " has " + wholeDigits
                    + " digits before the point; " + form + " holds " + wholeDigitsMax);
        }
        if ((long) value.scale() - form.scale() < value.precision()) {
            try {
                return value.setScale(form.scale(), RoundingMode.UNNECESSARY).unscaledValue();
            } catch (ArithmeticException e) {
                // refused below
            }
        }
        throw new InvalidRecordException("the decimal " + value + " has more digits after the point than " + form
                + " holds; round it, or give the column a larger scale");
    }

    private static LeafAccess uuid() {
        byte[] bytes = new byte[2 * Long.BYTES];
        return (LeafAccess.OfBytes<Object>) value -> {
            if (!(value instanceof UUID uuid)) {
                return (byte[]) value;
            }
            ByteBuffer.wrap(bytes).putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
            return bytes;
        };
    }
}
