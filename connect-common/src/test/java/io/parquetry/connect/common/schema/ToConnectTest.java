package io.parquetry.connect.common.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.TimeUnit;
import io.parquetry.format.schema.Type;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
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
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table "Parquet to Connect" of {@code docs/reference/connect-mapping.md}, row by row: files without metadata of
 * the sink.
 */
class ToConnectTest {
    private static Schema of(Type field) {
        return ToConnect.schema(new MessageType("m", List.of(field)), ForeignTypes.DEFAULT)
                .fields()
                .get(0)
                .schema();
    }

    private static Type plain(PhysicalType type) {
        return PrimitiveType.of("c", Repetition.REQUIRED, type);
    }

    private static Type annotated(PhysicalType type, LogicalType annotation) {
        return PrimitiveType.of("c", Repetition.REQUIRED, type, annotation);
    }

    private static Type fixed(int bytes, LogicalType annotation) {
        return PrimitiveType.fixed("c", Repetition.REQUIRED, bytes, annotation);
    }

    private static Schema named(Schema.Type type, String name) {
        return SchemaBuilder.type(type).name(name).version(1).build();
    }

    private static Schema local(Schema.Type type, String name) {
        return SchemaBuilder.type(type)
                .name(name)
                .version(1)
                .parameter("parquet.adjusted.to.utc", "false")
                .build();
    }

    private static Schema decimal(int precision, int scale) {
        return Decimal.builder(scale)
                .parameter("connect.decimal.precision", Integer.toString(precision))
                .build();
    }

    /** {@link SchemaBuilder}, which the converters make schemas with, refuses a field without a name. */
    @Test
    void aFieldWithoutANameGetsOne() {
        Type inner = GroupType.of("unnamed", Repetition.REQUIRED, List.of(unnamed()));
        MessageType file = new MessageType(
                "m", List.of(unnamed(), inner, PrimitiveType.of("b", Repetition.REQUIRED, PhysicalType.INT32)));

        Schema schema = ToConnect.schema(file, ForeignTypes.DEFAULT);

        assertThat(schema.fields().stream().map(Field::name)).containsExactly("unnamed_1", "unnamed", "b");
        assertThat(schema.field("unnamed").schema().fields().stream().map(Field::name))
                .containsExactly("unnamed");
    }

    private static Type unnamed() {
        return PrimitiveType.of("", Repetition.REQUIRED, PhysicalType.INT32);
    }

    static Stream<Arguments> leaves() {
        LogicalType.Decimal decimal = new LogicalType.Decimal(7, 2);
        return Stream.of(
                Arguments.of(plain(PhysicalType.BOOLEAN), Schema.BOOLEAN_SCHEMA),
                Arguments.of(plain(PhysicalType.INT32), Schema.INT32_SCHEMA),
                Arguments.of(plain(PhysicalType.INT64), Schema.INT64_SCHEMA),
                Arguments.of(plain(PhysicalType.FLOAT), Schema.FLOAT32_SCHEMA),
                Arguments.of(plain(PhysicalType.DOUBLE), Schema.FLOAT64_SCHEMA),
                Arguments.of(plain(PhysicalType.BYTE_ARRAY), Schema.BYTES_SCHEMA),
                Arguments.of(PrimitiveType.fixed("c", Repetition.REQUIRED, 5), Schema.BYTES_SCHEMA),
                Arguments.of(plain(PhysicalType.INT96), named(Schema.Type.INT64, "io.debezium.time.MicroTimestamp")),
                Arguments.of(annotated(PhysicalType.INT32, new LogicalType.Int(8, true)), Schema.INT8_SCHEMA),
                Arguments.of(annotated(PhysicalType.INT32, new LogicalType.Int(16, true)), Schema.INT16_SCHEMA),
                Arguments.of(annotated(PhysicalType.INT32, new LogicalType.Int(32, true)), Schema.INT32_SCHEMA),
                Arguments.of(annotated(PhysicalType.INT64, new LogicalType.Int(64, true)), Schema.INT64_SCHEMA),
                Arguments.of(annotated(PhysicalType.INT32, new LogicalType.Int(8, false)), Schema.INT16_SCHEMA),
                Arguments.of(annotated(PhysicalType.INT32, new LogicalType.Int(16, false)), Schema.INT32_SCHEMA),
                Arguments.of(annotated(PhysicalType.INT32, new LogicalType.Int(32, false)), Schema.INT64_SCHEMA),
                Arguments.of(annotated(PhysicalType.INT64, new LogicalType.Int(64, false)), decimal(20, 0)),
                Arguments.of(annotated(PhysicalType.INT32, decimal), decimal(7, 2)),
                Arguments.of(annotated(PhysicalType.INT64, decimal), decimal(7, 2)),
                Arguments.of(annotated(PhysicalType.BYTE_ARRAY, decimal), decimal(7, 2)),
                Arguments.of(fixed(4, decimal), decimal(7, 2)),
                Arguments.of(annotated(PhysicalType.INT32, LogicalType.DATE), Date.SCHEMA),
                Arguments.of(annotated(PhysicalType.INT32, new LogicalType.Time(true, TimeUnit.MILLIS)), Time.SCHEMA),
                Arguments.of(
                        annotated(PhysicalType.INT32, new LogicalType.Time(false, TimeUnit.MILLIS)),
                        local(Schema.Type.INT32, Time.LOGICAL_NAME)),
                Arguments.of(
                        annotated(PhysicalType.INT64, new LogicalType.Time(true, TimeUnit.MICROS)),
                        named(Schema.Type.INT64, "io.debezium.time.MicroTime")),
                Arguments.of(
                        annotated(PhysicalType.INT64, new LogicalType.Time(true, TimeUnit.NANOS)),
                        named(Schema.Type.INT64, "io.debezium.time.NanoTime")),
                Arguments.of(
                        annotated(PhysicalType.INT64, new LogicalType.Timestamp(true, TimeUnit.MILLIS)),
                        Timestamp.SCHEMA),
                Arguments.of(
                        annotated(PhysicalType.INT64, new LogicalType.Timestamp(true, TimeUnit.MICROS)),
                        named(Schema.Type.INT64, "io.debezium.time.MicroTimestamp")),
                Arguments.of(
                        annotated(PhysicalType.INT64, new LogicalType.Timestamp(false, TimeUnit.NANOS)),
                        local(Schema.Type.INT64, "io.debezium.time.NanoTimestamp")),
                Arguments.of(annotated(PhysicalType.BYTE_ARRAY, LogicalType.STRING), Schema.STRING_SCHEMA),
                Arguments.of(annotated(PhysicalType.BYTE_ARRAY, LogicalType.ENUM), Schema.STRING_SCHEMA),
                Arguments.of(
                        annotated(PhysicalType.BYTE_ARRAY, LogicalType.JSON),
                        named(Schema.Type.STRING, "io.debezium.data.Json")),
                Arguments.of(annotated(PhysicalType.BYTE_ARRAY, LogicalType.BSON), Schema.BYTES_SCHEMA),
                Arguments.of(fixed(16, LogicalType.UUID), named(Schema.Type.STRING, "io.debezium.data.Uuid")),
                Arguments.of(fixed(2, LogicalType.FLOAT16), Schema.FLOAT32_SCHEMA),
                Arguments.of(
                        fixed(12, LogicalType.INTERVAL),
                        SchemaBuilder.struct()
                                .name("io.parquetry.Interval")
                                .field("months", Schema.INT64_SCHEMA)
                                .field("days", Schema.INT64_SCHEMA)
                                .field("millis", Schema.INT64_SCHEMA)
                                .build()),
                Arguments.of(annotated(PhysicalType.INT32, LogicalType.UNKNOWN), Schema.INT32_SCHEMA),
                Arguments.of(
                        annotated(PhysicalType.BYTE_ARRAY, new LogicalType.Geometry(Optional.empty())),
                        Schema.BYTES_SCHEMA),
                Arguments.of(annotated(PhysicalType.INT64, new LogicalType.Unrecognized(99)), Schema.INT64_SCHEMA),
                // annotations that do not fit their column are passed over
                Arguments.of(annotated(PhysicalType.DOUBLE, decimal), Schema.FLOAT64_SCHEMA),
                Arguments.of(annotated(PhysicalType.INT32, new LogicalType.Decimal(3, 4)), Schema.INT32_SCHEMA),
                Arguments.of(annotated(PhysicalType.INT64, LogicalType.DATE), Schema.INT64_SCHEMA),
                Arguments.of(fixed(15, LogicalType.UUID), Schema.BYTES_SCHEMA));
    }

    @ParameterizedTest
    @MethodSource("leaves")
    void aColumnHasTheSchemaOfTheTable(Type column, Schema schema) {
        assertThat(of(column)).isEqualTo(schema);
    }

    @Test
    void optionalFieldsHaveOptionalSchemas() {
        assertThat(of(PrimitiveType.of("c", Repetition.OPTIONAL, PhysicalType.INT32)))
                .isEqualTo(Schema.OPTIONAL_INT32_SCHEMA);
    }

    @Test
    void listsOfAllGenerationsAreArrays() {
        Type element = PrimitiveType.of("element", Repetition.OPTIONAL, PhysicalType.INT32);
        Type bare = PrimitiveType.of("c", Repetition.REPEATED, PhysicalType.INT32);
        Type twoLevels = GroupType.of("c", Repetition.OPTIONAL, LogicalType.LIST, List.of(bare));

        assertThat(of(GroupType.list("c", Repetition.REQUIRED, element)))
                .isEqualTo(SchemaBuilder.array(Schema.OPTIONAL_INT32_SCHEMA).build());
        assertThat(of(bare)).isEqualTo(SchemaBuilder.array(Schema.INT32_SCHEMA).build());
        assertThat(of(twoLevels))
                .isEqualTo(SchemaBuilder.array(Schema.INT32_SCHEMA).optional().build());
    }

    @Test
    void mapsWithSingleKeysAreMaps() {
        Type key = PrimitiveType.of("key", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, LogicalType.STRING);
        Type value = PrimitiveType.of("value", Repetition.OPTIONAL, PhysicalType.INT32);

        assertThat(of(GroupType.map("c", Repetition.OPTIONAL, key, value)))
                .isEqualTo(SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_INT32_SCHEMA)
                        .optional()
                        .build());
    }

    @Test
    void mapsWithOtherKeysAreArraysOfEntries() {
        Type point = GroupType.of(
                "k", Repetition.REQUIRED, List.of(PrimitiveType.of("x", Repetition.REQUIRED, PhysicalType.INT32)));
        Type nullable = PrimitiveType.of("k", Repetition.OPTIONAL, PhysicalType.INT32);
        Type value = PrimitiveType.of("v", Repetition.REQUIRED, PhysicalType.DOUBLE);

        for (Type key : List.of(point, nullable)) {
            Schema entry =
                    of(GroupType.map("c", Repetition.REQUIRED, key, value)).valueSchema();

            assertThat(entry.fields()).extracting(Field::name).containsExactly("key", "value");
        }
    }

    @Test
    void mapsWithoutValuesAreArraysOfTheirKeys() {
        Type key = PrimitiveType.of("key", Repetition.REQUIRED, PhysicalType.INT32);
        Type entry = GroupType.of("key_value", Repetition.REPEATED, List.of(key));

        assertThat(of(GroupType.of("c", Repetition.REQUIRED, LogicalType.MAP, List.of(entry))))
                .isEqualTo(SchemaBuilder.array(Schema.INT32_SCHEMA).build());
    }

    @Test
    void aVariantIsItsTwoByteStrings() {
        Type bytes = PrimitiveType.of("metadata", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY);
        Type typed = PrimitiveType.of("typed_value", Repetition.OPTIONAL, PhysicalType.INT64);
        Type variant = GroupType.of("c", Repetition.REQUIRED, new LogicalType.Variant(1), List.of(bytes, typed));

        assertThat(of(variant))
                .isEqualTo(SchemaBuilder.struct()
                        .name("io.parquetry.Variant")
                        .field("metadata", Schema.BYTES_SCHEMA)
                        .field("value", Schema.BYTES_SCHEMA)
                        .build());
    }

    @Test
    void fieldIdsAndTypeLengthsChangeNothing() {
        Type column =
                new PrimitiveType("c", Repetition.REQUIRED, PhysicalType.INT32, 0, Optional.empty(), OptionalInt.of(4));

        assertThat(of(column)).isEqualTo(Schema.INT32_SCHEMA);
    }

    @Provide
    Arbitrary<Long> seeds() {
        return ConnectArbitraries.seeds();
    }

    @Property(tries = 300)
    void aSchemaFromColumnsGivesTheSameColumns(@ForAll("seeds") long seed) {
        ToParquet types = new ToParquet(ColumnTypes.DEFAULT);
        MessageType file = new MessageType("m", types.fields(new ConnectArbitraries(seed).struct(3)));
        Schema derived = ToConnect.schema(file, ForeignTypes.DEFAULT);

        MessageType again = new MessageType("m", types.fields(derived));

        assertThat(ToConnect.schema(again, ForeignTypes.DEFAULT)).isEqualTo(derived);
    }
}
