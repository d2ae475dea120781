package io.parquetry.cli.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.format.InvalidRecordException;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The values at a path determine its type in any order; incompatible values are JSON text. */
class SchemaInferenceTest {
    private static String schema(String... records) throws IOException {
        SchemaInference inference = new SchemaInference();
        for (String record : records) {
            try (LineParser parser = LineParser.of(record)) {
                parser.nextToken();
                inference.add(parser);
                assertThat(parser.nextToken()).isNull();
            }
        }
        return inference.schema().toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true          | false          | optional boolean x",
                "1             | -5             | optional int64 x",
                "1             | 2.5            | optional double x",
                "9007199254740993 | 1           | optional int64 x",
                "9007199254740993 | 1.5         | optional binary x (JSON)",
                "-9223372036854775808 | 1.5     | optional binary x (JSON)",
                "1             | 9223372036854775808 | optional binary x (JSON)",
                "1.5           | 1e400          | optional binary x (JSON)",
                "1.5           | 1e-400         | optional binary x (JSON)",
                "1.5           | 0.1234567890123456789 | optional binary x (JSON)",
                "1.5           | 0.30000000000000004 | optional double x",
                "\"a\"         | null           | optional binary x (STRING)",
                "\"2024-02-29\" | null          | optional binary x (STRING)",
                "null          | null           | optional binary x (JSON)",
                "{}            | null           | optional binary x (JSON)",
                "1             | \"a\"          | optional binary x (JSON)",
                "true          | 1              | optional binary x (JSON)",
                "[1]           | 1              | optional binary x (JSON)",
                "{\"a\":1}     | [1]            | optional binary x (JSON)"
            })
    void twoValuesMakeOneType(String one, String other, String column) throws IOException {
        String expected = "message record {\n  " + column + ";\n}\n";

        assertThat(schema("{\"x\":" + one + "}", "{\"x\":" + other + "}")).isEqualTo(expected);
        assertThat(schema("{\"x\":" + other + "}", "{\"x\":" + one + "}")).isEqualTo(expected);
    }

    @Test
    void objectsAndListsHaveFieldsInOrderOfAppearance() throws IOException {
        assertThat(schema(
                        "{\"a\":{\"p\":1},\"l\":[]}",
                        "{\"b\":true,\"a\":{\"q\":[[1]]},\"l\":[{\"z\":1},{\"y\":\"t\"}]}"))
                .isEqualToIgnoringWhitespace("""
                        message record {
                          optional group a {
                            optional int64 p;
                            optional group q (LIST) { repeated group list {
                              optional group element (LIST) { repeated group list { optional int64 element; } } } }
                          }
                          optional group l (LIST) { repeated group list {
                            optional group element { optional int64 z; optional binary y (STRING); } } }
                          optional boolean b;
                        }""");
    }

    @Test
    void objectsWithTooManyNamesAreJson() throws IOException {
        String wide = IntStream.rangeClosed(0, SchemaInference.FIELDS_MAX)
                .mapToObj(i -> "\"k" + i + "\":" + i)
                .collect(Collectors.joining(",", "{", "}"));
        String deep =
                "{\"x\":".repeat(SchemaInference.LEVELS_MAX + 1) + "1" + "}".repeat(SchemaInference.LEVELS_MAX + 1);

        assertThat(schema("{\"x\":" + wide + "}")).contains("optional binary x (JSON);");
        assertThat(schema(deep)).contains("(JSON);").doesNotContain("int64");
        assertThatThrownBy(() -> schema(wide))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessageContaining("more than 1000 fields");
    }

    @Test
    void recordsAreObjectsWithFields() {
        assertThatThrownBy(() -> schema("[1]"))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessage("there is an array, but it takes an object with the fields of a record");
        assertThatThrownBy(() -> schema("{}"))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("no record has a field");
        assertThatThrownBy(SchemaInferenceTest::schema).isInstanceOf(CommandException.class);
    }

    @Test
    void objectsThatBecameTextLeaveRoomForOtherFields() throws IOException {
        SchemaInference inference = new SchemaInference();
        int objects = SchemaInference.NODES_MAX / SchemaInference.FIELDS_MAX + 1;
        for (int object = 0; object < objects; object++) {
            for (int key = 0; key <= SchemaInference.FIELDS_MAX; key++) {
                add(inference, "{\"m" + object + "\":{\"k" + key + "\":[1]}}");
            }
        }
        add(inference, "{\"last\":1}");

        assertThat(inference.schema().toString()).contains("m0 (JSON);", "m10 (JSON);", "optional int64 last;");
    }

    private static void add(SchemaInference inference, String record) throws IOException {
        try (LineParser parser = LineParser.of(record)) {
            parser.nextToken();
            inference.add(parser);
        }
    }
}
