package io.parquetry.cli.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A number becomes a DOUBLE only where its digits come back. */
class DoubleDigitsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0",
                "-0.0e-999999999999",
                "0.1",
                "1.10000000000000000000000",
                "0.30000000000000004",
                "123456789012345.0",
                "1e22",
                "1.7976931348623157e308",
                "4.9e-324",
                "2.2250738585072014e-308",
                "0.1000000000000000055511151231257827"
            })
    void theseAreKept(String text) {
        assertThat(DoubleDigits.areKept(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.1234567890123456789",
                "-12345678901234.5678",
                "9007199254740993.0",
                "1.00000000000000001",
                "1e-400",
                "1e400",
                "1.23e-323",
                "0.10000000000000000000000000000000000000001"
            })
    void theseAreNot(String text) {
        assertThat(DoubleDigits.areKept(text)).isFalse();
    }

    @Test
    void whatIsWrittenFromADoubleIsKept() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertThat(DoubleDigits.areKept(Double.toString(value)))
                        .as("%s", value)
                        .isTrue();
                assertThat(DoubleDigits.areKept(
                                new BigDecimal(value).round(new MathContext(17)).toString()))
                        .as("%s with 17 digits", value)
                        .isTrue();
            }
        }
    }

    @Test
    void aTextOfAMillionDigitsIsNotCompared() {
        assertThat(DoubleDigits.areKept("0." + "1".repeat(1_000_000))).isFalse();
    }
}
