package io.parquetry.connect.common.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dots separate the names of fields of structs and maps; names may be quoted. */
class FieldPathTest {
    private static final Map<String, Object> VALUE =
            Map.of("a", Map.of("b", 1), "a.b", 2, "q\"q", Map.of("", 3), "d", Map.of("e.f", Map.of("g", 4)));

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            value = {
                "a.b | 1",
                "\"a.b\" | 2",
                "`a.b` | 2",
                "d.`e.f`.g | 4",
                "\"q\"\"q\" | {=3}",
                "d.\"e.f\".g | 4",
                "\"a\".\"b\" | 1"
            },
            delimiter = '|')
    void dotsSeparateNamesUnlessTheyAreQuoted(String path, String found) {
        assertThat(FieldPath.parse(path).in(VALUE, null).value()).hasToString(found);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = '|',
            value = {
                "~~ | empty name",
                ". | empty name",
                "a. | empty name",
                ".a | empty name",
                "a..b | empty name",
                "\"\".a | empty name",
                "\"a | not closed",
                "\"a\"\" | not closed",
                "\"a\"b | without a dot"
            })
    void aMalformedPathIsRefused(String path, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FieldPath.parse(path))
                .withMessageContaining("\"" + path + "\"")
                .withMessageContaining(reason);
    }

    @Test
    void aNullInsideThePathIsANull() {
        assertThat(FieldPath.parse("a.b.c").in(null, null).value()).isNull();
        assertThat(FieldPath.parse("x.y").in(VALUE, null).value()).isNull();
    }

    @Test
    void aFieldThatIsNotInTheSchemaIsAFault() {
        Schema schema = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
        Struct struct = new Struct(schema).put("id", 7L);
        assertThatThrownBy(() -> FieldPath.parse("name").in(struct, schema))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("no field name")
                .hasMessageContaining("[id]");
        assertThatThrownBy(() -> FieldPath.parse("id.part").in(struct, schema))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("java.lang.Long");
    }

    @Test
    void aDefaultDoesNotReplaceAMissingValue() {
        Schema field = SchemaBuilder.string().optional().defaultValue("none").build();
        Schema schema = SchemaBuilder.struct().field("name", field).build();
        assertThat(FieldPath.parse("name").in(new Struct(schema), schema).value())
                .isNull();
    }

    @Test
    void aFieldComesWithItsSchema() {
        Schema map =
                SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT32_SCHEMA).build();
        Schema schema = SchemaBuilder.struct().field("m", map).build();
        FieldPath.Found found = FieldPath.parse("m.k").in(new Struct(schema).put("m", Map.of("k", 5)), schema);
        assertThat(found.value()).isEqualTo(5);
        assertThat(found.schema()).isEqualTo(Schema.INT32_SCHEMA);
    }
}
