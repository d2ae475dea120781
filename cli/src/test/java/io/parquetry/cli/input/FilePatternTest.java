package io.parquetry.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pattern means what a shell takes it for, whatever its brackets hold. */
class FilePatternTest {
    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
                    [a-c]x,      bx,  true
                    [a-c]x,      dx,  false
                    [!a-c]x,     dx,  true
                    [!a-c]x,     bx,  false
                    [z-a]x,      zx,  false
                    [!z-a]x,     zx,  true
                    [z-am]x,     mx,  true
                    [a&&b]x,     &x,  true
                    [a&&b]x,     bx,  true
                    [&&]x,       &x,  true
                    [^a]x,       ^x,  true
                    [^a]x,       bx,  false
                    [a-]x,       -x,  true
                    [\\d]x,      7x,  false
                    [[]x,        [x,  true
                    []]x,        ]x,  true
                    [a,          [a,  true
                    """)
    void bracketsStandForOneCharacter(String pattern, String name, boolean selected) {
        assertThat(FilePattern.of(pattern).selects(name)).isEqualTo(selected);
    }

    @ParameterizedTest
    @CsvSource({
        "[\uD83D\uDE00-\uD83D\uDE02]x, \uD83D\uDE01x, true",
        "[\uD83D\uDE00]x, \uD83D\uDE01x, false",
        "\uD83D\uDE00*, \uD83D\uDE00x, true",
        "\uD83D\uDE00?, \uD83D\uDE00\uD83D\uDE01, true",
        "\uD83D\uDE00?, \uD83D\uDE01x, false"
    })
    void aCharacterIsACodePoint(String pattern, String name, boolean selected) {
        assertThat(FilePattern.of(pattern).selects(name)).isEqualTo(selected);
    }
}
