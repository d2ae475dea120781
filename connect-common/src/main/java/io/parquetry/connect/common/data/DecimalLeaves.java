package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.DecimalForm;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import io.parquetry.format.model.RecordWalker.LeafAccess;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongFunction;
import org.apache.kafka.connect.data.Schema;

/** Connect's decimals in their columns, both directions: DECIMAL, or text. No digit is ever rounded away. */
final class DecimalLeaves {
    /** Larger numbers cost quadratic time to become text and back. */
    private static final int TEXT_DIGITS_MAX = 4_096;

    private static final int TEXT_BITS_MAX = 4 * TEXT_DIGITS_MAX;
    private static final int SHOWN_MAX = 50;

    /** Any number of so many digits is a long. */
    private static final int LONG_DIGITS = 18;

    private static final VarHandle BIG_ENDIAN_LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private DecimalLeaves() {}

    static LeafAccess access(Schema schema, PrimitiveType column) {
        if (isText(column)) {
            int scale = connectScale(schema);
            return (LeafAccess.OfText<BigDecimal>) value -> text(value, scale);
        }
        LogicalType.Decimal decimal = (LogicalType.Decimal) column.logicalType().orElseThrow();
        Column form = new Column(decimal, schema, Digits.of(decimal.precision(), decimal.scale()));
        return switch (column.physicalType()) {
            case INT32 -> (LeafAccess.OfInt<BigDecimal>) value -> (int) unscaledLong(form.fit(value));
            case INT64 -> (LeafAccess.OfLong<BigDecimal>) value -> unscaledLong(form.fit(value));
            case FIXED_LEN_BYTE_ARRAY, BYTE_ARRAY -> form.bytes(column.typeLength());
            case BOOLEAN, INT96, FLOAT, DOUBLE ->
                throw new IllegalStateException("the column " + column + " holds no decimals");
        };
    }

    private static boolean isText(PrimitiveType column) {
        return column.logicalType().equals(Optional.of(LogicalType.STRING));
    }

    private static int connectScale(Schema schema) {
        return DecimalForm.of(schema, DecimalForm.PRECISION_MAX).connectScale();
    }

    /**
     * The unscaled value of at most {@value #LONG_DIGITS} digits. {@link BigDecimal#unscaledValue} would make a
     * {@link BigInteger} of each number that has none, which most have not.
     */
    private static long unscaledLong(BigDecimal value) {
        return value.scaleByPowerOfTen(value.scale()).longValue();
    }

    private static void putLong(long unscaled, byte[] room) {
        int start = room.length - Long.BYTES;
        if (start <= Long.BYTES) {
            BIG_ENDIAN_LONGS.set(room, 0, unscaled >> Long.SIZE - 1);
        } else {
            Arrays.fill(room, 0, start, (byte) (unscaled >> Long.SIZE - 1));
        }
        BIG_ENDIAN_LONGS.set(room, start, unscaled);
    }

    private static void put(byte[] unscaled, byte[] room) {
        int start = room.length - unscaled.length;
        Arrays.fill(room, 0, start, (byte) (unscaled[0] < 0 ? -1 : 0));
        System.arraycopy(unscaled, 0, room, start, unscaled.length);
    }

    /**
     * The numbers of one scale that have at most so many digits.
     *
     * @param end the least positive number that has more
     * @param negativeEnd the greatest negative one
     */
    private record Digits(int scale, BigDecimal end, BigDecimal negativeEnd) {
        static Digits of(int digits, int scale) {
            BigDecimal end = new BigDecimal(BigInteger.TEN.pow(digits), scale);
            return new Digits(scale, end, end.negate());
        }

        /** Compares, since counting digits takes longer. */
        boolean contain(BigDecimal value) {
            return value.scale() == scale && value.compareTo(end) < 0 && value.compareTo(negativeEnd) > 0;
        }
    }

    /**
     * @param schema of the values, for advice
     * @param fitting numbers of the form's scale that need no other
     */
    private record Column(LogicalType.Decimal form, Schema schema, Digits fitting) {
        LeafAccess bytes(int length) {
            byte[] room = new byte[length];
            Digits longs = Digits.of(Math.min(LONG_DIGITS, form.precision()), form.scale());
            return (LeafAccess.OfBytes<BigDecimal>) value -> {
                if (length >= Long.BYTES && longs.contain(value)) {
                    putLong(unscaledLong(value), room);
                } else {
                    put(fit(value).unscaledValue().toByteArray(), room);
                }
                return room;
            };
        }

        /**
         * The number with the scale of the column. Digits are counted before the scale is changed, since
         * {@code 1E1000000000} must not be written out.
         */
        BigDecimal fit(BigDecimal value) {
            if (fitting.contain(value)) {
                return value;
            }
            if (value.signum() == 0) {
                return BigDecimal.ZERO;
            }
            long wholeDigits = (long) value.precision() - value.scale();
            int wholeDigitsMax = form.precision() - form.scale();
            BigDecimal scaled = value;
            if (value.scale() != form.scale() && wholeDigits <= wholeDigitsMax) {
                scaled = rescaled(value);
            }
            if (wholeDigits > wholeDigitsMax || scaled.precision() > form.precision()) {
                throw new InvalidRecordException("the decimal " + shown(value.toString()) + " does not fit " + form
                        + ", which has " + wholeDigitsMax + " digits before the point; " + moreDigits(wholeDigits));
            }
            return scaled;
        }

        private String moreDigits(long wholeDigits) {
            if (isCapped()) {
                return "set " + DecimalForm.WIDE_DECIMAL_AS + ":text, which holds it";
            } else if (DecimalForm.hasPrecision(schema)) {
                return "correct the value, or " + DecimalForm.PRECISION + " in its schema";
            }
            long needed = Math.max(wholeDigits, 0) + form.scale();
            return needed <= DecimalForm.WIDTH_MAX
                    ? "set types.as=decimal-precision:" + needed
                    : "set types.as=decimal-precision:" + needed + ",wide-decimal:text";
        }

        private BigDecimal rescaled(BigDecimal value) {
            try {
                if ((long) value.scale() - form.scale() < value.precision()) {
                    return value.setScale(form.scale(), RoundingMode.UNNECESSARY);
                }
            } catch (ArithmeticException e) {
                // refused below, with a message
            }
            throw new InvalidRecordException("the decimal " + shown(value.toString())
                    + " has more digits after the point than " + form + "; it is not rounded: "
                    + (isCapped()
                            ? "set " + DecimalForm.WIDE_DECIMAL_AS + ":text, or to a larger scale"
                            : "correct it, or give its schema a scale that holds it"));
        }

        /** Whether the schema has more digits than the column. */
        private boolean isCapped() {
            DecimalForm own = DecimalForm.of(schema, form.precision());
            return own.isWide() && own.precision() > form.precision();
        }
    }

    /** The plain number, such as {@code 0.5} or {@code 4200}. */
    private static String text(BigDecimal value, int connectScale) {
        if (value.unscaledValue().bitLength() > TEXT_BITS_MAX
                || (long) value.precision() - value.scale() > TEXT_DIGITS_MAX) {
            throw new InvalidRecordException("a decimal has more than " + TEXT_DIGITS_MAX + " digits, which no text of "
                    + DecimalForm.WIDE_DECIMAL_AS + ":text has; correct it at its producer");
        }
        BigDecimal plain = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
        if (plain.scale() > connectScale) {
            throw new InvalidRecordException("the decimal " + shown(value.toString())
                    + " has more digits after the point than the scale of its schema, " + connectScale
                    + "; correct one of the two");
        }
        return plain.toPlainString();
    }

    static LeafMaker maker(Schema schema, PrimitiveType column) {
        int wanted = connectScale(schema);
        if (isText(column)) {
            return (LeafMaker.OfBytes) (buffer, offset, length) -> number(buffer, offset, length, wanted);
        }
        // UINT64 is read as a decimal too, and has no scale of its own.
        boolean unsigned = column.logicalType().orElse(null) instanceof LogicalType.Int;
        int scale = column.logicalType().orElse(null) instanceof LogicalType.Decimal stored ? stored.scale() : 0;
        LongFunction<Object> fromLong = unscaled -> rescaled(BigDecimal.valueOf(unscaled, scale), wanted);
        return switch (column.physicalType()) {
            case INT32 -> (LeafMaker.OfInt) fromLong::apply;
            case INT64 -> unsigned ? ForeignLeafMakers.UINT64 : (LeafMaker.OfLong) fromLong::apply;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                (LeafMaker.OfBytes)
                        (buffer, offset, length) -> rescaled(decimal(buffer, offset, length, scale), wanted);
            case BOOLEAN, INT96, FLOAT, DOUBLE ->
                throw new IllegalStateException("the column " + column + " holds no decimals");
        };
    }

    private static BigDecimal decimal(byte[] buffer, int offset, int length, int scale) {
        if (length > 2 * Long.BYTES) {
            return new BigDecimal(new BigInteger(buffer, offset, length), scale);
        }
        if (length > Long.BYTES) {
            int high = length - Long.BYTES;
            long number = (long) BIG_ENDIAN_LONGS.get(buffer, offset + high);
            long highBytes = (long) BIG_ENDIAN_LONGS.get(buffer, offset) >> Byte.SIZE * (Long.BYTES - high);
            return highBytes == number >> Long.SIZE - 1
                    ? BigDecimal.valueOf(number, scale)
                    : new BigDecimal(new BigInteger(buffer, offset, length), scale);
        }
        // A number without bytes is 0, for other readers too.
        long number = length == 0 ? 0 : buffer[offset];
        for (int i = offset + 1; i < offset + length; i++) {
            number = number << Byte.SIZE | buffer[i] & 0xFF;
        }
        return BigDecimal.valueOf(number, scale);
    }

    private static BigDecimal number(byte[] buffer, int offset, int length, int scale) {
        String text = new String(buffer, offset, length, StandardCharsets.UTF_8);
        try {
            // A sign and a point, and the zeros of a fraction that the schema's scale allows.
            if (length <= TEXT_DIGITS_MAX + DecimalForm.PRECISION_MAX + 3) {
                BigDecimal number = new BigDecimal(text);
                if (Math.abs((long) number.scale()) <= TEXT_DIGITS_MAX
                        && text(number, scale).equals(text)) {
                    return rescaled(number, scale);
                }
            }
        } catch (NumberFormatException | InvalidRecordException e) {
            // refused below, with the text
        }
        throw new CorruptFileException(
                "a decimal is the text \"" + shown(text) + "\", which the sink does not write for any number");
    }

    private static String shown(String text) {
        return text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "..." : text;
    }

    /** The scales differ where Connect's is negative, which Parquet has not, and where a wide one was cut. */
    private static BigDecimal rescaled(BigDecimal value, int scale) {
        if (value.scale() == scale) {
            return value;
        }
        try {
            return value.setScale(scale, RoundingMode.UNNECESSARY);
        } catch (ArithmeticException e) {
            throw new CorruptFileException(
                    "the decimal " + value + " does not have the scale " + scale
                            + " that the schema in the footer gives it",
                    e);
        }
    }
}
