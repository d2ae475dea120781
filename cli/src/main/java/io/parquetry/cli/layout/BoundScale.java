package io.parquetry.cli.layout;

import io.parquetry.cli.describe.ColumnText;
import io.parquetry.cli.json.LeafText;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Places the bounds of a column on a line, from 0 for the least to {@link #LENGTH} for the greatest. Numbers are
 * placed by their value, bytes and text by the bytes behind those that all bounds begin with.
 */
final class BoundScale {
    /** Length of the line. */
    static final int LENGTH = 1000;

    private static final int DIGITS = 6;

    private final PrimitiveType type;
    private final int prefix;
    private final double least;
    private final double span;

    private BoundScale(PrimitiveType type, int prefix, double least, double span) {
        this.type = type;
        this.prefix = prefix;
        this.least = least;
        this.span = span;
    }

    /** The scale for these bounds; absent where they have no order that can be drawn. */
    static Optional<BoundScale> of(PrimitiveType type, Collection<byte[]> bounds) {
        BoundScale unit = new BoundScale(type, isNumber(type) ? 0 : commonPrefix(List.copyOf(bounds)), 0, 1);
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (byte[] bound : bounds) {
            OptionalDouble number = unit.number(bound);
            if (number.isPresent() && Double.isFinite(number.getAsDouble())) {
                least = Math.min(least, number.getAsDouble());
                most = Math.max(most, number.getAsDouble());
            }
        }
        return least > most
                ? Optional.empty()
                : Optional.of(new BoundScale(type, unit.prefix, least, Math.max(most - least, Double.MIN_NORMAL)));
    }

    /** Where a bound is placed; absent where its bytes are no value of the column. */
    OptionalInt position(byte[] bound) {
        OptionalDouble number = number(bound);
        if (number.isEmpty() || Double.isNaN(number.getAsDouble())) {
            return OptionalInt.empty();
        }
        double part = (number.getAsDouble() - least) / span;
        return OptionalInt.of((int) Math.round(Math.max(0, Math.min(1, part)) * LENGTH));
    }

    private static boolean isNumber(PrimitiveType type) {
        boolean bytes = type.physicalType() == PhysicalType.BYTE_ARRAY
                || type.physicalType() == PhysicalType.FIXED_LEN_BYTE_ARRAY;
        return !bytes || isDecimal(type) || isFloat16(type);
    }

    private static boolean isDecimal(PrimitiveType type) {
        return type.logicalType().filter(LogicalType.Decimal.class::isInstance).isPresent();
    }

    private static boolean isFloat16(PrimitiveType type) {
        return type.logicalType().filter(LogicalType.FLOAT16::equals).isPresent();
    }

    private OptionalDouble number(byte[] bound) {
        Optional<Object> value = ColumnText.physicalValue(type, bound);
        if (value.isEmpty() || type.physicalType() == PhysicalType.INT96) {
            return OptionalDouble.empty();
        }
        if (value.get() instanceof Boolean truth) {
            return OptionalDouble.of(truth ? 1 : 0);
        }
        if (value.get() instanceof Number number) {
            return OptionalDouble.of(isUnsigned() ? unsigned(number) : number.doubleValue());
        }
        if (isDecimal(type)) {
            return bound.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(new BigInteger(bound).doubleValue());
        }
        if (isFloat16(type)) {
            return bound.length == 2
                    ? OptionalDouble.of(LeafText.float16(ByteBuffer.wrap(bound)))
                    : OptionalDouble.empty();
        }
        double digits = 0;
        for (int i = prefix; i < prefix + DIGITS; i++) {
            digits = digits * 256 + (i < bound.length ? bound[i] & 0xFF : 0);
        }
        return OptionalDouble.of(digits);
    }

    private boolean isUnsigned() {
        return type.logicalType()
                .filter(logical -> logical instanceof LogicalType.Int whole && !whole.signed())
                .isPresent();
    }

    private static double unsigned(Number number) {
        if (number instanceof Integer whole) {
            return Integer.toUnsignedLong(whole);
        }
        double value = number.longValue();
        return value < 0 ? value + 0x1p64 : value;
    }

    private static int commonPrefix(List<byte[]> bounds) {
        int length = bounds.isEmpty() ? 0 : bounds.get(0).length;
        for (byte[] bound : bounds) {
            int common = 0;
            while (common < Math.min(length, bound.length) && bound[common] == bounds.get(0)[common]) {
                common++;
            }
            length = common;
        }
        return length;
    }
}
