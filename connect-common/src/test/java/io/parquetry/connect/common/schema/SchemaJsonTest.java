package io.parquetry.connect.common.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Values;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A schema that is written as JSON is read equal in every property of Connect schemas, and a value is read equal. Text
 * that is not a schema is refused with the reason.
 */
class SchemaJsonTest {
    private static Schema throughText(Schema schema) {
        return SchemaJson.read(ValueJson.parse(ValueJson.text(SchemaJson.write(schema))));
    }

    @Provide
    Arbitrary<Long> seeds() {
        return ConnectArbitraries.seeds();
    }

    @Property(tries = 500)
    void anySchemaIsReadEqual(@ForAll("seeds") long seed) {
        Schema schema = new ConnectArbitraries(seed).schema(4);

        Schema back = throughText(schema);

        assertThat(difference("", schema, back)).isNull();
    }

    /** Kafka's own equality compares arrays inside defaults by reference, so the walk is ours. */
    private static String difference(String path, Schema one, Schema two) {
        if (one == null || two == null) {
            return one == two ? null : path + ": one is absent";
        }
        boolean same = one.type() == two.type()
                && one.isOptional() == two.isOptional()
                && Objects.equals(one.name(), two.name())
                && Objects.equals(one.version(), two.version())
                && Objects.equals(one.doc(), two.doc())
                && Objects.equals(one.parameters(), two.parameters())
                && (one.parameters() == null
                        || List.copyOf(one.parameters().keySet())
                                .equals(List.copyOf(two.parameters().keySet())))
                && (one.defaultValue() == null) == (two.defaultValue() == null)
                && (one.defaultValue() == null
                        || one.defaultValue().getClass() == two.defaultValue().getClass())
                && Objects.equals(
                        ConnectArbitraries.comparable(one.defaultValue()),
                        ConnectArbitraries.comparable(two.defaultValue()));
        if (!same) {
            return path + ": " + ValueJson.text(SchemaJson.write(one)) + " became "
                    + ValueJson.text(SchemaJson.write(two));
        }
        return switch (one.type()) {
            case STRUCT -> {
                if (one.fields().size() != two.fields().size()) {
                    yield path + ": other fields";
                }
                for (int i = 0; i < one.fields().size(); i++) {
                    Field left = one.fields().get(i);
                    Field right = two.fields().get(i);
                    String found = left.name().equals(right.name()) && left.index() == right.index()
                            ? difference(path + "." + left.name(), left.schema(), right.schema())
                            : path + ": " + left + " became " + right;
                    if (found != null) {
                        yield found;
                    }
                }
                yield null;
            }
            case ARRAY -> difference(path + "[]", one.valueSchema(), two.valueSchema());
            case MAP -> {
                String found = difference(path + "{key}", one.keySchema(), two.keySchema());
                yield found != null ? found : difference(path + "{value}", one.valueSchema(), two.valueSchema());
            }
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES -> null;
        };
    }

    @Property(tries = 500)
    void anyValueIsReadEqual(@ForAll("seeds") long seed) {
        ConnectArbitraries any = new ConnectArbitraries(seed);
        Schema schema = any.schema(3);
        Object value = any.nullable(schema, 3);

        Object back = ValueJson.read(schema, ValueJson.parse(ValueJson.text(ValueJson.write(schema, value))));

        assertThat(ConnectArbitraries.comparable(back)).isEqualTo(ConnectArbitraries.comparable(value));
    }

    @Property(tries = 500)
    void anyValueWithoutSchemaIsReadEqual(@ForAll("seeds") long seed) {
        Object value = new ConnectArbitraries(seed).schemaless(4);

        Object back = ValueJson.read(null, ValueJson.parse(ValueJson.text(ValueJson.write(null, value))));

        assertThat(back).isEqualTo(value);
    }

    @Test
    void aDefaultStructIsReadWithTheSchemaWithoutItsDefault() {
        Schema bare = SchemaBuilder.struct()
                .field("a", Schema.INT32_SCHEMA)
                .field("b", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        Struct value = new Struct(bare).put("a", 7);
        Schema schema =
                new ConnectSchema(Schema.Type.STRUCT, false, value, null, null, null, null, bare.fields(), null, null);

        assertThat(throughText(schema).defaultValue()).isEqualTo(value);
    }

    @Test
    void aDefaultBufferIsDistinguishedFromAnArray() {
        Schema schema = SchemaBuilder.bytes()
                .defaultValue(ByteBuffer.wrap(new byte[] {1, 2}))
                .build();

        assertThat(throughText(schema)).isEqualTo(schema);
        assertThat(throughText(SchemaBuilder.bytes()
                                .defaultValue(new byte[] {1})
                                .build())
                        .defaultValue())
                .isEqualTo(new byte[] {1});
    }

    @Test
    void arraysAndMapsWithoutSchemasOfTheirPartsAreKept() {
        Schema array = Values.parseString("[]").schema();
        Schema map = Values.parseString("{}").schema();

        assertThat(throughText(array).valueSchema()).isNull();
        assertThat(throughText(map).keySchema()).isNull();
        assertThat(throughText(map).valueSchema()).isNull();
    }

    @Test
    void theNamesAreThoseOfTheJsonConverter() {
        Schema schema = SchemaBuilder.struct()
                .name("Quake")
                .version(3)
                .doc("one")
                .field("mag", Decimal.builder(1).optional().build())
                .build();

        assertThat(ValueJson.text(SchemaJson.write(schema)))
                .isEqualTo("{\"type\":\"struct\",\"optional\":false,\"name\":\"Quake\",\"version\":3,\"doc\":\"one\","
                        + "\"fields\":[{\"field\":\"mag\",\"type\":\"bytes\",\"optional\":true,"
                        + "\"name\":\"org.apache.kafka.connect.data.Decimal\",\"version\":1,"
                        + "\"parameters\":{\"scale\":\"1\"}}]}");
    }

    @Test
    void aMapThatLooksLikeATypeMarkIsWrittenAsEntries() {
        assertThat(ValueJson.text(ValueJson.write(null, Map.of("@int32", 1L))))
                .isEqualTo("{\"@map\":[[\"@int32\",1]]}");
        assertThat(ValueJson.text(ValueJson.write(null, Map.of("a", 1L)))).isEqualTo("{\"a\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "7",
                "{",
                "{}",
                "{\"type\":\"int32\"}",
                "{\"type\":\"number\",\"optional\":true}",
                "{\"type\":\"struct\",\"optional\":true}",
                "{\"type\":\"struct\",\"optional\":true,\"fields\":[{\"type\":\"int8\",\"optional\":true}]}",
                "{\"type\":\"int8\",\"optional\":true,\"default\":1000}",
                "{\"type\":\"int8\",\"optional\":true,\"version\":\"one\"}",
                "{\"type\":\"bytes\",\"optional\":true,\"default\":\"***\"}",
                "{\"type\":\"int8\",\"optional\":true,\"parameters\":[]}"
            })
    void textThatIsNotASchemaIsRefused(String text) {
        assertThatThrownBy(() -> SchemaJson.read(ValueJson.parse(text))).isInstanceOf(DataException.class);
    }

    @Test
    void aSchemaNestedWithoutEndIsRefused() {
        String text = "{\"type\":\"array\",\"optional\":true,\"items\":".repeat(300) + "{}" + "}".repeat(300);

        assertThatThrownBy(() -> SchemaJson.read(ValueJson.parse(text)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("deeper than 250");
    }

    @Test
    void anObjectOfAnUnknownTypeIsRefusedInAValueWithoutSchema() {
        assertThatThrownBy(() -> ValueJson.write(null, new StringBuilder("x")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("java.lang.StringBuilder");
    }
}
