package io.parquetry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The pages of {@code docs/} stay within a number of words, so that a reader can find something in them. What is added
 * replaces something. A word is a text between blanks that has a letter or a digit; the bars of a table are none,
 * and diagrams do not count.
 */
class DocumentWordsTest {
    private static final Path PAGES = Path.of("..", "docs");
    private static final long WORDS_MAX = 50_000;

    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern DIAGRAM = Pattern.compile("```mermaid\\n.*?```", Pattern.DOTALL);
    private static final Pattern LETTER_OR_DIGIT = Pattern.compile("[\\p{L}\\p{N}]");

    @Test
    void thePagesHaveAtMostSoManyWords() throws IOException {
        List<Path> pages;
        try (Stream<Path> files = Files.walk(PAGES)) {
            pages = files.filter(file -> file.toString().endsWith(".md")).toList();
        }
        assertThat(pages).hasSizeGreaterThan(20);
        long words = 0;
        for (Path page : pages) {
            words += words(Files.readString(page));
        }
        assertThat(words).as("words of all pages of docs/").isBetween(WORDS_MAX / 2, WORDS_MAX);
    }

    @Test
    void barsAndDiagramsAreNoWords() {
        assertThat(words("| key | `a.b` |\n|---|---|\n| two words | 1 |\n```mermaid\na->>b\n```"))
                .isEqualTo(5);
    }

    private static long words(String text) {
        return BLANKS.splitAsStream(DIAGRAM.matcher(text).replaceAll(""))
                .filter(part -> LETTER_OR_DIGIT.matcher(part).find())
                .count();
    }
}
