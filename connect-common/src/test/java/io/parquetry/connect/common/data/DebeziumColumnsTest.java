package io.parquetry.connect.common.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.common.schema.DebeziumTypes;
import io.parquetry.connect.common.schema.VariableDecimalAs;
import io.parquetry.connect.common.schema.ZonelessAs;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Debezium's types in the columns that {@code zoneless}, {@code variable-decimal} and {@code debezium} of {@code types.as} give
 * them: every value comes back as it was, or is refused.
 */
class DebeziumColumnsTest {
    private static final Schema DECIMAL = decimal().build();
    private static final Schema UUID =
            SchemaBuilder.string().name("io.debezium.data.Uuid").build();
    private static final Schema ENUM = SchemaBuilder.string()
            .name("io.debezium.data.Enum")
            .parameter("allowed", "red,green")
            .build();
    private static final Schema GEOMETRY = SchemaBuilder.struct()
            .name("io.debezium.data.geometry.Geometry")
            .optional()
            .field("wkb", Schema.BYTES_SCHEMA)
            .field("srid", Schema.OPTIONAL_INT32_SCHEMA)
            .build();
    private static final Schema BITS = SchemaBuilder.bytes()
            .name("io.debezium.data.Bits")
            .parameter("length", "12")
            .build();
    private static final Schema ROW = SchemaBuilder.struct()
            .field("decimal", DECIMAL)
            .field("decimals", SchemaBuilder.array(decimal().optional().build()).build())
            .field("byDecimal", SchemaBuilder.map(UUID, decimal().build()).build())
            .field("uuid", UUID)
            .field("choice", ENUM)
            .field("place", GEOMETRY)
            .field("bits", BITS)
            .field("json", SchemaBuilder.string().name("io.debezium.data.Json").build())
            .field("at", named(Schema.Type.INT64, "io.debezium.time.MicroTimestamp"))
            .field("time", named(Schema.Type.INT32, "io.debezium.time.Time"))
            .field(
                    "instant",
                    SchemaBuilder.int64()
                            .name("io.debezium.time.Timestamp")
                            .parameter("parquet.adjusted.to.utc", "true")
                            .build())
            .build();
    private static final ColumnTypes OTHERS = ColumnTypes.DEFAULT
            .with(ZonelessAs.LOCAL)
            .with(VariableDecimalAs.TEXT)
            .with(DebeziumTypes.LOGICAL);

    private static SchemaBuilder decimal() {
        return SchemaBuilder.struct()
                .name("io.debezium.data.VariableScaleDecimal")
                .version(1)
                .field("scale", Schema.INT32_SCHEMA)
                .field("value", Schema.BYTES_SCHEMA);
    }

    private static Schema named(Schema.Type type, String name) {
        return SchemaBuilder.type(type).name(name).build();
    }

    private static Struct decimal(Schema schema, String text) {
        BigDecimal number = new BigDecimal(text);
        return new Struct(schema)
                .put("scale", number.scale())
                .put("value", number.unscaledValue().toByteArray());
    }

    /** A point of WKB in little-endian. */
    private static byte[] point(int type) {
        ByteBuffer wkb = ByteBuffer.allocate(21).order(ByteOrder.LITTLE_ENDIAN);
        return wkb.put((byte) 1).putInt(type).putDouble(1.5).putDouble(-2).array();
    }

    private static Struct row() {
        Schema element = ROW.field("decimals").schema().valueSchema();
        List<Struct> decimals = new ArrayList<>(List.of(decimal(element, "-1E+3"), decimal(element, "0.00")));
        decimals.add(null);
        return new Struct(ROW)
                .put("decimal", decimal(DECIMAL, "1.50"))
                .put("decimals", decimals)
                .put("byDecimal", Map.of("1b4e28ba-2fa1-11d2-883f-0016d3cca427", decimal(DECIMAL, "1.5")))
                .put("uuid", "ffffffff-2fa1-11d2-883f-0016d3cca427")
                .put("choice", "red")
                .put("place", new Struct(GEOMETRY).put("wkb", point(1)).put("srid", 4326))
                .put("bits", new byte[] {1, 2})
                .put("json", "{}")
                .put("at", 1_709_251_198_123_456L)
                .put("time", 86_399_999)
                .put("instant", 7L);
    }

    private static SinkRecord record(Schema key, Object keyValue, Schema schema, Object value) {
        return new SinkRecord("t", 0, key, keyValue, schema, value, 0);
    }

    private static StoredRecord roundTrip(SinkRecord record, RecordMetadata metadata, ColumnTypes columns)
            throws IOException {
        return TestFiles.read(TestFiles.write(RecordLayout.of(record, metadata, columns), List.of(record)))
                .get(0);
    }

    @Test
    void theSameValuesComeBackFromEachColumn() throws IOException {
        for (ColumnTypes columns : List.of(ColumnTypes.DEFAULT, OTHERS)) {
            StoredRecord back =
                    roundTrip(record(DECIMAL, decimal(DECIMAL, "7.0"), ROW, row()), RecordMetadata.KAFKA, columns);

            RandomConnectRecords.assertSame(back.valueSchema(), back.value(), ROW, row());
            RandomConnectRecords.assertSame(
                    back.kafka().orElseThrow().keySchema(),
                    back.kafka().orElseThrow().key(),
                    DECIMAL,
                    decimal(DECIMAL, "7.0"));
        }
    }

    private static String file(ColumnTypes columns) {
        return RecordLayout.of(null, ROW, RecordMetadata.NONE, columns).schema().toString();
    }

    @Test
    void theColumnsAreThoseThatWereAskedFor() {
        assertThat(file(OTHERS))
                .contains("binary decimal (STRING);", "binary element (STRING);", "binary value (STRING);")
                .contains("fixed_len_byte_array(16) uuid (UUID);", "fixed_len_byte_array(16) key (UUID);")
                .contains("binary choice (ENUM);", "binary wkb (GEOMETRY(", "binary bits;", "binary json (JSON);")
                .contains("at (TIMESTAMP(MICROS,false));", "time (TIME(MILLIS,false));")
                .contains("instant (TIMESTAMP(MILLIS,true));");
        assertThat(file(ColumnTypes.DEFAULT))
                .contains("group decimal {", "binary uuid (STRING);", "binary choice (STRING);", "binary wkb;")
                .contains("at (TIMESTAMP(MICROS,true));", "time (TIME(MILLIS,true));");
    }

    @Property(tries = 300)
    void everyDecimalKeepsItsScale(@ForAll long seed) {
        Random random = new Random(seed);
        BigDecimal number = new BigDecimal(
                new BigInteger(1 + random.nextInt(400), random).subtract(BigInteger.valueOf(random.nextInt(900))),
                random.nextInt(random.nextBoolean() ? 60 : 2_000_000) - 30);
        Struct decimal = decimal(DECIMAL, "0")
                .put("scale", Math.min(number.scale(), 1_000_000))
                .put("value", number.unscaledValue().toByteArray());

        byte[] text = DebeziumLeaves.decimal(DECIMAL).textOf(decimal).getBytes(StandardCharsets.UTF_8);

        assertThat(made(text)).isEqualTo(decimal);
    }

    private static Object made(byte[] text) {
        return ((LeafMaker.OfBytes) DebeziumLeaves.decimalMaker(DECIMAL)).ofBytes(text, 0, text.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1,5", "+1", "01", "1.5 ", "1e3", "NaN"})
    void otherTextThanADecimalIsRefused(String text) {
        assertThatThrownBy(() -> made(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageStartingWith("a decimal is the text \"" + text + "\"");
    }

    private static void assertRefused(String field, Object content, String... parts) {
        Struct row = row().put(field, content);

        assertThatThrownBy(() -> roundTrip(record(null, null, ROW, row), RecordMetadata.NONE, OTHERS))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessageContaining("field " + field)
                .hasMessageContainingAll((CharSequence[]) parts);
    }

    @Test
    void whatCouldNotComeBackIsRefused() {
        assertRefused(
                "decimal",
                new Struct(DECIMAL).put("scale", 0).put("value", new byte[] {0, 1}),
                "2 bytes for the number 1, which has 1");
        assertRefused(
                "decimal", new Struct(DECIMAL).put("scale", 0).put("value", new byte[0]), "0 bytes for the number");
        assertRefused(
                "decimal",
                new Struct(DECIMAL).put("scale", Integer.MIN_VALUE).put("value", new byte[] {1}),
                "the scale -2147483648 and 1 bytes");
        assertRefused("decimal", new Struct(DECIMAL).put("scale", 0).put("value", new byte[5_000]), "5000 bytes");
        for (String text : List.of("", "red", "FFFFFFFF-2FA1-11D2-883F-0016D3CCA427", "1-1-1-1-1")) {
            assertRefused("uuid", text, "the text \"" + text + "\" is no UUID", "types.as=debezium:plain");
        }
        for (byte[] wkb : List.of(new byte[4], new byte[9], point(0x20000001), point(0), point(18), point(4_001))) {
            assertRefused("place", new Struct(GEOMETRY).put("wkb", wkb), "is not ISO WKB", "types.as=debezium:plain");
        }
    }

    @Test
    void aStructOfThatNameWithOtherFieldsStaysAStruct() throws IOException {
        Schema wider = SchemaBuilder.struct()
                .name("io.debezium.data.VariableScaleDecimal")
                .field("scale", Schema.OPTIONAL_INT32_SCHEMA)
                .field("value", Schema.BYTES_SCHEMA)
                .build();
        Schema row = SchemaBuilder.struct().field("d", wider).build();
        Struct value = new Struct(row).put("d", new Struct(wider).put("value", new byte[] {7}));

        StoredRecord back = roundTrip(record(null, null, row, value), RecordMetadata.NONE, OTHERS);

        RandomConnectRecords.assertSame(back.valueSchema(), back.value(), row, value);
    }

    @Test
    void aRecordThatIsADecimalItselfIsReadWithoutColumnsToChoose() throws IOException {
        SinkRecord record = record(null, null, DECIMAL, decimal(DECIMAL, "2.50"));
        InputFile file = TestFiles.write(RecordLayout.of(record, RecordMetadata.KAFKA, OTHERS), List.of(record));

        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            assertThat(StoredRows.of(reader.metadata()).valueFields()).isEmpty();
        }
        assertThat(TestFiles.read(file).get(0).value()).isEqualTo(record.value());
        assertThat(roundTrip(record, RecordMetadata.NONE, OTHERS).value()).isEqualTo(record.value());
    }
}
