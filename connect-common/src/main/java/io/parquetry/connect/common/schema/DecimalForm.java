package io.parquetry.connect.common.schema;

import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/**
 * The Parquet precision and scale of a Connect decimal. Connect's schema has the scale and, by convention, the
 * precision; Parquet requires both, with {@code 0 <= scale <= precision}. A negative scale is stored as scale 0 with
 * additional digits; a precision below the scale is raised to the scale.
 *
 * @param precision digits that a stored value may have
 * @param scale digits after the point, as stored
 * @param connectScale the scale of the Connect schema, which read values have again
 */
public record DecimalForm(int precision, int scale, int connectScale) {
    /** Schema parameter with the precision; the name is the one that most connectors use. */
    public static final String PRECISION = "connect.decimal.precision";

    /** The precision of decimals whose schema gives none, unless the user sets another. */
    public static final int PRECISION_DEFAULT = 38;

    /** The most digits that all engines read as a decimal. */
    public static final int WIDTH_MAX = 38;

    /** Far beyond the decimals of any database, and small enough to allocate safely. */
    public static final int PRECISION_MAX = 1_000;

    /** The key of the sink that says what becomes of wide decimals; for messages. */
    public static final String WIDE_DECIMAL_AS = "types.as=wide-decimal";

    private static final int INT32_DIGITS_MAX = 9;
    private static final int INT64_DIGITS_MAX = 18;

    /** Whether the schema is Connect's decimal. */
    public static boolean isDecimal(Schema schema) {
        return schema.type() == Schema.Type.BYTES && Decimal.LOGICAL_NAME.equals(schema.name());
    }

    /**
     * The form of the decimals of {@code schema}.
     *
     * @throws DataException when scale or precision are missing, not numbers, or out of range
     */
    public static DecimalForm of(Schema schema, int precisionDefault) {
        int connectScale = parameter(schema, Decimal.SCALE_FIELD, -PRECISION_MAX, PRECISION_MAX)
                .orElseThrow(() -> new DataException("a decimal schema has no parameter '" + Decimal.SCALE_FIELD
                        + "'; build it with org.apache.kafka.connect.data.Decimal.builder(scale)"));
        int digits = parameter(schema, PRECISION, 1, PRECISION_MAX).orElse(precisionDefault);
        int scale = Math.max(connectScale, 0);
        int precision = connectScale < 0 ? digits - connectScale : Math.max(digits, scale);
        return new DecimalForm(precision, scale, connectScale);
    }

    /** Whether the schema has a precision. */
    public static boolean hasPrecision(Schema schema) {
        return schema.parameters() != null && schema.parameters().containsKey(PRECISION);
    }

    private static Optional<Integer> parameter(Schema schema, String name, int least, int most) {
        Map<String, String> parameters = schema.parameters();
        String text = parameters == null ? null : parameters.get(name);
        if (text == null) {
            return Optional.empty();
        }
        int number;
        try {
            number = Integer.parseInt(text.trim());
        } catch (NumberFormatException e) {
            throw new DataException(
                    "a decimal schema has the parameter " + name + " = '" + text + "'; it must be a whole number", e);
        }
        if (number < least || number > most) {
            throw new DataException("a decimal schema has the parameter " + name + " = " + number + "; it must be "
                    + least + " to " + most);
        }
        return Optional.of(number);
    }

    /** Whether engines refuse such a DECIMAL or read it as a DOUBLE. */
    public boolean isWide() {
        return precision > WIDTH_MAX;
    }

    /** The column of such decimals, whose wide ones have this form. */
    PrimitiveType column(String name, Repetition repetition, WideDecimalAs wide) {
        if (!isWide()) {
            return column(name, repetition);
        }
        return switch (wide.form()) {
            case DECIMAL -> column(name, repetition);
            case CAPPED -> ofScale(scale).column(name, repetition);
            case SCALED -> ofScale(scale > WIDTH_MAX ? wide.scale() : scale).column(name, repetition);
            case TEXT -> PrimitiveType.of(name, repetition, PhysicalType.BYTE_ARRAY, LogicalType.STRING);
        };
    }

    private DecimalForm ofScale(int stored) {
        if (stored > WIDTH_MAX) {
            throw new DataException("a decimal schema has the scale " + connectScale + ", and engines read decimals of "
                    + WIDTH_MAX + " digits; set " + WIDE_DECIMAL_AS + ":text, or to the scale that its values"
                    + " need, such as 10");
        }
        return new DecimalForm(WIDTH_MAX, stored, connectScale);
    }

    /** INT32 up to 9 digits, INT64 up to 18, above that the shortest FIXED_LEN_BYTE_ARRAY that holds them. */
    PrimitiveType column(String name, Repetition repetition) {
        LogicalType annotation = new LogicalType.Decimal(precision, scale);
        if (precision <= INT32_DIGITS_MAX) {
            return PrimitiveType.of(name, repetition, PhysicalType.INT32, annotation);
        }
        if (precision <= INT64_DIGITS_MAX) {
            return PrimitiveType.of(name, repetition, PhysicalType.INT64, annotation);
        }
        int bits = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() + 1;
        return new PrimitiveType(
                name,
                repetition,
                PhysicalType.FIXED_LEN_BYTE_ARRAY,
                (bits + 7) / 8,
                Optional.of(annotation),
                OptionalInt.empty());
    }
}
