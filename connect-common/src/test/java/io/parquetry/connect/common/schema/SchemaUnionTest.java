package io.parquetry.connect.common.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A union holds every value of both schemas without loss, does not change with a schema that it holds already, and has
 * the same columns in any order of union; schemas without union are refused with the field.
 */
class SchemaUnionTest {
    private static final int PRECISION = 38;
    private static final SchemaUnion UNION = new SchemaUnion(ColumnTypes.ofPrecision(PRECISION));

    @Provide
    Arbitrary<Long> seeds() {
        return ConnectArbitraries.seeds();
    }

    private static Optional<Schema> union(Schema first, Schema second) {
        try {
            return Optional.of(UNION.of(first, second));
        } catch (SchemaConflictException e) {
            return Optional.empty();
        }
    }

    private static Type columns(Schema schema) {
        return new ToParquet(ColumnTypes.ofPrecision(PRECISION))
                .column("c", schema.isOptional() ? Repetition.OPTIONAL : Repetition.REQUIRED, schema);
    }

    @Property(tries = 300)
    void eachValueOfEitherSchemaSurvives(@ForAll("seeds") long seed) {
        ConnectArbitraries any = new ConnectArbitraries(seed);
        SchemaVersions versions = new SchemaVersions(seed);
        Schema first = any.struct(3);
        Schema second = versions.next(first);
        Schema union = union(first, second).orElse(null);
        if (union == null) {
            return; // decimals that need more digits than any reader has
        }

        for (Schema schema : List.of(first, second)) {
            assertThat(UNION.holds(union, schema)).isTrue();
            for (int i = 0; i < 3; i++) {
                Object value = any.value(schema, 3);
                Object converted = ValueConversion.between(schema, union).convert(value);
                ((Struct) converted).validate();
                assertThat(known(schema, converted)).isEqualTo(known(schema, value));
            }
        }
    }

    /** The source gives inferred schemas to records, and they may be merged in the sink of another topic. */
    @Test
    void elementsThatAreNullOrTextAreText() {
        Inference ofNulls = new Inference();
        ofNulls.observe(Map.of("a", List.of()));
        Inference ofMixture = new Inference();
        ofMixture.observe(Map.of("a", List.of("x", 1L)));
        Schema nulls = ofNulls.schema();
        Schema mixture = ofMixture.schema();

        assertThat(columns(UNION.of(nulls, mixture))).isEqualTo(columns(mixture));
        assertThat(columns(UNION.of(mixture, nulls))).isEqualTo(columns(mixture));
        assertThat(UNION.holds(mixture, nulls)).isTrue();
        assertThat(UNION.holds(nulls, mixture)).isFalse();
    }

    /** The content of a value in the fields of a schema, with numbers by their numeric value. */
    private static Object known(Schema schema, Object value) {
        if (value == null) {
            return null;
        }
        return switch (schema.type()) {
            case STRUCT -> {
                Map<String, Object> fields = new HashMap<>();
                for (Field field : schema.fields()) {
                    Object content = ((Struct) value).getWithoutDefault(field.name());
                    fields.put(field.name(), known(field.schema(), content));
                }
                yield fields;
            }
            case ARRAY -> {
                List<Object> elements = new ArrayList<>();
                ((List<?>) value).forEach(element -> elements.add(known(schema.valueSchema(), element)));
                yield elements;
            }
            case MAP -> {
                List<Object> entries = new ArrayList<>();
                ((Map<?, ?>) value).forEach((key, content) -> {
                    entries.add(known(schema.keySchema(), key));
                    entries.add(known(schema.valueSchema(), content));
                });
                yield entries;
            }
            case BYTES ->
                value instanceof BigDecimal decimal
                        ? decimal.stripTrailingZeros()
                        : ConnectArbitraries.comparable(value);
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING ->
                value instanceof Number number ? number.doubleValue() : value;
        };
    }

    @Property(tries = 300)
    void aSchemaThatAUnionHoldsDoesNotChangeIt(@ForAll("seeds") long seed) {
        SchemaVersions versions = new SchemaVersions(seed);
        Schema first = new ConnectArbitraries(seed).struct(3);
        Schema second = versions.next(first);

        union(first, second).ifPresent(union -> {
            assertThat(UNION.of(union, first)).isSameAs(union);
            assertThat(UNION.of(union, second)).isSameAs(union);
            assertThat(UNION.of(union, union)).isSameAs(union);
        });
    }

    @Property(tries = 300)
    void theOrderOfUnitingDoesNotMatterToTheColumns(@ForAll("seeds") long seed) {
        SchemaVersions versions = new SchemaVersions(seed);
        Schema first = new ConnectArbitraries(seed).struct(3);
        Schema second = versions.next(first);
        Schema third = versions.next(random(seed) ? first : second);

        Optional<Schema> left = union(first, second).flatMap(union -> union(union, third));
        Optional<Schema> right = union(second, third).flatMap(union -> union(first, union));

        if (left.isPresent() && right.isPresent()) {
            assertThat(columns(left.get())).isEqualTo(columns(right.get()));
        }
    }

    private static boolean random(long seed) {
        return (seed & 1) == 0;
    }

    @Property(tries = 200)
    void schemasThatHaveNothingInCommonConflictOrHoldBoth(@ForAll("seeds") long seed) {
        ConnectArbitraries any = new ConnectArbitraries(seed);
        Schema first = any.schema(3);
        Schema second = any.schema(3);

        union(first, second).ifPresent(union -> {
            assertThat(UNION.holds(union, first)).isTrue();
            assertThat(UNION.holds(union, second)).isTrue();
        });
    }

    static Stream<Arguments> numbers() {
        return Stream.of(
                Arguments.of(Schema.INT8_SCHEMA, Schema.INT16_SCHEMA, Schema.Type.INT16),
                Arguments.of(Schema.INT16_SCHEMA, Schema.INT32_SCHEMA, Schema.Type.INT32),
                Arguments.of(Schema.INT8_SCHEMA, Schema.INT64_SCHEMA, Schema.Type.INT64),
                Arguments.of(Schema.FLOAT32_SCHEMA, Schema.FLOAT64_SCHEMA, Schema.Type.FLOAT64),
                Arguments.of(Schema.INT16_SCHEMA, Schema.FLOAT32_SCHEMA, Schema.Type.FLOAT32),
                Arguments.of(Schema.INT32_SCHEMA, Schema.FLOAT32_SCHEMA, Schema.Type.FLOAT64),
                Arguments.of(Schema.INT32_SCHEMA, Schema.FLOAT64_SCHEMA, Schema.Type.FLOAT64));
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void numbersAreWidenedToTheNarrowestTypeThatHoldsBoth(Schema one, Schema other, Schema.Type wide) {
        assertThat(UNION.of(one, other).type()).isEqualTo(wide);
        assertThat(UNION.of(other, one).type()).isEqualTo(wide);
    }

    private static Schema of(Schema field) {
        return SchemaBuilder.struct().field("a", field).build();
    }

    static Stream<Arguments> conflicts() {
        return Stream.of(
                Arguments.of(Schema.INT64_SCHEMA, Schema.FLOAT64_SCHEMA, "is INT64 in one schema and FLOAT64 in"),
                Arguments.of(Schema.STRING_SCHEMA, Schema.INT32_SCHEMA, "is STRING in one schema and INT32 in"),
                Arguments.of(Schema.STRING_SCHEMA, Schema.BYTES_SCHEMA, "is STRING"),
                Arguments.of(Schema.INT64_SCHEMA, Timestamp.SCHEMA, "INT64 'org.apache.kafka.connect.data.Timestamp'"),
                Arguments.of(Date.SCHEMA, Timestamp.SCHEMA, "Date' in one schema"),
                Arguments.of(
                        SchemaBuilder.int64()
                                .name("io.debezium.time.MicroTimestamp")
                                .build(),
                        SchemaBuilder.int64()
                                .name("io.debezium.time.MicroTimestamp")
                                .parameter(TemporalType.ADJUSTED_TO_UTC, "false")
                                .build(),
                        "parquet.adjusted.to.utc=false"),
                Arguments.of(
                        SchemaBuilder.struct().name("A").build(),
                        SchemaBuilder.struct().name("B").build(),
                        "is STRUCT 'A' in one schema and STRUCT 'B' in another"),
                Arguments.of(
                        Decimal.builder(0)
                                .parameter(DecimalForm.PRECISION, "38")
                                .build(),
                        Decimal.builder(10)
                                .parameter(DecimalForm.PRECISION, "38")
                                .build(),
                        "together they need 48 digits"));
    }

    @ParameterizedTest
    @MethodSource("conflicts")
    void schemasWithoutUnionAreRefusedWithThePath(Schema one, Schema other, String words) {
        Schema first = of(SchemaBuilder.array(of(one)).build());
        Schema second = of(SchemaBuilder.array(of(other)).build());

        assertThatThrownBy(() -> UNION.of(first, second))
                .isInstanceOf(SchemaConflictException.class)
                .hasMessageContaining("field a.element.a ")
                .hasMessageContaining(words);
    }

    @Test
    void fieldsOfOneVersionAreOptionalUnlessTheyHaveADefault() {
        Schema first = SchemaBuilder.struct()
                .field("id", Schema.INT32_SCHEMA)
                .field("old", Schema.STRING_SCHEMA)
                .build();
        Schema second = SchemaBuilder.struct()
                .field("new", SchemaBuilder.int32().defaultValue(7).build())
                .field("id", Schema.INT64_SCHEMA)
                .build();

        Schema union = UNION.of(first, second);

        assertThat(union.fields()).extracting(Field::name).containsExactly("id", "old", "new");
        assertThat(union.field("id").schema()).isEqualTo(Schema.INT64_SCHEMA);
        assertThat(union.field("old").schema()).isEqualTo(Schema.OPTIONAL_STRING_SCHEMA);
        assertThat(union.field("new").schema().defaultValue()).isEqualTo(7);
        Struct old = new Struct(first).put("id", 1).put("old", "x");
        Struct converted = (Struct) ValueConversion.between(first, union).convert(old);
        assertThat(converted.getInt64("id")).isEqualTo(1);
        assertThat(converted.getWithoutDefault("new")).isNull();
        assertThat(converted.get("new")).isEqualTo(7);
    }

    @Test
    void docsAndParametersAreThoseOfTheHigherVersionOrOfTheFirstSchema() {
        Schema one = SchemaBuilder.int32().version(1).doc("one").defaultValue(1).build();
        Schema two = SchemaBuilder.int64().version(2).doc("two").build();
        Schema other =
                SchemaBuilder.int64().version(2).doc("other").defaultValue(9L).build();

        Schema newest = UNION.of(of(one), of(two)).field("a").schema();
        assertThat(newest.doc()).isEqualTo("two");
        assertThat(newest.version()).isEqualTo(2);
        assertThat(newest.isOptional())
                .as("because of the default that is gone")
                .isTrue();
        assertThat(UNION.of(two, one).doc()).isEqualTo("two");
        assertThat(UNION.of(two, other).doc()).isEqualTo("two");
        assertThat(UNION.of(one, other).defaultValue()).isEqualTo(9L);
    }

    @Test
    void aDefaultIsWidenedWithItsType() {
        Schema newer = SchemaBuilder.int8().version(2).defaultValue((byte) 3).build();

        assertThat(UNION.of(Schema.INT64_SCHEMA, newer).defaultValue()).isEqualTo(3L);
    }

    @Test
    void docsOfAFieldAreThoseOfTheNewerStruct() {
        Schema one = SchemaBuilder.struct()
                .version(1)
                .field("a", SchemaBuilder.string().doc("old").build())
                .build();
        Schema two = SchemaBuilder.struct()
                .version(2)
                .field("a", SchemaBuilder.string().doc("new").build())
                .build();

        assertThat(UNION.of(one, two).field("a").schema().doc()).isEqualTo("new");
        assertThat(UNION.of(two, one).field("a").schema().doc()).isEqualTo("new");
    }

    @Test
    void decimalsKeepAllDigitsOnEitherSideOfThePoint() {
        Schema one = Decimal.builder(2).parameter(DecimalForm.PRECISION, "9").build();
        Schema other = Decimal.builder(4).parameter(DecimalForm.PRECISION, "6").build();

        Schema union = UNION.of(one, other);

        assertThat(DecimalForm.of(union, PRECISION)).isEqualTo(new DecimalForm(11, 4, 4));
        assertThat(ValueConversion.between(one, union).convert(new BigDecimal("1.25")))
                .isEqualTo(new BigDecimal("1.2500"));
    }

    @Test
    void decimalsWithoutPrecisionKeepTheConfiguredOne() {
        assertThat(DecimalForm.of(UNION.of(Decimal.schema(2), Decimal.schema(6)), PRECISION))
                .isEqualTo(new DecimalForm(38, 6, 6));
    }

    @Test
    void aUnionThatWouldDropAFieldHoldsNothing() {
        Schema wide = SchemaBuilder.struct()
                .field("a", Schema.INT32_SCHEMA)
                .field("b", Schema.OPTIONAL_INT32_SCHEMA)
                .build();

        assertThat(UNION.holds(of(Schema.INT32_SCHEMA), wide)).isFalse();
        assertThat(UNION.holds(wide, of(Schema.INT32_SCHEMA))).isTrue();
        assertThat(UNION.holds(wide, of(Schema.OPTIONAL_INT32_SCHEMA))).isFalse();
        assertThat(UNION.holds(of(Schema.INT32_SCHEMA), of(Schema.INT64_SCHEMA)))
                .isFalse();
    }

    @Test
    void aStructWithoutFieldsDoesNotHoldAStructWithTheColumnForEmptyStructs() {
        Schema empty = SchemaBuilder.struct().build();
        Schema odd = SchemaBuilder.struct()
                .field(ToParquet.EMPTY, Schema.OPTIONAL_BOOLEAN_SCHEMA)
                .build();

        assertThat(UNION.holds(empty, odd)).isFalse();
    }
}
