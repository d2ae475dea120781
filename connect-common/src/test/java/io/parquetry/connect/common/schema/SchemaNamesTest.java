package io.parquetry.connect.common.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.api.Test;

/** Every struct has a full name after its path, and no two names are equal. */
class SchemaNamesTest {
    private static Schema struct(String field, Schema schema) {
        return SchemaBuilder.struct().field(field, schema).optional().build();
    }

    private static Schema list(Schema element) {
        return SchemaBuilder.array(element).build();
    }

    private static Schema in(Schema schema, String... fields) {
        Schema at = schema;
        for (String field : fields) {
            at = at.field(field).schema();
        }
        return at;
    }

    @Test
    void aStructHasTheNameOfItsPath() {
        Schema city = struct("city", Schema.STRING_SCHEMA);
        Schema file = SchemaBuilder.struct()
                .field("address", struct("geo", city))
                .field("items", list(struct("id", Schema.INT64_SCHEMA)))
                .field("by_name", SchemaBuilder.map(Schema.STRING_SCHEMA, city).build())
                .build();

        Schema named = SchemaNames.named(file, "orders.Value");

        assertThat(named.name()).isEqualTo("orders.Value");
        assertThat(in(named, "address").name()).isEqualTo("orders.Value.address");
        assertThat(in(named, "address").isOptional()).isTrue();
        assertThat(in(named, "address", "geo").name()).isEqualTo("orders.Value.address.geo");
        assertThat(in(named, "items").name()).isNull();
        assertThat(in(named, "items").valueSchema().name()).isEqualTo("orders.Value.items");
        assertThat(in(named, "by_name").name()).isNull();
        assertThat(in(named, "by_name").valueSchema().name()).isEqualTo("orders.Value.by_name.value");
        assertThat(in(named, "address", "geo", "city")).isEqualTo(Schema.STRING_SCHEMA);
    }

    @Test
    void aMapWhoseKeysAreNotTextHasAName() {
        Schema byNumber =
                SchemaBuilder.map(Schema.INT32_SCHEMA, Schema.STRING_SCHEMA).build();
        Schema file = SchemaBuilder.struct()
                .field("one", byNumber)
                .field("other", byNumber)
                .build();

        Schema named = SchemaNames.named(file, "V");

        assertThat(in(named, "one").name()).isEqualTo("V.one");
        assertThat(in(named, "other").name()).isEqualTo("V.other");
    }

    @Test
    void namesThatBecomeEqualAreDistinguishedAndGivenNamesAreKept() {
        Schema interval = SchemaBuilder.struct()
                .name("io.parquetry.Interval")
                .field("days", Schema.INT64_SCHEMA)
                .build();
        Schema file = SchemaBuilder.struct()
                .field("a-b", struct("x", Schema.INT32_SCHEMA))
                .field("a.b", struct("x", Schema.INT32_SCHEMA))
                .field("1st", struct("x", Schema.INT32_SCHEMA))
                .field("span", interval)
                .build();

        Schema named = SchemaNames.named(file, "V");

        assertThat(in(named, "a-b").name()).isEqualTo("V.a_b");
        assertThat(in(named, "a.b").name()).isEqualTo("V.a_b_2");
        assertThat(in(named, "1st").name()).isEqualTo("V._1st");
        assertThat(in(named, "span")).isSameAs(interval);
    }

    @Test
    void aTextBecomesALegalName() {
        assertThat(SchemaNames.legal("shop-1.orders.2024..Value")).isEqualTo("shop_1.orders._2024._.Value");
        assertThat(SchemaNames.legalPart("part-00000.c000")).isEqualTo("part_00000_c000");
        assertThat(SchemaNames.legal("")).isEqualTo("_");
    }
}
