package io.parquetry.format.filter;

import io.parquetry.format.UsageException;
import io.parquetry.format.filter.Filter.Literal;
import io.parquetry.format.schema.AnnotationRules;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.TimeUnit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * Converts the literals of a filter to values of a column, in PLAIN form (LogicalTypes.md). A number for a floating
 * point column becomes the nearest one of its type; every other literal must be a value that the column can hold
 * exactly.
 */
final class LiteralValues {
    /** Numbers beyond this are no values of any column, and would take long to compute with. */
    private static final int DIGITS_MAX = 1000;

    private static final Map<String, Double> INFINITIES =
            Map.of("Infinity", Double.POSITIVE_INFINITY, "-Infinity", Double.NEGATIVE_INFINITY);

    private LiteralValues() {}

    static byte[] of(ColumnPath column, PrimitiveType type, Literal literal) {
        Kind kind = kind(type);
        Optional<byte[]> value;
        try {
            value = kind.reader.read(literal);
        } catch (ArithmeticException e) {
            value = Optional.empty();
        }
        return value.orElseThrow(() -> new UsageException("column " + column + " is "
                + FilterBinding.typeName(type) + ", and " + literal + " is no value of it; allowed is "
                + kind.allowed));
    }

    /** Empty where the literal is no value of the type; so is an ArithmeticException. */
    private interface LiteralReader {
        Optional<byte[]> read(Literal literal);
    }

    /** @param allowed how literals look, for messages */
    private record Kind(String allowed, LiteralReader reader) {}

    private static Kind kind(PrimitiveType type) {
        Optional<String> objection = AnnotationRules.objection(type);
        if (objection.isPresent()) {
            return new Kind("only IS NULL and IS NOT NULL, since " + objection.get(), literal -> Optional.empty());
        }
        LogicalType meaning = type.logicalType().orElse(null);
        if (meaning instanceof LogicalType.Decimal decimal) {
            return decimal(type, decimal);
        }
        if (meaning instanceof LogicalType.Time time) {
            return time(time);
        }
        if (meaning instanceof LogicalType.Timestamp timestamp) {
            return timestamp(timestamp);
        }
        if (meaning == LogicalType.DATE) {
            return new Kind(
                    "a date like '2026-01-31'",
                    literal -> text(literal).flatMap(TimeLiterals::epochDay).map(LiteralValues::plain));
        }
        if (meaning == LogicalType.UUID) {
            return new Kind(
                    "a UUID like '123e4567-e89b-12d3-a456-426614174000'",
                    literal -> text(literal)
                            .filter(text -> text.matches("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}"))
                            .map(text -> new Literal.Bytes(text.replace("-", "")).value()));
        }
        if (meaning == LogicalType.FLOAT16) {
            return floating(number -> HalfPrecision.nearest(number.doubleValue()), LiteralValues::half);
        }
        boolean unordered = meaning == LogicalType.INTERVAL
                || meaning == LogicalType.UNKNOWN
                || meaning instanceof LogicalType.Geometry
                || meaning instanceof LogicalType.Geography
                || meaning instanceof LogicalType.Unrecognized;
        return unordered
                ? new Kind(
                        "only IS NULL and IS NOT NULL, since values of this type do not compare",
                        literal -> Optional.empty())
                : physical(type, meaning);
    }

    private static Kind physical(PrimitiveType type, LogicalType meaning) {
        return switch (type.physicalType()) {
            case BOOLEAN ->
                new Kind(
                        "TRUE or FALSE",
                        literal -> literal instanceof Literal.Truth truth
                                ? Optional.of(new byte[] {(byte) (truth.value() ? 1 : 0)})
                                : Optional.empty());
            case INT32, INT64 -> integer(type.physicalType(), meaning);
            case FLOAT -> floating(BigDecimal::floatValue, number -> plain(Float.floatToRawIntBits((float) number)));
            case DOUBLE -> floating(BigDecimal::doubleValue, number -> plain(Double.doubleToRawLongBits(number)));
            case INT96 ->
                new Kind(
                        "a timestamp like '2026-01-31T12:00:00Z'",
                        literal -> text(literal).flatMap(TimeLiterals::int96));
            case BYTE_ARRAY -> binary(meaning);
            case FIXED_LEN_BYTE_ARRAY ->
                new Kind(
                        type.typeLength() + (type.typeLength() == 1 ? " byte" : " bytes") + " like X'"
                                + "0F".repeat(Math.min(4, type.typeLength())) + "'",
                        literal -> bytes(literal).filter(value -> value.length == type.typeLength()));
        };
    }

    private static Kind binary(LogicalType meaning) {
        if (meaning == LogicalType.BSON) {
            return new Kind("bytes like X'0AFF'", LiteralValues::bytes);
        }
        return meaning == null
                ? new Kind(
                        "a text like 'abc', or bytes like X'0AFF'",
                        literal -> bytes(literal).or(() -> utf8(literal)))
                : new Kind("a text like 'abc'", LiteralValues::utf8);
    }

    private static Optional<String> text(Literal literal) {
        return literal instanceof Literal.Text text ? Optional.of(text.value()) : Optional.empty();
    }

    private static Optional<byte[]> bytes(Literal literal) {
        return literal instanceof Literal.Bytes bytes ? Optional.of(bytes.value()) : Optional.empty();
    }

    private static Optional<byte[]> utf8(Literal literal) {
        return text(literal)
                .filter(text -> StandardCharsets.UTF_8.newEncoder().canEncode(text))
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<BigDecimal> number(Literal literal) {
        return literal instanceof Literal.Number number
                        && number.value().precision() <= DIGITS_MAX
                        && Math.abs((long) number.value().scale()) <= DIGITS_MAX
                ? Optional.of(number.value())
                : Optional.empty();
    }

    private static Kind integer(PhysicalType physical, LogicalType meaning) {
        int bits = physical == PhysicalType.INT32 ? 32 : 64;
        boolean signed = true;
        if (meaning instanceof LogicalType.Int integer) {
            bits = integer.bitWidth();
            signed = integer.signed();
        }
        BigInteger least = signed ? BigInteger.TWO.pow(bits - 1).negate() : BigInteger.ZERO;
        BigInteger most = BigInteger.TWO.pow(signed ? bits - 1 : bits).subtract(BigInteger.ONE);
        return new Kind(
                "a whole number from " + least + " to " + most,
                literal -> number(literal)
                        .map(BigDecimal::toBigIntegerExact)
                        .filter(value -> value.compareTo(least) >= 0 && value.compareTo(most) <= 0)
                        .map(value ->
                                physical == PhysicalType.INT32 ? plain(value.intValue()) : plain(value.longValue())));
    }

    private static Kind decimal(PrimitiveType type, LogicalType.Decimal decimal) {
        String allowed = "a number with up to " + (decimal.precision() - decimal.scale())
                + " digits before the point and " + decimal.scale() + " behind it";
        boolean modest = decimal.scale() <= DIGITS_MAX && type.typeLength() <= DIGITS_MAX;
        return new Kind(
                allowed,
                literal -> number(literal)
                        .filter(value -> modest)
                        .map(value -> value.setScale(decimal.scale()).unscaledValue())
                        .filter(value -> new BigDecimal(value).precision() <= decimal.precision())
                        .flatMap(value -> unscaled(type, value)));
    }

    private static Optional<byte[]> unscaled(PrimitiveType type, BigInteger value) {
        return switch (type.physicalType()) {
            case INT32 -> Optional.of(plain(value.intValueExact()));
            case INT64 -> Optional.of(plain(value.longValueExact()));
            case BYTE_ARRAY -> Optional.of(value.toByteArray());
            case FIXED_LEN_BYTE_ARRAY -> extended(value, type.typeLength());
            case BOOLEAN, INT96, FLOAT, DOUBLE -> Optional.empty();
        };
    }

    private static Optional<byte[]> extended(BigInteger value, int length) {
        byte[] shortest = value.toByteArray();
        if (shortest.length > length) {
            return Optional.empty();
        }
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) (value.signum() < 0 ? -1 : 0));
        System.arraycopy(shortest, 0, bytes, length - shortest.length, shortest.length);
        return Optional.of(bytes);
    }

    /**
     * Numbers of floating point.
     *
     * @param nearest the nearest number of the type, infinite where there is none
     * @param plain the PLAIN form of a number of the type
     */
    private static Kind floating(ToDoubleFunction<BigDecimal> nearest, DoubleFunction<byte[]> plain) {
        String allowed = "a number like -1.5e3, 'Infinity' or '-Infinity'; NaN, to which nothing compares, is found by"
                + " NOT (... <= 'Infinity')";
        return new Kind(allowed, literal -> {
            if (literal instanceof Literal.Text text) {
                return INFINITIES.containsKey(text.value())
                        ? Optional.of(plain.apply(INFINITIES.get(text.value())))
                        : Optional.empty();
            }
            return number(literal)
                    .map(nearest::applyAsDouble)
                    .filter(Double::isFinite)
                    .map(plain::apply);
        });
    }

    private static byte[] half(double number) {
        int bits = HalfPrecision.bits(number);
        return new byte[] {(byte) bits, (byte) (bits >>> Byte.SIZE)};
    }

    private static Kind time(LogicalType.Time time) {
        return new Kind(
                "a time of day with up to " + time.unit().digits() + " digits behind the seconds, like '23:59:59.5'",
                literal -> text(literal)
                        .flatMap(text -> TimeLiterals.sinceMidnight(text, time.unit(), time.adjustedToUtc()))
                        .map(count -> time.unit() == TimeUnit.MILLIS ? plain(count.intValue()) : plain(count)));
    }

    private static Kind timestamp(LogicalType.Timestamp timestamp) {
        return new Kind(
                "a date and time with up to " + timestamp.unit().digits()
                        + " digits behind the seconds, like "
                        + (timestamp.adjustedToUtc()
                                ? "'2026-01-31T12:00:00Z' or '2026-01-31 12:00+02:00', UTC where no offset is said"
                                : "'2026-01-31T12:00:00', without an offset since it is local time"),
                literal -> text(literal)
                        .flatMap(text -> TimeLiterals.sinceEpoch(text, timestamp.unit(), timestamp.adjustedToUtc()))
                        .map(LiteralValues::plain));
    }

    private static byte[] plain(int value) {
        return ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }

    private static byte[] plain(long value) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
    }
}
