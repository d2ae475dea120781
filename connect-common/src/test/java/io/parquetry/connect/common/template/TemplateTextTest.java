package io.parquetry.connect.common.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.parquetry.connect.common.template.TemplateText.Fixed;
import io.parquetry.connect.common.template.TemplateText.Placeholder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A template has literal text and placeholders, each with its position; a malformed placeholder is refused with its
 * position.
 */
class TemplateTextTest {
    @Test
    void piecesHaveTheirPosition() {
        assertThat(new TemplateText("a-${path.1}$$b${t:'}'x}").pieces(name -> "'"))
                .containsExactly(
                        new Fixed(0, "a-", false),
                        new Placeholder(2, "path", ".1"),
                        new Fixed(11, "$", false),
                        new Fixed(13, "b", false),
                        new Placeholder(14, "t", ":'}'x"));
    }

    @Test
    void theLastTextIsMarked() {
        assertThat(new TemplateText("${a}b").pieces(name -> "")).last().isEqualTo(new Fixed(4, "b", true));
        assertThat(new TemplateText("b$$").pieces(name -> "")).last().isEqualTo(new Fixed(1, "$", true));
        assertThat(new TemplateText("").pieces(name -> "")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            value = {"a$b, 2, write $$", "a${b, 2, not closed", "$, 1, write $$", "x${a.'}', 2, not closed"})
    void faultsHaveTheirPosition(String template, int position, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TemplateText(template).pieces(name -> "'"))
                .withMessageContaining("the template \"" + template + "\", position " + position + ": ")
                .withMessageContaining(reason);
    }
}
