package io.parquetry.format.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.InvalidRecordException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

/** Encodes text to the same bytes as the JDK, and refuses text that UTF-8 cannot encode. */
class Utf8Test {
    private static byte[] encode(String text) {
        byte[] target = new byte[(int) Utf8.maxBytes(text) + 4];
        byte[] encoded = Arrays.copyOfRange(target, 3, Utf8.encode(text, target, 3));
        assertThat(encodeDense(text)).isEqualTo(encoded);
        return encoded;
    }

    private static byte[] encodeDense(String text) {
        byte[] target = new byte[(int) Utf8.maxBytes(text) + 4];
        return Arrays.copyOfRange(target, 3, new Utf8().encodeDense(text, target, 3));
    }

    @Property
    void agreesWithTheJdk(@ForAll @StringLength(max = 50) String text) {
        if (StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            assertThat(encode(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
        } else {
            assertThatThrownBy(() -> encode(text)).isInstanceOf(InvalidRecordException.class);
            assertThatThrownBy(() -> encodeDense(text)).isInstanceOf(InvalidRecordException.class);
        }
    }

    @Property
    void textOfAsciiAndOthersAgrees(
            @ForAll
                    @CharRange(from = 'w', to = 'z')
                    @CharRange(from = '\u007e', to = '\u0082')
                    @CharRange(from = '\u07fe', to = '\u0802')
                    @StringLength(max = 60)
                    String text,
            @ForAll @StringLength(max = 9) @CharRange(from = 'a', to = 'z') String more) {
        String whole = text + more + "\ud83d\ude00" + text;
        assertThat(encode(whole)).isEqualTo(whole.getBytes(StandardCharsets.UTF_8));
    }

    @Property
    void asciiIsToldFromOtherText(@ForAll @CharRange(from = 'p', to = '\u0082') @StringLength(max = 40) String text) {
        byte[] target = new byte[text.length() + 3 + Long.BYTES];
        int end = Utf8.encodeAscii(text, target, 3);
        if (StandardCharsets.US_ASCII.newEncoder().canEncode(text)) {
            assertThat(Arrays.copyOfRange(target, 3, end)).isEqualTo(text.getBytes(StandardCharsets.US_ASCII));
        } else {
            assertThat(end).isEqualTo(-1);
        }
    }

    @Test
    void textWhoseLowBytesAreAsciiIsNotAscii() {
        for (String text : List.of("\u0141", "\u0141BCDEFGH", "ABCDEFGH\u0141")) {
            assertThat(Utf8.encodeAscii(text, new byte[24], 0)).isEqualTo(-1);
        }
    }

    @Test
    void aCharacterThatIsNotAsciiIsSeenInEveryPlace() {
        for (int length = 1; length <= 40; length++) {
            for (int at = 0; at < length; at++) {
                for (String other : List.of("\u0080", "\u0141")) {
                    String text = "A".repeat(at) + other + "A".repeat(length - at - 1);
                    assertThat(Utf8.encodeAscii(text, new byte[length], 0))
                            .as("character %d of %d", at, length)
                            .isEqualTo(-1);
                }
            }
        }
    }

    @Test
    void charactersOfEveryLengthAreEncoded() {
        String text = "a\u00e4\u20ac\ud83d\ude00z";
        assertThat(encode(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aPairIsEncodedInEveryPlace() {
        for (String around : List.of("a", "\u00e4", "\u20ac")) {
            for (int before = 0; before < 300; before++) {
                String text = around.repeat(before) + "\ud83d\ude00" + around;
                assertThat(encode(text)).as("pair at %d", before).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void halfAPairIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> encode("ab\ud83dc"))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessageContaining("U+D83D at character 2");
        assertThatThrownBy(() -> encode("ab\ud83d")).isInstanceOf(InvalidRecordException.class);
        assertThatThrownBy(() -> encode("\ude00")).isInstanceOf(InvalidRecordException.class);
        for (int before = 0; before < 300; before++) {
            String ascii = "a".repeat(before);
            for (String half : List.of("\ud83d", "\ud83db", "\ude00", "\ud83d\ud83d\ude00")) {
                String place = " at character " + before + ",";
                assertThatThrownBy(() -> encode(ascii + half)).hasMessageContaining(place);
                assertThatThrownBy(() -> encodeDense(ascii + half)).hasMessageContaining(place);
            }
        }
    }
}
