package io.parquetry.connect.common.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.common.schema.ForeignTypes;
import io.parquetry.connect.common.schema.Int96As;
import io.parquetry.connect.common.schema.InvalidUtf8;
import io.parquetry.connect.common.schema.ToConnect;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.MemoryLimitException;
import io.parquetry.format.TestData;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.hostile.DeviatingFiles;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.TimeUnit;
import io.parquetry.format.schema.Type;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files of other writers: every value is read as the Connect value that {@code docs/reference/connect-mapping.md}
 * documents for its column, and invalid values are refused with the reason. The files of parquet-testing are read where
 * they are available.
 */
class ForeignFilesTest {
    private static Struct only(Type column, Object value) throws IOException {
        MessageType schema = new MessageType("stranger", List.of(column));
        List<StoredRecord> records = TestFiles.read(TestFiles.write(schema, List.of(Map.of("c", value)), Map.of()));
        Struct struct = (Struct) records.get(0).value();
        struct.validate();
        return struct;
    }

    private static Type annotated(PhysicalType type, LogicalType annotation) {
        return PrimitiveType.of("c", Repetition.REQUIRED, type, annotation);
    }

    private static Type fixed(int bytes, LogicalType annotation) {
        return PrimitiveType.fixed("c", Repetition.REQUIRED, bytes, annotation);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    static Stream<Arguments> values() {
        LogicalType.Decimal decimal = new LogicalType.Decimal(5, 2);
        return Stream.of(
                Arguments.of(annotated(PhysicalType.INT32, new LogicalType.Int(8, false)), 255, (short) 255),
                Arguments.of(annotated(PhysicalType.INT32, new LogicalType.Int(16, false)), 65_535, 65_535),
                Arguments.of(annotated(PhysicalType.INT32, new LogicalType.Int(32, false)), -1, 4_294_967_295L),
                Arguments.of(
                        annotated(PhysicalType.INT64, new LogicalType.Int(64, false)),
                        -1L,
                        new BigDecimal("18446744073709551615")),
                Arguments.of(annotated(PhysicalType.INT32, decimal), -12345, new BigDecimal("-123.45")),
                Arguments.of(annotated(PhysicalType.INT64, decimal), 5L, new BigDecimal("0.05")),
                Arguments.of(annotated(PhysicalType.BYTE_ARRAY, decimal), bytes(0xFF), new BigDecimal("-0.01")),
                Arguments.of(fixed(3, decimal), bytes(0, 1, 0), new BigDecimal("2.56")),
                Arguments.of(annotated(PhysicalType.INT32, LogicalType.DATE), -1, new Date(-86_400_000L)),
                Arguments.of(
                        annotated(PhysicalType.INT32, new LogicalType.Time(false, TimeUnit.MILLIS)), 7, new Date(7)),
                Arguments.of(
                        annotated(PhysicalType.INT64, new LogicalType.Timestamp(true, TimeUnit.MILLIS)),
                        -7L,
                        new Date(-7)),
                Arguments.of(
                        annotated(PhysicalType.INT64, new LogicalType.Timestamp(true, TimeUnit.NANOS)),
                        123_456_789_012_345_678L,
                        123_456_789_012_345_678L),
                Arguments.of(annotated(PhysicalType.BYTE_ARRAY, LogicalType.ENUM), bytes('A'), "A"),
                Arguments.of(annotated(PhysicalType.BYTE_ARRAY, LogicalType.JSON), bytes('{', '}'), "{}"),
                Arguments.of(
                        fixed(16, LogicalType.UUID),
                        bytes(
                                0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE,
                                0xFF),
                        "00112233-4455-6677-8899-aabbccddeeff"),
                Arguments.of(fixed(2, LogicalType.FLOAT16), bytes(0x00, 0x3C), 1.0f),
                Arguments.of(fixed(2, LogicalType.FLOAT16), bytes(0x01, 0x80), -0x1p-24f),
                Arguments.of(fixed(2, LogicalType.FLOAT16), bytes(0xFF, 0x7B), 65_504f),
                Arguments.of(fixed(2, LogicalType.FLOAT16), bytes(0x00, 0xFC), Float.NEGATIVE_INFINITY));
    }

    @ParameterizedTest
    @MethodSource("values")
    void aValueIsReadAsDocumented(Type column, Object stored, Object value) throws IOException {
        Object plain = stored instanceof byte[] bytes && isText(column) ? new String(bytes) : stored;

        assertThat(only(column, plain).get("c")).isEqualTo(value);
    }

    private static boolean isText(Type column) {
        return column.isAnnotated(LogicalType.ENUM) || column.isAnnotated(LogicalType.JSON);
    }

    @Test
    void anIntervalKeepsItsThreeParts() throws IOException {
        ByteBuffer parts = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        parts.putInt(-1).putInt(2).putInt(3);

        Struct interval = only(fixed(12, LogicalType.INTERVAL), parts.array()).getStruct("c");

        assertThat(interval.getInt64("months")).isEqualTo(4_294_967_295L);
        assertThat(interval.getInt64("days")).isEqualTo(2L);
        assertThat(interval.getInt64("millis")).isEqualTo(3L);
    }

    private static Object int96(long nanosOfDay, int day, Int96As as) {
        ByteBuffer value = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        value.putLong(nanosOfDay).putInt(2_440_588 + day);
        MessageType schema =
                new MessageType("m", List.of(PrimitiveType.of("c", Repetition.REQUIRED, PhysicalType.INT96)));
        Schema wanted = ToConnect.schema(schema, new ForeignTypes(as, InvalidUtf8.FAIL, false))
                .field("c")
                .schema();
        return ((LeafMaker.OfBytes) ForeignLeafMakers.int96(wanted)).ofBytes(value.array(), 0, 12);
    }

    @Test
    void anInt96IsReadAsTheRequestedType() {
        assertThat(int96(86_399_123_456_000L, 19_782, Int96As.MICROS)).isEqualTo(1_709_251_199_123_456L);
        assertThat(int96(86_399_123_456_789L, 19_782, Int96As.NANOS)).isEqualTo(1_709_251_199_123_456_789L);
        assertThat(int96(86_399_123_456_789L, 19_782, Int96As.TEXT)).isEqualTo("2024-02-29T23:59:59.123456789Z");
        assertThat(int96(0, 2_932_896, Int96As.MICROS)).isEqualTo(253_402_214_400_000_000L);
        assertThat(int96(0, 2_932_896, Int96As.TEXT)).isEqualTo("9999-12-31T00:00:00Z");
    }

    @Test
    void anInt96ThatDoesNotFitIsRefusedWithItsInstant() {
        assertThatThrownBy(() -> int96(0, 2_932_896, Int96As.NANOS))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("9999-12-31T00:00:00Z")
                .hasMessageContaining("int96.as");
        assertThatThrownBy(() -> int96(1, 0, Int96As.MICROS))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("1970-01-01T00:00:00.000000001Z");
    }

    @Test
    void anInt96OfSparkIsReadAsItsTimestamp() throws IOException {
        Path file = TestData.parquetTesting("data").resolve("int96_from_spark.parquet");

        assertThat(TestFiles.read(LocalInputFile.open(file)))
                .extracting(record -> ((Struct) record.value()).get("a"))
                .containsExactly(
                        1_704_141_296_123_456L,
                        1_704_070_800_000_000L,
                        253_402_225_200_000_000L,
                        1_735_599_600_000_000L,
                        null,
                        9_089_380_393_200_000_000L);
    }

    @Test
    void theLastValueOfAKeyCounts() throws IOException {
        Type map = GroupType.map(
                "c",
                Repetition.REQUIRED,
                PrimitiveType.of("key", Repetition.REQUIRED, PhysicalType.INT32),
                PrimitiveType.of("value", Repetition.OPTIONAL, PhysicalType.INT32));

        assertThat(only(map, List.of(Map.entry(2, 20), Map.entry(1, 10), Map.entry(2, 22)))
                        .get("c"))
                .isEqualTo(Map.of(2, 22, 1, 10));
    }

    @Test
    void bytesAsKeysHaveEquality() throws IOException {
        Type map = GroupType.map(
                "c",
                Repetition.REQUIRED,
                PrimitiveType.of("key", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY),
                PrimitiveType.of("value", Repetition.OPTIONAL, PhysicalType.INT32));

        assertThat(only(map, List.of(Map.entry(bytes(1), 10))).getMap("c").get(ByteBuffer.wrap(bytes(1))))
                .isEqualTo(10);
    }

    @Test
    void aMapWithGroupsAsKeysIsAnArrayOfEntries() throws IOException {
        Type point = GroupType.of(
                "key", Repetition.REQUIRED, List.of(PrimitiveType.of("x", Repetition.REQUIRED, PhysicalType.INT32)));
        Type map = GroupType.map(
                "c", Repetition.REQUIRED, point, PrimitiveType.of("value", Repetition.OPTIONAL, PhysicalType.INT32));

        List<Struct> entries = only(map, List.of(Map.entry(Map.of("x", 1), 10))).getArray("c");

        assertThat(entries.get(0).getStruct("key").getInt32("x")).isEqualTo(1);
        assertThat(entries.get(0).getInt32("value")).isEqualTo(10);
    }

    @Test
    void aMapWithoutValuesIsAnArrayOfItsKeys() throws IOException {
        Type entry = GroupType.of(
                "key_value",
                Repetition.REPEATED,
                List.of(PrimitiveType.of("key", Repetition.REQUIRED, PhysicalType.INT32)));
        Type map = GroupType.of("c", Repetition.REQUIRED, LogicalType.MAP, List.of(entry));
        List<Map.Entry<Integer, Object>> keys = new ArrayList<>();
        keys.add(new java.util.AbstractMap.SimpleImmutableEntry<>(3, null));
        keys.add(new java.util.AbstractMap.SimpleImmutableEntry<>(4, null));

        assertThat(only(map, keys).get("c")).isEqualTo(List.of(3, 4));
    }

    @Test
    void aNumberBeyondItsAnnotationIsRefused() {
        assertThatThrownBy(() -> read("int8-two-hundred"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("the value 200 does not fit INTEGER(8,true), which holds -128 to 127");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 86_400_001, Integer.MIN_VALUE})
    void aTimeThatConvertersRefuseIsRefusedBeforeThem(int millis) {
        Type column = annotated(PhysicalType.INT32, new LogicalType.Time(true, TimeUnit.MILLIS));

        assertThatThrownBy(() -> only(column, millis))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining(
                        "the value " + millis + " does not fit TIME(MILLIS,true), which holds 0 to 86400000");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 86_399_999, 86_400_000})
    void aTimeThatConvertersTakeIsRead(int millis) throws IOException {
        Type column = annotated(PhysicalType.INT32, new LogicalType.Time(false, TimeUnit.MILLIS));

        Struct struct = only(column, millis);

        assertThat(Time.fromLogical(struct.schema().field("c").schema(), (Date) struct.get("c")))
                .isEqualTo(millis);
    }

    @Test
    void theSignBeforeAnUnsignedNumberIsNoPartOfIt() throws IOException {
        assertThat(read("uint8-minus-one")).extracting(row -> row.get("n")).containsExactly((short) 255, (short) 255);
    }

    @Test
    void aDecimalWithoutBytesIsZero() throws IOException {
        assertThat(read("decimal-without-bytes"))
                .extracting(row -> row.get("d"))
                .containsExactly(new BigDecimal("0.00"), new BigDecimal("3.00"));
    }

    @Test
    void columnsOfOneNameAreFieldsOfTheirOwn() throws IOException {
        Struct row = read("two-of-one-name").get(0);

        assertThat(row.getInt32("a")).isEqualTo(1);
        assertThat(row.getInt32("a_2")).isEqualTo(2);
        assertThat(row.getInt32("a_1")).isEqualTo(3);
        assertThat(row.getStruct("a_3").getInt32("x")).isEqualTo(4);
    }

    private static List<Struct> read(String deviatingFile) throws IOException {
        byte[] file = DeviatingFiles.named(deviatingFile).stored();
        return TestFiles.read(new MemoryInputFile(deviatingFile, file)).stream()
                .map(record -> (Struct) record.value())
                .toList();
    }

    @Test
    void malformedMetadataOfTheSinkIsRefused() throws IOException {
        MessageType schema =
                new MessageType("m", List.of(PrimitiveType.of("c", Repetition.REQUIRED, PhysicalType.INT32)));

        for (String note : List.of(
                "", "{}", "[1]", "{\"version\":3}", "{\"version\":4}", "{\"version\":1,\"recordMetadata\":\"all\"}")) {
            var file = TestFiles.write(schema, List.of(), Map.of("parquetry.connect.schema", note));
            assertThatThrownBy(() -> TestFiles.read(file))
                    .as(note)
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("the key-value metadata parquetry.connect.schema");
        }
    }

    @Test
    void metadataForOtherColumnsIsIgnored() throws IOException {
        Schema value = new ConnectSchema(Schema.Type.INT32);
        String note = new LayoutMetadata(
                        RecordMetadata.KAFKA,
                        ValueLayout.NESTED,
                        ColumnTypes.DEFAULT,
                        java.util.Optional.empty(),
                        java.util.Optional.of(value),
                        java.util.Optional.empty(),
                        java.util.Set.of())
                .write();
        MessageType schema =
                new MessageType("m", List.of(PrimitiveType.of("c", Repetition.REQUIRED, PhysicalType.INT32)));
        var file = TestFiles.write(schema, List.of(Map.of("c", 7)), Map.of("parquetry.connect.schema", note));

        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            assertThat(StoredRows.of(reader.metadata()).origin()).isEqualTo(StoredRows.Origin.CHANGED_COLUMNS);
        }
        assertThat(((Struct) TestFiles.read(file).get(0).value()).get("c")).isEqualTo(7);
    }

    @Test
    void shreddedVariantsAreReassembled() throws IOException {
        Path folder = TestData.parquetTesting("shredded_variant");
        List<StoredRecord> records = TestFiles.read(LocalInputFile.open(folder.resolve("case-001.parquet")));
        byte[] expected = Files.readAllBytes(folder.resolve("case-001_row-0.variant.bin"));

        Struct variant = ((Struct) records.get(0).value()).getStruct("var");

        ByteBuffer both = ByteBuffer.allocate(expected.length);
        both.put(variant.getBytes("metadata")).put(variant.getBytes("value"));
        assertThat(both.array()).isEqualTo(expected);
        assertThat(records.get(0).longest())
                .isBetween(Math.max(variant.getBytes("metadata").length, variant.getBytes("value").length), 1_000);
    }

    @Test
    void theFilesOfParquetTestingAreReadWhole() throws IOException {
        Path data = TestData.parquetTesting("data");
        List<Path> files;
        try (Stream<Path> found = Files.list(data)) {
            files = found.filter(path -> path.toString().endsWith(".parquet"))
                    .sorted()
                    .toList();
        }
        List<String> refused = new ArrayList<>();
        for (Path path : files) {
            try {
                for (StoredRecord record : TestFiles.read(LocalInputFile.open(path))) {
                    ((Struct) record.value()).validate();
                }
            } catch (UnsupportedFeatureException | MemoryLimitException e) {
                refused.add(path.getFileName().toString());
            }
        }
        // It has a dictionary page of more than a gibibyte.
        assertThat(refused).isSubsetOf("large_string_map.brotli.parquet");
    }
}
