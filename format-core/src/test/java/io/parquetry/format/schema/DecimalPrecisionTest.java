package io.parquetry.format.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which values have no more digits than a decimal's precision, whatever precision a file claims. */
class DecimalPrecisionTest {
    private static boolean holds(int precision, BigInteger unscaled) {
        return new LogicalType.Decimal(precision, 0).holds(unscaled);
    }

    @Test
    void theGreatestNumberOfThePrecisionIsHeldAndTheNextIsNot() {
        for (int precision = 1; precision < 700; precision++) {
            BigInteger end = BigInteger.TEN.pow(precision);
            assertThat(holds(precision, end.subtract(BigInteger.ONE))).isTrue();
            assertThat(holds(precision, end)).as("10^%s", precision).isFalse();
            assertThat(holds(precision, end.negate().add(BigInteger.ONE))).isTrue();
            assertThat(holds(precision, end.negate())).isFalse();
            assertThat(holds(precision, end.shiftRight(1))).isTrue();
            assertThat(holds(precision, end.shiftLeft(1))).isFalse();
        }
        assertThat(holds(1, BigInteger.ZERO)).isTrue();
    }

    @Test
    @Timeout(10)
    void noPrecisionAndNoValueTakesLong() {
        BigInteger large = BigInteger.ONE.shiftLeft(1 << 28);
        assertThat(holds(Integer.MAX_VALUE, BigInteger.TEN)).isTrue();
        assertThat(holds(Integer.MAX_VALUE, large)).isTrue();
        assertThat(holds(50_000_000, BigInteger.TEN)).isTrue();
        assertThat(holds(80_807_125, large)).isTrue();
        assertThat(holds(80_000_000, large)).isFalse();
        assertThat(holds(-1, BigInteger.ONE)).isFalse();
    }
}
