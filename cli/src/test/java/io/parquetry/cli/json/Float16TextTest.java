package io.parquetry.cli.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every half-precision number comes back with the same bits, and other numbers become the nearest one. */
class Float16TextTest {
    private static int bits(float value) {
        byte[] bytes = Float16Text.bytes(value);
        return bytes[0] & 0xFF | (bytes[1] & 0xFF) << 8;
    }

    @Test
    void everyNumberComesBack() {
        for (int bits = 0; bits < 1 << 16; bits++) {
            float value = LeafText.float16(ByteBuffer.wrap(new byte[] {(byte) bits, (byte) (bits >> 8)}));
            boolean nan = (bits & 0x7FFF) > 0x7C00;
            assertThat(bits(value)).isEqualTo(nan ? 0x7E00 : bits);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1.0, 3C00",
        "0.1, 2E66",
        "65504, 7BFF",
        "65519.996, 7BFF",
        "65520, 7C00",
        "1e30, 7C00",
        "-1e30, FC00",
        "5.9604645e-8, 1",
        "2.9802322e-8, 0",
        "2.98023259e-8, 1",
        "1.00048828125, 3C00",
        "1.00146484375, 3C02"
    })
    void otherNumbersBecomeTheNearest(float value, String hex) {
        assertThat(bits(value)).isEqualTo(Integer.parseInt(hex, 16));
    }
}
