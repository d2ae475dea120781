package io.parquetry.connect.common.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.schema.Repetition;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;

/** Observed values decide the type of a path; the schema only grows, and earlier values are converted. */
class InferenceTest {
    private final Inference inference = new Inference();

    @Provide
    Arbitrary<Long> seeds() {
        return ConnectArbitraries.seeds();
    }

    /** Values of JSON with few names, so that types meet at the same path. */
    private static Object document(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 5)) {
            case 0 -> (long) random.nextInt(9);
            case 1 -> random.nextInt(4) == 0 ? random.nextLong() : (Object) (random.nextInt(40) / 4.0);
            case 2 -> random.nextBoolean();
            case 3, 4 -> "text " + random.nextInt(3);
            case 5 -> {
                List<Object> list = new ArrayList<>();
                for (int i = random.nextInt(3); i > 0; i--) {
                    list.add(random.nextInt(5) == 0 ? null : document(random, depth - 1));
                }
                yield list;
            }
            default -> object(random, depth);
        };
    }

    private static Map<String, Object> object(Random random, int depth) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            map.put("abcd".substring(random.nextInt(4)), random.nextInt(6) == 0 ? null : document(random, depth - 1));
        }
        return map;
    }

    @Property(tries = 500)
    void noValueIsLostInConversionsThroughAllSchemas(@ForAll("seeds") long seed) {
        Random random = new Random(seed);
        List<Object> documents = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        Inference inferred = new Inference();
        for (int i = 0; i < 6; i++) {
            Object document = random.nextInt(20) == 0 ? document(random, 3) : object(random, 4);
            Schema before = inferred.schema();
            if (inferred.observe(document)) {
                ValueConversion further = ValueConversion.between(before, inferred.schema());
                values.replaceAll(further::convert);
            }
            assertThat(InferredValues.fits(inferred.schema(), document)).isTrue();
            documents.add(document);
            values.add(InferredValues.convert(inferred.schema(), document));
        }

        for (int i = 0; i < documents.size(); i++) {
            assertThat(plain(inferred.schema(), values.get(i))).isEqualTo(plain(null, documents.get(i)));
        }
    }

    /** The document of a value: numbers by their numeric value, and no entry for null. */
    private static Object plain(Schema schema, Object value) {
        if (value instanceof Number number) {
            return new BigDecimal(number.toString()).stripTrailingZeros();
        } else if (value instanceof List<?> list) {
            List<Object> elements = new ArrayList<>();
            list.forEach(element -> elements.add(plain(schema == null ? null : schema.valueSchema(), element)));
            return elements;
        } else if (value instanceof Struct struct) {
            Map<String, Object> map = new HashMap<>();
            struct.schema().fields().forEach(field -> map.put(field.name(), plain(field.schema(), struct.get(field))));
            map.values().removeIf(Objects::isNull);
            return map;
        } else if (value instanceof Map<?, ?> fields) {
            Map<Object, Object> map = new HashMap<>();
            fields.forEach((name, content) -> map.put(name, plain(null, content)));
            map.values().removeIf(Objects::isNull);
            return map;
        } else if (value instanceof String text && schema != null && isJson(schema)) {
            return plain(null, ValueJson.read(null, ValueJson.parse(text)));
        }
        return value;
    }

    private Schema seen(Object... values) {
        for (Object value : values) {
            Map<String, Object> map = new HashMap<>();
            map.put("a", value);
            inference.observe(map);
        }
        return inference.schema().field("a").schema();
    }

    private Object converted(Object value) {
        Map<String, Object> map = new HashMap<>();
        map.put("a", value);
        return ((Struct) InferredValues.convert(inference.schema(), map)).get("a");
    }

    private static boolean isJson(Schema schema) {
        return schema.type() == Schema.Type.STRING && ToConnect.JSON.equals(schema.name());
    }

    @Test
    void integersBecomeDoublesWithTheFirstFraction() {
        assertThat(seen(1L, (byte) 2, 3)).isEqualTo(Schema.OPTIONAL_INT64_SCHEMA);
        assertThat(converted((byte) 2)).isEqualTo(2L);
        assertThat(seen(1.5)).isEqualTo(Schema.OPTIONAL_FLOAT64_SCHEMA);
        assertThat(converted(1L)).isEqualTo(1.0);
    }

    @Test
    void anIntegerThatADoubleCannotRepresentDoesNotBecomeADouble() {
        assertThat(seen(1.5, (1L << 53) + 1)).matches(InferenceTest::isJson);
        assertThat(converted((1L << 53) + 1)).isEqualTo("9007199254740993");
        assertThat(converted(1.5)).isEqualTo("1.5");
    }

    @Test
    void typesWithoutACommonTypeBecomeJsonText() {
        assertThat(seen("x", 1L)).matches(InferenceTest::isJson);
        assertThat(converted("x")).isEqualTo("\"x\"");
        assertThat(converted(1L)).isEqualTo("1");
        assertThat(converted(Map.of("b", List.of(true)))).isEqualTo("{\"b\":[true]}");
    }

    @Test
    void aPathWithOnlyNullsHasNoFieldUntilItsFirstValue() {
        Map<String, Object> map = new HashMap<>();
        map.put("a", null);
        inference.observe(Map.of());
        assertThat(inference.observe(map)).isFalse();
        assertThat(inference.schema().fields()).isEmpty();
        assertThat(InferredValues.fits(inference.schema(), map)).isTrue();
        assertThat(((Struct) InferredValues.convert(inference.schema(), map))
                        .schema()
                        .fields())
                .isEmpty();
        assertThat(seen(true)).isEqualTo(Schema.OPTIONAL_BOOLEAN_SCHEMA);
        assertThat(converted(null)).isNull();
    }

    @Test
    void elementsOfEmptyListsHaveNoType() {
        assertThat(new ToParquet(ColumnTypes.DEFAULT)
                        .column("a", Repetition.OPTIONAL, seen(List.of(List.of())))
                        .toString())
                .contains("UNKNOWN")
                .doesNotContain("JSON");
        assertThat(converted(List.of(Arrays.asList(null, null)))).isEqualTo(List.of(Arrays.asList(null, null)));
        assertThat(seen(List.of(List.of("x"))).valueSchema().valueSchema()).isEqualTo(Schema.OPTIONAL_STRING_SCHEMA);
    }

    @Test
    void aValueFitsASchemaThatHoldsItWithoutLoss() {
        Schema schema = seen(Map.of("n", 1L, "l", List.of("x")), null);

        assertThat(InferredValues.fits(schema, Map.of("n", 2L))).isTrue();
        assertThat(InferredValues.fits(schema, Map.of("n", 1.5))).isFalse();
        assertThat(InferredValues.fits(schema, Map.of("m", 2L))).isFalse();
        assertThat(InferredValues.fits(schema, Map.of("l", List.of(1L)))).isFalse();
        assertThat(InferredValues.fits(schema, Map.of(1L, 1L))).isFalse();
        assertThat(InferredValues.fits(schema, List.of())).isFalse();
        assertThat(InferredValues.fits(schema, null)).isTrue();
        assertThat(InferredValues.fits(Schema.OPTIONAL_FLOAT64_SCHEMA, Long.MAX_VALUE))
                .isFalse();
        Inference nulls = new Inference();
        nulls.observe(Arrays.asList((Object) null));
        assertThat(InferredValues.fits(nulls.schema(), Arrays.asList((Object) null)))
                .isTrue();
        assertThat(InferredValues.fits(nulls.schema(), List.of(1L))).isFalse();
    }

    @Test
    void listsBecomeArraysOfTheTypeOfTheirElements() {
        assertThat(seen(List.of()).valueSchema()).matches(InferenceTest::isJson);
        assertThat(seen(Arrays.asList(1L, null)).valueSchema()).isEqualTo(Schema.OPTIONAL_INT64_SCHEMA);
        assertThat(converted(Arrays.asList(1L, null))).isEqualTo(Arrays.asList(1L, null));
        assertThat(seen(List.of("x")).valueSchema()).matches(InferenceTest::isJson);
        assertThat(converted(List.of("x", 1L))).isEqualTo(List.of("\"x\"", "1"));
    }

    @Test
    void mapsBecomeStructsOfAllTheirNamesInOrderOfAppearance() {
        Schema schema = seen(Map.of("x", 1L), Map.of("y", "why"), Map.of());

        assertThat(schema.fields()).extracting(Field::name).containsExactly("x", "y");
        assertThat(schema.isOptional()).isTrue();
        assertThat(((Struct) converted(Map.of("y", "z"))).get("x")).isNull();
    }

    @Test
    void javaTypesHaveASchemaOrATypeMark() {
        assertThat(seen(new byte[] {1})).isEqualTo(Schema.OPTIONAL_BYTES_SCHEMA);
        Inference other = new Inference();
        other.observe(Map.of("d", new Date(7), "n", new BigDecimal("1.50"), "m", Map.of(1L, 2L)));
        assertThat(other.schema().field("d").schema().name()).isEqualTo(Timestamp.LOGICAL_NAME);
        Struct struct = (Struct)
                InferredValues.convert(other.schema(), Map.of("n", new BigDecimal("1.50"), "m", Map.of(1L, 2L)));
        assertThat(struct.get("n")).isEqualTo("{\"@decimal\":\"1.50\"}");
        assertThat(struct.get("m")).isEqualTo("{\"@map\":[[1,2]]}");
    }

    @Test
    void theSchemaIsTheSameObjectUntilItGrows() {
        assertThat(inference.observe(Map.of("a", 1L))).isTrue();
        Schema schema = inference.schema();
        assertThat(inference.observe(Map.of("a", Long.MAX_VALUE))).isFalse();
        assertThat(inference.observe(Map.of())).isFalse();
        assertThat(inference.schema()).isSameAs(schema);
        assertThat(inference.observe(Map.of("b", 1L))).isTrue();
        assertThat(inference.schema()).isNotSameAs(schema);
    }

    @Test
    void valuesAreConvertedFromSchemaToSchema() {
        Map<String, Object> early = Map.of("n", 1L, "o", Map.of("p", List.of(1L, 2L)), "s", "text");
        inference.observe(early);
        Schema before = inference.schema();
        Object value = InferredValues.convert(inference.schema(), early);
        inference.observe(Map.of("n", 1.5, "o", List.of(), "s", false, "t", 1L));
        Schema after = inference.schema();

        Struct moved = (Struct) ValueConversion.between(before, after).convert(value);

        assertThat(moved).isEqualTo(InferredValues.convert(inference.schema(), early));
        assertThat(moved.get("n")).isEqualTo(1.0);
        assertThat(moved.get("o")).isEqualTo("{\"p\":[1,2]}");
        assertThat(moved.get("s")).isEqualTo("\"text\"");
        assertThat(moved.get("t")).isNull();
    }

    @Test
    void jsonTextInsideJsonTextIsADocumentAndNotText() {
        Map<String, Object> mixed = Map.of("o", Map.of("p", List.of("x", 1L)));
        inference.observe(mixed);
        Schema before = inference.schema();
        Object value = InferredValues.convert(inference.schema(), mixed);
        inference.observe(Map.of("o", "other"));

        Struct moved =
                (Struct) ValueConversion.between(before, inference.schema()).convert(value);

        assertThat(moved.get("o")).isEqualTo("{\"p\":[\"x\",1]}");
    }

    @Test
    void aValueThatIsNotAMapIsOneColumn() {
        Inference list = new Inference();
        list.observe(List.of(1L));
        assertThat(list.schema().type()).isEqualTo(Schema.Type.ARRAY);
        list.observe("text");
        assertThat(list.schema()).matches(InferenceTest::isJson);
        assertThat(InferredValues.convert(list.schema(), List.of(1L))).isEqualTo("[1]");
    }

    @Test
    void aMapWithTooManyNamesBecomesJsonText() {
        for (int i = 0; i <= Inference.FIELDS_MAX; i++) {
            seen(Map.of("user " + i, 1L));
        }
        assertThat(inference.schema().field("a").schema()).matches(InferenceTest::isJson);
    }

    @Test
    void theNumberOfColumnsIsLimited() {
        for (int i = 0; i < 40; i++) {
            Map<String, Object> many = new LinkedHashMap<>();
            for (int j = 0; j < 500; j++) {
                many.put("f" + j, 1L);
            }
            inference.observe(Map.of("g" + i, many));
        }
        long structs = inference.schema().fields().stream()
                .filter(field -> field.schema().type() == Schema.Type.STRUCT)
                .count();
        assertThat(structs).isBetween(18L, 20L);
        assertThat(inference.schema().fields()).hasSize(40);
    }

    @Test
    void valuesNestedTooDeeplyBecomeJsonText() {
        Object deep = "bottom";
        for (int i = 0; i < 60; i++) {
            deep = Map.of("d", deep);
        }
        inference.observe(deep);

        assertThat(new ToParquet(ColumnTypes.DEFAULT).fields(inference.schema()))
                .hasSize(1);
        assertThat(InferredValues.convert(inference.schema(), deep).toString()).contains("bottom");
    }
}
