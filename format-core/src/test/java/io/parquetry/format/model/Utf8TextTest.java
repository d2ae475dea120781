package io.parquetry.format.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

/** Bytes become the text that the JDK makes of them, or nothing where the JDK refuses them. */
class Utf8TextTest {
    private static final CharsetDecoder DECODER = StandardCharsets.UTF_8.newDecoder();
    private static final int[] BOUNDS = {
        0, 0x7F, 0x80, 0xFF, 0x100, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF
    };

    /** Without the exception of the short form, which would take most of the time. */
    private static String strict(byte[] bytes) {
        CharBuffer text = CharBuffer.allocate(bytes.length);
        boolean isError =
                DECODER.reset().decode(ByteBuffer.wrap(bytes), text, true).isError();
        return isError ? null : text.flip().toString();
    }

    /** With bytes of other values around, which must not be looked at. */
    private static void agrees(byte[] bytes) {
        byte[] among = new byte[bytes.length + 8];
        Arrays.fill(among, (byte) 0xBF);
        System.arraycopy(bytes, 0, among, 3, bytes.length);
        String strict = Utf8Text.orNull(among, 3, bytes.length);
        String replaced = Utf8Text.orReplaced(among, 3, bytes.length);
        // Describing each of a million cases would take most of the time.
        if (!Objects.equals(strict, strict(bytes)) || !replaced.equals(new String(bytes, StandardCharsets.UTF_8))) {
            assertThat(strict).as("%s", Arrays.toString(bytes)).isEqualTo(strict(bytes));
            assertThat(replaced).isEqualTo(new String(bytes, StandardCharsets.UTF_8));
        }
    }

    @Property
    void textAgrees(@ForAll @StringLength(max = 60) String text) {
        agrees(text.getBytes(StandardCharsets.UTF_8));
    }

    @Property
    void anyBytesAgree(@ForAll byte[] bytes) {
        agrees(bytes);
    }

    @Test
    void allPairsAndTriplesOfBytesAgree() {
        for (int first = 0x7F; first <= 0xFF; first++) {
            for (int second = 0; second <= 0xFF; second++) {
                agrees(new byte[] {(byte) first, (byte) second});
                for (int third : new int[] {0x7F, 0x80, 0xBF, 0xC0}) {
                    agrees(new byte[] {(byte) first, (byte) second, (byte) third});
                    agrees(new byte[] {(byte) first, (byte) second, (byte) third, (byte) 0x80});
                    agrees(new byte[] {(byte) first, (byte) second, (byte) third, (byte) 0x7F});
                }
            }
        }
    }

    @Test
    void textsAtTheBoundsOfEachLengthAgreeAndSoDoTheirDamages() {
        Random random = new Random(7);
        for (int round = 0; round < 3_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(30); i > 0; i--) {
                text.appendCodePoint(
                        random.nextInt(3) == 0 ? BOUNDS[random.nextInt(BOUNDS.length)] : 'a' + random.nextInt(26));
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            agrees(bytes);
            if (bytes.length > 0) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                agrees(bytes);
                agrees(Arrays.copyOf(bytes, random.nextInt(bytes.length)));
            }
        }
    }

    @Test
    void aLongTextAgrees() {
        agrees("stra\u00DFe \uD83D\uDE00 ".repeat(5_000).getBytes(StandardCharsets.UTF_8));
    }
}
