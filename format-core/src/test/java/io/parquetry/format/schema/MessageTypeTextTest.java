package io.parquetry.format.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.UsageException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The message-type text: parquet-java reads what we print and prints what we print; every schema comes back from its
 * text, whatever its names; and text that is wrong is refused with line and column.
 */
class MessageTypeTextTest {
    @Property(tries = 300)
    void parquetJavaPrintsAndReadsTheSameText(@ForAll("schemas") MessageType schema) {
        String text = schema.toString();

        assertThat(MessageTypeParser.parseMessageType(text)).hasToString(text);
        assertThat(MessageType.parse(text)).isEqualTo(schema);
    }

    @Property(tries = 300)
    void everyNameComesBack(@ForAll("names") String name) {
        PrimitiveType leaf = PrimitiveType.of(name, Repetition.REQUIRED, PhysicalType.INT32);
        GroupType group = GroupType.of(name, Repetition.REPEATED, List.of(leaf));
        MessageType schema = new MessageType(name, List.of(group));

        assertThat(MessageType.parse(schema.toString())).isEqualTo(schema);
    }

    @Provide
    Arbitrary<MessageType> schemas() {
        return Arbitraries.randomValue(random -> new RandomSchemas(random).message(5, 4));
    }

    @Provide
    Arbitrary<String> names() {
        List<String> characters = " ,;{}()=\t\r\n`\"'\\aé😀-."
                .codePoints()
                .mapToObj(Character::toString)
                .toList();
        return Arbitraries.of(characters).list().ofMaxSize(8).map(chosen -> String.join("", chosen));
    }

    @Test
    void aNameWithoutUtf8IsRefused() {
        assertThatThrownBy(() -> PrimitiveType.of("a\ud83d", Repetition.REQUIRED, PhysicalType.INT32))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("holds an unpaired surrogate");
    }

    @Test
    void theTextIsLaidOutOneFieldALine() {
        MessageType schema = new MessageType(
                "Root",
                List.of(
                        GroupType.list(
                                "tags",
                                Repetition.OPTIONAL,
                                PrimitiveType.of(
                                        "element", Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.STRING)),
                        PrimitiveType.of(
                                "ts",
                                Repetition.REQUIRED,
                                PhysicalType.INT64,
                                new LogicalType.Timestamp(true, TimeUnit.MICROS)),
                        new PrimitiveType(
                                "id",
                                Repetition.REQUIRED,
                                PhysicalType.FIXED_LEN_BYTE_ARRAY,
                                16,
                                Optional.of(LogicalType.UUID),
                                OptionalInt.of(3)),
                        PrimitiveType.of("price in `EUR`", Repetition.OPTIONAL, PhysicalType.DOUBLE)));

        assertThat(schema).hasToString("""
                message Root {
                  optional group tags (LIST) {
                    repeated group list {
                      optional binary element (STRING);
                    }
                  }
                  required int64 ts (TIMESTAMP(MICROS,true));
                  required fixed_len_byte_array(16) id (UUID) = 3;
                  optional double `price in ``EUR```;
                }
                """);
        assertThat(MessageType.parse(schema.toString())).isEqualTo(schema);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "binary a (UTF8)                     | binary a (STRING)",
                "int32 a (TIME_MILLIS)               | int32 a (TIME(MILLIS,true))",
                "int64 a (TIME_MICROS)               | int64 a (TIME(MICROS,true))",
                "int64 a (TIMESTAMP_MILLIS)          | int64 a (TIMESTAMP(MILLIS,true))",
                "int64 a (TIMESTAMP_MICROS)          | int64 a (TIMESTAMP(MICROS,true))",
                "int32 a (INT_8)                     | int32 a (INTEGER(8,true))",
                "int32 a (INT_16)                    | int32 a (INTEGER(16,true))",
                "int32 a (INT_32)                    | int32 a (INTEGER(32,true))",
                "int64 a (INT_64)                    | int64 a (INTEGER(64,true))",
                "int32 a (UINT_8)                    | int32 a (INTEGER(8,false))",
                "int32 a (UINT_16)                   | int32 a (INTEGER(16,false))",
                "int32 a (UINT_32)                   | int32 a (INTEGER(32,false))",
                "int64 a (UINT_64)                   | int64 a (INTEGER(64,false))",
                "int32 a (DECIMAL(9,2))              | int32 a (DECIMAL(9,2))",
                "int32 a (UNKNOWN)                   | int32 a (UNKNOWN)",
                "binary a (GEOMETRY)                 | binary a (GEOMETRY)",
                "binary a (GEOMETRY(EPSG:4326))      | binary a (GEOMETRY(EPSG:4326))",
                "binary a (GEOGRAPHY(srid:1,KARNEY)) | binary a (GEOGRAPHY(srid:1,KARNEY))",
                "int96 a                             | int96 a",
            })
    void namesOfOldFilesAreReadAsParquetJavaReadsThem(String field, String printed) {
        String text = "message m { required " + field + "; }";

        String ours = MessageType.parse(text).toString();

        assertThat(ours).isEqualTo("message m {\n  required " + printed + ";\n}\n");
        assertThat(MessageTypeParser.parseMessageType(text)).hasToString(ours);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(MAP) ", "(LIST) ", "(MAP_KEY_VALUE) ", "= 7 ", "(VARIANT(1)) = 2 ", ""})
    void groupsAreReadAsParquetJavaReadsThem(String annotation) {
        String text = "MESSAGE m{optional GROUP g " + annotation
                + "{repeated group e{required binary metadata;required binary value = -1;}}}";

        assertThat(MessageTypeParser.parseMessageType(text))
                .hasToString(MessageType.parse(text).toString());
    }

    @Test
    void aCoordinateSystemMayHoldAnything() {
        MessageType schema = new MessageType(
                "m",
                List.of(PrimitiveType.of(
                        "a",
                        Repetition.REQUIRED,
                        PhysicalType.BYTE_ARRAY,
                        new LogicalType.Geography(
                                Optional.of("{\"name\": (x), `y`}"),
                                Optional.of(LogicalType.EdgeInterpolation.THOMAS)))));

        assertThat(MessageType.parse(schema.toString())).isEqualTo(schema);
    }

    @Test
    void windowsLinesAreRead() {
        assertThat(MessageType.parse("message m {\r\n\trequired int32 a;\r\n}\r\n"))
                .isEqualTo(
                        new MessageType("m", List.of(PrimitiveType.of("a", Repetition.REQUIRED, PhysicalType.INT32))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "schema m {} | line 1, column 1: found 'schema', expected 'message'",
                "message {} | line 1, column 9: found '{', expected the name of the message",
                "message m | line 1, column 10: found the end, expected '{'",
                "message m {} x | line 1, column 14: found 'x', expected the end",
                "message m { int32 a; } | found 'int32', expected required, optional, repeated or '}'",
                "message m { required text a; } | column 22: found 'text', expected group, boolean, int32",
                "message m { required int32 a } | column 30: found '}', expected ';'",
                "message m { required int32 ; } | column 28: found ';', expected the name of the field",
                "message m { required int32 a (TEXT); } | column 31: found 'TEXT', expected an annotation such as",
                "message m { required int32 a = x; } | column 32: found 'x', expected a field id",
                "message m { required int32 a; optional group a { } } | column 46: the group has a field named 'a' already",
                "message m { required fixed_len_byte_array a; } | column 43: found 'a', expected '('",
                "message m { required fixed_len_byte_array(0) a; } | column 43: the length of a fixed_len_byte_array",
                "message m { required int32 `a; } | column 28: found a name that begins with ` and does not end",
                "message m { required int32 a (STRING); } | column 30: STRING cannot annotate INT32, only BYTE_ARRAY",
                "message m { required int64 a (DECIMAL(19,0)); } | does not fit INT64, which holds 18 digits",
                "message m { required binary a (DECIMAL(3,4)); } | the scale is 0 up to the precision",
                "message m { required fixed_len_byte_array(2) a (DECIMAL(5,0)); } | which holds 4 digits",
                "message m { required int64 a (TIME(MILLIS,true)); } | TIME(MILLIS,true) cannot annotate INT64, only INT32",
                "message m { required int64 a (TIME(DAYS,true)); } | found 'DAYS', expected MILLIS, MICROS or NANOS",
                "message m { required int64 a (TIME(NANOS,yes)); } | found 'yes', expected true or false",
                "message m { required int64 a (INTEGER(24,true)); } | found 24, expected 8, 16, 32 or 64",
                "message m { required int64 a (LIST); } | LIST annotates a group, not a column",
                "message m { required group a (DATE) { } } | column 30: DATE cannot annotate a group",
                "message m { required fixed_len_byte_array(8) a (UUID); } | UUID annotates only FIXED_LEN_BYTE_ARRAY(16)",
            })
    void wrongTextIsRefusedWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> MessageType.parse(text))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("schema text, line 1, column ")
                .hasMessageContaining(message);
    }

    @Test
    void linesAreCounted() {
        assertThatThrownBy(() -> MessageType.parse("message m {\n  required int32 a;\n  required int32 b = ;\n}"))
                .hasMessage("schema text, line 3, column 22: found ';', expected a field id");
    }

    @Test
    void textNestedWithoutEndIsRefused() {
        assertThatThrownBy(() -> MessageType.parse("message m {" + "required group g {".repeat(100_000)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("nested deeper than " + MessageType.DEPTH_MAX + " levels");
    }
}
