package io.parquetry.connect.common.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

/**
 * Both ways of setting fields give the same struct as {@code put} by name, and both ways of getting fields give the
 * value that was set, or null, even for a field with a default.
 */
class StructSlotsTest {
    private static final Schema INNER =
            SchemaBuilder.struct().field("n", Schema.INT32_SCHEMA).build();
    private static final Schema SCHEMA = SchemaBuilder.struct()
            .field("text", Schema.STRING_SCHEMA)
            .field("missing", Schema.OPTIONAL_INT64_SCHEMA)
            .field("defaulted", SchemaBuilder.int32().optional().defaultValue(7).build())
            .field("inner", INNER)
            .field("list", SchemaBuilder.array(Schema.INT8_SCHEMA).build())
            .field(
                    "map",
                    SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.BOOLEAN_SCHEMA)
                            .build())
            .build();

    private static final Struct BY_NAME = new Struct(SCHEMA)
            .put("text", "a")
            .put("inner", new Struct(INNER).put("n", 1))
            .put("list", List.of((byte) 1))
            .put("map", Map.of("k", true));

    @Test
    void theFieldsOfKafkasStructsAreAccessible() {
        assertThat(StructSlots.of(SCHEMA)).isInstanceOf(StructSlots.Direct.class);
    }

    @Test
    void directlySetFieldsMakeTheSameStruct() {
        assertIsTheSame(filled(new StructSlots.Direct()));
    }

    @Test
    void validatedFieldsMakeTheSameStruct() {
        assertIsTheSame(filled(StructSlots.Validated.of(SCHEMA)));
    }

    @Test
    void fieldsAreReadAsTheyWereSet() {
        Struct struct = new Struct(SCHEMA).put("text", "a").put("defaulted", null);
        Struct withDefault = new Struct(SCHEMA).put("text", "b").put("defaulted", 7);
        for (StructSlots slots : List.of(new StructSlots.Direct(), StructSlots.Validated.of(SCHEMA))) {
            assertThat(slots.get(struct, 0)).isEqualTo("a");
            assertThat(slots.get(struct, 1)).isNull();
            assertThat(slots.get(struct, 2)).isNull();
            assertThat(slots.get(withDefault, 2)).isEqualTo(7);
        }
    }

    private static Struct filled(StructSlots slots) {
        Struct struct = new Struct(SCHEMA);
        slots.set(struct, 0, "a");
        slots.set(struct, 3, new Struct(INNER).put("n", 1));
        slots.set(struct, 4, List.of((byte) 1));
        slots.set(struct, 5, Map.of("k", true));
        return struct;
    }

    private static void assertIsTheSame(Struct struct) {
        struct.validate();
        assertThat(struct).isEqualTo(BY_NAME).hasSameHashCodeAs(BY_NAME);
        assertThat(struct.get("defaulted")).isEqualTo(7);
        assertThat(struct.getWithoutDefault("missing")).isNull();
    }
}
