package io.parquetry.format.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.metadata.Statistics.Bound;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

/** A truncated bound is still a bound, is marked as not exact, and stays valid text. */
class BoundTruncationTest {
    @Property
    void bytesStayBetweenTheirBounds(@ForAll @Size(max = 200) byte[] value) {
        check(value, false);
    }

    @Property
    void textStaysBetweenItsBoundsAndStaysText(@ForAll @StringLength(max = 90) String text)
            throws CharacterCodingException {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            return;
        }
        byte[] value = text.getBytes(StandardCharsets.UTF_8);
        check(value, true);
        StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(BoundTruncation.lower(value, ValueOrder.BYTES, true)
                        .orElseThrow()
                        .value()));
        StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(BoundTruncation.upper(value, ValueOrder.BYTES, true)
                        .orElseThrow()
                        .value()));
    }

    private static void check(byte[] value, boolean text) {
        Bound lower = BoundTruncation.lower(value, ValueOrder.BYTES, text).orElseThrow();
        Bound upper = BoundTruncation.upper(value, ValueOrder.BYTES, text).orElseThrow();
        assertThat(Arrays.compareUnsigned(lower.value(), value)).isLessThanOrEqualTo(0);
        assertThat(Arrays.compareUnsigned(upper.value(), value)).isGreaterThanOrEqualTo(0);
        assertThat(lower.exact().orElseThrow()).isEqualTo(Arrays.equals(lower.value(), value));
        assertThat(upper.exact().orElseThrow()).isEqualTo(Arrays.equals(upper.value(), value));
        assertThat(lower.value().length).isLessThanOrEqualTo(Math.min(value.length, BoundTruncation.BYTES_MAX));
    }

    @Test
    void noShorterBoundIsAboveOnlyLargestBytes() {
        byte[] value = new byte[100];
        Arrays.fill(value, (byte) 0xFF);
        assertThat(BoundTruncation.upper(value, ValueOrder.BYTES, false)
                        .orElseThrow()
                        .value())
                .isEqualTo(value);
    }

    @Test
    void theLastCharacterOfUnicodeIsNotIncremented() {
        String last = new String(Character.toChars(0x10FFFF));
        byte[] value = ("a" + last.repeat(30)).getBytes(StandardCharsets.UTF_8);
        assertThat(BoundTruncation.upper(value, ValueOrder.BYTES, true)
                        .orElseThrow()
                        .value())
                .isEqualTo("b".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void numbersAreNeverTruncated() {
        byte[] value = new byte[100];
        assertThat(BoundTruncation.lower(value, ValueOrder.DECIMAL_BYTES, false)
                        .orElseThrow()
                        .value())
                .isEqualTo(value);
        assertThat(BoundTruncation.upper(value, ValueOrder.DECIMAL_BYTES, false)
                        .orElseThrow()
                        .value())
                .isEqualTo(value);
    }

    @Test
    void aValueOfKilobytesIsNoBound() {
        byte[] bits = new byte[BoundTruncation.WHOLE_BYTES_MAX + 1];
        Arrays.fill(bits, (byte) 0xFF);
        assertThat(BoundTruncation.upper(bits, ValueOrder.BYTES, false)).isEmpty();
        assertThat(BoundTruncation.upper(bits, ValueOrder.DECIMAL_BYTES, false)).isEmpty();
        assertThat(BoundTruncation.lower(bits, ValueOrder.DECIMAL_BYTES, false)).isEmpty();
        byte[] shorter = Arrays.copyOf(bits, BoundTruncation.WHOLE_BYTES_MAX);
        assertThat(BoundTruncation.upper(shorter, ValueOrder.BYTES, false)).isPresent();
    }
}
