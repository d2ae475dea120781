package io.parquetry.format.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Classes for 4-byte and for 8-byte values exist twice, since a value that is boxed, or passed through an interface,
 * would cost too much. Their sources are the same but for the words that name the type. Who changes one of them changes
 * its twin.
 */
class TwinSourcesTest {
    private static final Path SOURCES = Path.of("src", "main", "java", "io", "parquetry", "format", "internal");

    /** Words of the 8-byte type, and what stands for them in the twin; in this order. */
    private static final Map<String, String> TYPE_WORDS = new LinkedHashMap<>();

    static {
        TYPE_WORDS.put("Long\\.", "Integer.");
        TYPE_WORDS.put("\\blong\\b", "int");
        TYPE_WORDS.put("\\blong(?=[A-Zs])", "int");
        TYPE_WORDS.put("Long(?![a-z]{2})", "Int");
        TYPE_WORDS.put("INT64", "INT32");
        TYPE_WORDS.put("DOUBLE", "FLOAT");
        TYPE_WORDS.put("\\bdouble(?![a-z])", "float");
        TYPE_WORDS.put("Double", "Float");
        TYPE_WORDS.put("8-byte", "4-byte");
        TYPE_WORDS.put("0\\.0f", "0.0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "column/write/*ColumnWriter",
                "column/write/*Values",
                "column/write/*ChunkDictionary",
                "encoding/*Dictionary",
                "statistics/*MinMax"
            })
    void intAndLongDifferOnlyInTypeWords(String twins) throws IOException {
        String ints = source(twins, "Int");
        String longs = source(twins, "Long");

        assertThat(longs).isNotEqualTo(ints);
        assertThat(neutral(longs))
                .as("Change %s for Int and for Long together", twins)
                .isEqualTo(neutral(ints));
    }

    @Test
    void aDriftIsFound() throws IOException {
        String longs = source("encoding/*Dictionary", "Long");

        assertThat(neutral(longs.replace("size * 2", "size * 3"))).isNotEqualTo(neutral(longs));
    }

    private static String source(String twins, String type) throws IOException {
        return Files.readString(SOURCES.resolve(twins.replace("*", type) + ".java"));
    }

    /** The source with the words of the 4-byte type, and without line breaks, which depend on the length of words. */
    private static String neutral(String source) {
        String neutral = source;
        for (Map.Entry<String, String> word : TYPE_WORDS.entrySet()) {
            neutral = neutral.replaceAll(word.getKey(), word.getValue());
        }
        return neutral.replaceAll("\\s+", " ").replaceAll("(?<=\\() | (?=[.)])", "");
    }
}
