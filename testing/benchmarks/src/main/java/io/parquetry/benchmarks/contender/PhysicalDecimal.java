package io.parquetry.benchmarks.contender;

import io.parquetry.connect.common.schema.DecimalForm;
import io.parquetry.format.schema.PhysicalType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.apache.kafka.connect.data.Schema;

/** A decimal in the form of the column that Parquetry makes: a number, or the fewest big-endian bytes. */
record PhysicalDecimal(DecimalForm form) {
    private static final int INT32_DIGITS_MAX = 9;
    private static final int INT64_DIGITS_MAX = 18;

    PhysicalDecimal(Schema schema) {
        this(DecimalForm.of(schema, DecimalForm.PRECISION_DEFAULT));
    }

    PhysicalType type() {
        if (form.precision() <= INT32_DIGITS_MAX) {
            return PhysicalType.INT32;
        }
        return form.precision() <= INT64_DIGITS_MAX ? PhysicalType.INT64 : PhysicalType.FIXED_LEN_BYTE_ARRAY;
    }

    /** The fewest bytes that have each value. */
    int length() {
        return BigInteger.TEN.pow(form.precision()).bitLength() / Byte.SIZE + 1;
    }

    Object physical(BigDecimal value) {
        return switch (type()) {
            case INT32 -> value.unscaledValue().intValueExact();
            case INT64 -> value.unscaledValue().longValueExact();
            default -> bytes(value);
        };
    }

    /** So many as {@link #length}. */
    byte[] bytes(BigDecimal value) {
        byte[] digits = value.unscaledValue().toByteArray();
        byte[] all = new byte[length()];
        int start = all.length - digits.length;
        Arrays.fill(all, 0, start, (byte) (digits[0] < 0 ? -1 : 0));
        System.arraycopy(digits, 0, all, start, digits.length);
        return all;
    }
}
