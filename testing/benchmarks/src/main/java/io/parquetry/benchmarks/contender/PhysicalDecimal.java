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

    /** Of each value, where they are bytes. */
    int length() {
        return BigInteger.TEN.pow(form.precision()).bitLength() / Byte.SIZE + 1;
    }

    Object physical(BigDecimal value) {
        BigInteger digits = value.unscaledValue();
        return switch (type()) {
            case INT32 -> digits.intValueExact();
            case INT64 -> digits.longValueExact();
            default -> bytes(digits.toByteArray());
        };
    }

    private byte[] bytes(byte[] digits) {
        byte[] all = new byte[length()];
        int start = all.length - digits.length;
        Arrays.fill(all, 0, start, (byte) (digits[0] < 0 ? -1 : 0));
        System.arraycopy(digits, 0, all, start, digits.length);
        return all;
    }
}
