package io.parquetry.connect.common.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.TimeUnit;
import io.parquetry.format.schema.Type;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table "Connect to Parquet" of {@code docs/reference/connect-mapping.md}, row by row, and the schemas that are
 * refused.
 */
class ToParquetTest {
    private static final ToParquet TYPES = new ToParquet(ColumnTypes.DEFAULT);

    private static Type column(Schema schema) {
        return TYPES.column("c", Repetition.REQUIRED, schema);
    }

    private static Type plain(PhysicalType type) {
        return PrimitiveType.of("c", Repetition.REQUIRED, type);
    }

    private static Type annotated(PhysicalType type, LogicalType annotation) {
        return PrimitiveType.of("c", Repetition.REQUIRED, type, annotation);
    }

    private static Schema number(Schema.Type type, String name) {
        return SchemaBuilder.type(type).name(name).build();
    }

    static Stream<Arguments> leaves() {
        LogicalType millisOfDay = new LogicalType.Time(true, TimeUnit.MILLIS);
        LogicalType millis = new LogicalType.Timestamp(true, TimeUnit.MILLIS);
        return Stream.of(
                Arguments.of(Schema.INT8_SCHEMA, annotated(PhysicalType.INT32, new LogicalType.Int(8, true))),
                Arguments.of(Schema.INT16_SCHEMA, annotated(PhysicalType.INT32, new LogicalType.Int(16, true))),
                Arguments.of(Schema.INT32_SCHEMA, plain(PhysicalType.INT32)),
                Arguments.of(Schema.INT64_SCHEMA, plain(PhysicalType.INT64)),
                Arguments.of(Schema.FLOAT32_SCHEMA, plain(PhysicalType.FLOAT)),
                Arguments.of(Schema.FLOAT64_SCHEMA, plain(PhysicalType.DOUBLE)),
                Arguments.of(Schema.BOOLEAN_SCHEMA, plain(PhysicalType.BOOLEAN)),
                Arguments.of(Schema.STRING_SCHEMA, annotated(PhysicalType.BYTE_ARRAY, LogicalType.STRING)),
                Arguments.of(
                        SchemaBuilder.string().name("io.debezium.data.Json").build(),
                        annotated(PhysicalType.BYTE_ARRAY, LogicalType.JSON)),
                Arguments.of(
                        SchemaBuilder.string().name("io.debezium.data.Uuid").build(),
                        annotated(PhysicalType.BYTE_ARRAY, LogicalType.STRING)),
                Arguments.of(Schema.BYTES_SCHEMA, plain(PhysicalType.BYTE_ARRAY)),
                Arguments.of(Date.SCHEMA, annotated(PhysicalType.INT32, LogicalType.DATE)),
                Arguments.of(Time.SCHEMA, annotated(PhysicalType.INT32, millisOfDay)),
                Arguments.of(Timestamp.SCHEMA, annotated(PhysicalType.INT64, millis)),
                Arguments.of(
                        number(Schema.Type.INT32, "io.debezium.time.Date"),
                        annotated(PhysicalType.INT32, LogicalType.DATE)),
                Arguments.of(
                        number(Schema.Type.INT32, "io.debezium.time.Time"), annotated(PhysicalType.INT32, millisOfDay)),
                Arguments.of(
                        number(Schema.Type.INT64, "io.debezium.time.MicroTime"),
                        annotated(PhysicalType.INT64, new LogicalType.Time(true, TimeUnit.MICROS))),
                Arguments.of(
                        number(Schema.Type.INT64, "io.debezium.time.NanoTime"),
                        annotated(PhysicalType.INT64, new LogicalType.Time(true, TimeUnit.NANOS))),
                Arguments.of(
                        number(Schema.Type.INT64, "io.debezium.time.Timestamp"), annotated(PhysicalType.INT64, millis)),
                Arguments.of(
                        number(Schema.Type.INT64, "io.debezium.time.MicroTimestamp"),
                        annotated(PhysicalType.INT64, new LogicalType.Timestamp(true, TimeUnit.MICROS))),
                Arguments.of(
                        number(Schema.Type.INT64, "io.debezium.time.NanoTimestamp"),
                        annotated(PhysicalType.INT64, new LogicalType.Timestamp(true, TimeUnit.NANOS))),
                Arguments.of(
                        number(Schema.Type.INT64, "org.apache.kafka.connect.data.TimestampMicros"),
                        annotated(PhysicalType.INT64, new LogicalType.Timestamp(true, TimeUnit.MICROS))),
                Arguments.of(
                        number(Schema.Type.INT64, "io.confluent.connect.jdbc.data.NanoTimestamp"),
                        annotated(PhysicalType.INT64, new LogicalType.Timestamp(true, TimeUnit.NANOS))),
                Arguments.of(
                        number(Schema.Type.INT64, Date.LOGICAL_NAME),
                        // the name alone does not make it a date
                        plain(PhysicalType.INT64)),
                Arguments.of(
                        SchemaBuilder.int64()
                                .name("io.debezium.time.MicroTimestamp")
                                .parameter(TemporalType.ADJUSTED_TO_UTC, "false")
                                .build(),
                        annotated(PhysicalType.INT64, new LogicalType.Timestamp(false, TimeUnit.MICROS))));
    }

    @ParameterizedTest
    @MethodSource("leaves")
    void aSingleValueHasTheColumnOfTheTable(Schema schema, Type column) {
        assertThat(column(schema)).isEqualTo(column);
    }

    static Stream<Arguments> decimals() {
        return Stream.of(
                Arguments.of(2, "9", annotated(PhysicalType.INT32, new LogicalType.Decimal(9, 2))),
                Arguments.of(2, "10", annotated(PhysicalType.INT64, new LogicalType.Decimal(10, 2))),
                Arguments.of(2, "18", annotated(PhysicalType.INT64, new LogicalType.Decimal(18, 2))),
                Arguments.of(2, "19", fixed(9, 19, 2)),
                Arguments.of(0, null, fixed(16, 38, 0)),
                Arguments.of(0, "1000", fixed(416, 1000, 0)),
                // the precision is raised to the scale, and by the digits of a negative scale
                Arguments.of(7, "3", annotated(PhysicalType.INT32, new LogicalType.Decimal(7, 7))),
                Arguments.of(-3, "5", annotated(PhysicalType.INT32, new LogicalType.Decimal(8, 0))));
    }

    private static Type fixed(int bytes, int precision, int scale) {
        return PrimitiveType.fixed("c", Repetition.REQUIRED, bytes, new LogicalType.Decimal(precision, scale));
    }

    @ParameterizedTest
    @MethodSource("decimals")
    void aDecimalHasTheNarrowestColumnForItsPrecision(int scale, String precision, Type column) {
        SchemaBuilder schema = Decimal.builder(scale);
        if (precision != null) {
            schema.parameter(DecimalForm.PRECISION, precision);
        }

        assertThat(column(schema.build())).isEqualTo(column);
    }

    @Test
    void aFieldIsOptionalWhenItsSchemaIsOrHasADefault() {
        Schema schema = SchemaBuilder.struct()
                .field("required", Schema.INT32_SCHEMA)
                .field("optional", Schema.OPTIONAL_INT32_SCHEMA)
                .field("default", SchemaBuilder.int32().defaultValue(7).build())
                .build();

        assertThat(TYPES.fields(schema))
                .extracting(Type::repetition)
                .containsExactly(Repetition.REQUIRED, Repetition.OPTIONAL, Repetition.OPTIONAL);
    }

    @Test
    void listsAndMapsHaveTheThreeLevelsOfTheFormat() {
        Schema map = SchemaBuilder.map(
                        Schema.INT32_SCHEMA,
                        SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA).build())
                .build();

        assertThat(column(map))
                .isEqualTo(GroupType.map(
                        "c",
                        Repetition.REQUIRED,
                        PrimitiveType.of("key", Repetition.REQUIRED, PhysicalType.INT32),
                        GroupType.list(
                                "value",
                                Repetition.REQUIRED,
                                PrimitiveType.of(
                                        "element", Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.STRING))));
    }

    @Test
    void keysOfMapsAreRequiredEvenIfTheirSchemaIsOptional() {
        Schema map = SchemaBuilder.map(Schema.OPTIONAL_STRING_SCHEMA, Schema.INT32_SCHEMA)
                .build();

        GroupType entry = (GroupType) ((GroupType) column(map)).fields().get(0);
        assertThat(entry.fields().get(0).repetition()).isEqualTo(Repetition.REQUIRED);
    }

    @Test
    void aStructWithoutFieldsHasOneColumnThatIsAlwaysNull() {
        assertThat(column(SchemaBuilder.struct().build()))
                .isEqualTo(GroupType.of(
                        "c",
                        Repetition.REQUIRED,
                        List.of(PrimitiveType.of("_empty", Repetition.OPTIONAL, PhysicalType.BOOLEAN))));
    }

    @Test
    void aSchemaThatContainsItselfIsRefusedWithThePath() {
        SchemaBuilder node = SchemaBuilder.struct().optional().name("Node");
        node.field("label", Schema.STRING_SCHEMA)
                .field("children", SchemaBuilder.array(node).build());
        Schema tree = SchemaBuilder.struct().field("root", node).build();

        assertThatThrownBy(() -> TYPES.fields(tree))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("contains itself at root.children.list.element");
    }

    @Test
    void aSchemaTwiceSideBySideIsNotRecursive() {
        Schema point = SchemaBuilder.struct().field("x", Schema.FLOAT64_SCHEMA).build();
        Schema line =
                SchemaBuilder.struct().field("from", point).field("to", point).build();

        assertThat(TYPES.fields(line)).extracting(Type::name).containsExactly("from", "to");
    }

    @Test
    void aSchemaDeeperThanTheFormatReaderAllowsIsRefused() {
        Schema deep = Schema.INT32_SCHEMA;
        for (int i = 0; i < 130; i++) {
            deep = SchemaBuilder.struct().field("f", deep).build();
        }
        Schema schema = deep;

        assertThatThrownBy(() -> TYPES.fields(schema))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("more than 120 levels deep, at f.f.f.f.f...");
    }

    @Test
    void aDecimalWithoutAUsableScaleIsRefusedWithItsPath() {
        Schema without = SchemaBuilder.bytes().name(Decimal.LOGICAL_NAME).build();
        Schema text = SchemaBuilder.bytes()
                .name(Decimal.LOGICAL_NAME)
                .parameter("scale", "two")
                .build();

        assertThatThrownBy(() -> TYPES.fields(
                        SchemaBuilder.struct().field("price", without).build()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("field price: a decimal schema has no parameter 'scale'");
        assertThatThrownBy(() -> column(text)).isInstanceOf(DataException.class).hasMessageContaining("scale = 'two'");
    }

    @Test
    void anArrayWithoutElementSchemaIsRefused() {
        Schema schema = org.apache.kafka.connect.data.Values.parseString("[]").schema();

        assertThatThrownBy(() -> column(schema))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("it has no schema of its element");
    }
}
