package io.parquetry.connect.common.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The flat layout: which columns it has, what it refuses, and what of a file is not believed. */
class FlatLayoutTest {
    private static final Schema ORDER = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .field("at", SchemaBuilder.struct().field("x", Schema.INT32_SCHEMA).build())
            .build();

    private static final String METADATA = """
                  required group _kafka {
                    required binary topic (STRING);
                    required int32 partition;
                    required int64 offset;
                    optional int64 timestamp (TIMESTAMP(MILLIS,true));
                    required binary timestampType (STRING);
                    optional binary key (STRING);
                    required group headers (LIST) {
                      repeated group list {
                        required group element {
                          required binary key (STRING);
                          optional binary value;
                          optional binary schema (STRING);
                        }
                      }
                    }
            """;

    private static RecordLayout flat(Schema value) {
        return RecordLayout.of(
                Schema.STRING_SCHEMA, value, RecordMetadata.KAFKA, ValueLayout.FLAT, ColumnTypes.DEFAULT);
    }

    private static Struct order(long id) {
        Struct at = new Struct(ORDER.field("at").schema()).put("x", 5);
        return new Struct(ORDER).put("id", id).put("at", at);
    }

    private static SinkRecord record(Schema schema, Object value) {
        return new SinkRecord("t", 0, Schema.STRING_SCHEMA, "k", schema, value, 1);
    }

    @Test
    void theFieldsOfTheValueAreOptionalColumnsBeforeTheMetadata() {
        assertThat(flat(ORDER).schema())
                .isEqualTo(MessageType.parse("""
                message record {
                  optional int64 id;
                  optional binary note (STRING);
                  optional group at { required int32 x; }
                """ + METADATA + " required boolean valueIsNull; } }"));
    }

    @Test
    void aValueThatIsNoStructIsOneColumnBeforeTheMetadata() {
        assertThat(flat(Schema.OPTIONAL_INT32_SCHEMA).schema())
                .isEqualTo(MessageType.parse("message record { optional int32 value; " + METADATA
                        + " required boolean valueSchemaless; required boolean valueIsNull; } }"));
        assertThat(flat(null).schema())
                .isEqualTo(MessageType.parse("message record { optional binary value (JSON); " + METADATA
                        + " required boolean valueIsNull; } }"));
    }

    @Test
    void withoutMetadataBothLayoutsAreTheSame() {
        RecordLayout flat = RecordLayout.of(null, ORDER, RecordMetadata.NONE, ValueLayout.FLAT, ColumnTypes.DEFAULT);
        RecordLayout nested =
                RecordLayout.of(null, ORDER, RecordMetadata.NONE, ValueLayout.NESTED, ColumnTypes.DEFAULT);

        assertThat(flat.schema()).isEqualTo(nested.schema());
        assertThat(flat.keyValueMetadata()).isEqualTo(nested.keyValueMetadata());
    }

    /** Connectors that do not know the flat layout must refuse it. */
    @Test
    void onlyTheFlatLayoutHasAnotherVersionOfMetadata() {
        RecordLayout nested =
                RecordLayout.of(null, null, RecordMetadata.KAFKA, ValueLayout.NESTED, ColumnTypes.DEFAULT);

        assertThat(nested.keyValueMetadata().get(LayoutMetadata.KEY))
                .isEqualTo("{\"version\":1,\"recordMetadata\":\"kafka\",\"decimalPrecision\":38,\"key\":null,"
                        + "\"value\":null}");
        assertThat(RecordLayout.of(null, null, RecordMetadata.KAFKA, ValueLayout.FLAT, ColumnTypes.DEFAULT)
                        .keyValueMetadata()
                        .get(LayoutMetadata.KEY))
                .isEqualTo("{\"version\":3,\"recordMetadata\":\"kafka\",\"recordLayout\":\"flat\","
                        + "\"decimalPrecision\":38,\"key\":null,\"value\":null}");
    }

    @Test
    void anUnknownLayoutIsRefused() throws IOException {
        InputFile file = TestFiles.write(
                MessageType.parse("message m { optional int32 id; }"),
                List.of(),
                Map.of(
                        LayoutMetadata.KEY,
                        "{\"version\":3,\"recordMetadata\":\"kafka\",\"recordLayout\":\"round\","
                                + "\"decimalPrecision\":38,\"key\":null,\"value\":null}"));

        assertThatThrownBy(() -> TestFiles.read(file))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("its recordLayout is 'round'; it must be one of [nested, flat]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"_kafka", "_KAFKA"})
    void aFieldWithTheNameOfTheMetadataIsRefusedWithTheRemedy(String name) {
        Schema value = SchemaBuilder.struct().field(name, Schema.INT32_SCHEMA).build();

        assertThatThrownBy(() -> flat(value))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("the value has a field " + name)
                .hasMessageContaining("ReplaceField")
                .hasMessageContaining("record.layout=nested");
    }

    @Test
    void aFieldInsideAFieldMayHaveTheNameOfTheMetadata() throws IOException {
        Schema inner =
                SchemaBuilder.struct().field("_kafka", Schema.INT32_SCHEMA).build();
        Schema value = SchemaBuilder.struct().field("value", inner).build();
        Struct struct = new Struct(value).put("value", new Struct(inner).put("_kafka", 3));

        assertThat(roundTrip(List.of(record(value, struct))).get(0).value()).isEqualTo(struct);
    }

    private static List<StoredRecord> roundTrip(List<SinkRecord> records) throws IOException {
        return TestFiles.read(TestFiles.write(flat(records.get(0).valueSchema()), records));
    }

    @Test
    void aStructOfNullsIsToldFromATombstoneAndFromANullWithSchema() throws IOException {
        Schema schema = SchemaBuilder.struct()
                .optional()
                .field("a", Schema.OPTIONAL_INT32_SCHEMA)
                .build();

        List<StoredRecord> back =
                roundTrip(List.of(record(schema, new Struct(schema)), record(schema, null), record(null, null)));

        assertThat(back).extracting(StoredRecord::value).containsExactly(new Struct(schema), null, null);
        assertThat(back).extracting(StoredRecord::valueSchema).containsExactly(schema, schema, null);
    }

    @Test
    void aStructWithoutFieldsIsToldFromATombstone() throws IOException {
        Schema schema = SchemaBuilder.struct().name("Nothing").build();

        List<StoredRecord> back = roundTrip(List.of(record(schema, new Struct(schema)), record(null, null)));

        assertThat(back).extracting(StoredRecord::value).containsExactly(new Struct(schema), null);
    }

    /** The column itself is optional, so the file would take the null. */
    @Test
    void aRequiredFieldWithoutValueIsRefusedWithItsNameAndLeavesNoTrace() throws IOException {
        RecordLayout layout = flat(ORDER);
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<SinkRecord> writer =
                ParquetWriter.create(out, layout.schema(), layout.walker(), WriterOptions.DEFAULT)) {
            writer.write(record(ORDER, order(1)));
            assertThatThrownBy(() -> writer.write(record(ORDER, new Struct(ORDER).put("note", "n"))))
                    .isInstanceOf(InvalidRecordException.class)
                    .hasMessageContaining("field id: is required but null");
            writer.write(record(ORDER, order(2)));
            layout.keyValueMetadata().forEach(writer::putKeyValue);
            writer.finish();
        }

        assertThat(TestFiles.read(out.toInputFile()))
                .extracting(StoredRecord::value)
                .containsExactly(order(1), order(2));
    }

    /** A file of the flat layout with one row, as somebody else could have written it. */
    private static InputFile forged(Schema value, boolean isNull, Map<String, Object> columns) throws IOException {
        RecordLayout layout = flat(value);
        Map<String, Object> kafka = new HashMap<>(Map.of(
                "topic", "t", "partition", 0, "offset", 1L, "timestampType", "CreateTime", "headers", List.of()));
        kafka.put("valueIsNull", isNull);
        Map<String, Object> row = new HashMap<>(columns);
        row.put("_kafka", kafka);
        return TestFiles.write(layout.schema(), List.of(row), layout.keyValueMetadata());
    }

    @Test
    void aFileWhoseFlagAndColumnsDisagreeIsCorrupt() throws IOException {
        Map<String, Object> whole = Map.of("id", 1L, "at", Map.of("x", 5));
        assertThat(TestFiles.read(forged(ORDER, false, whole)).get(0).value()).isEqualTo(order(1));
        assertCorrupt(
                forged(ORDER, false, Map.of("id", 1L)),
                "the value has no field 'at', which its schema requires, and _kafka.valueIsNull is false");
        assertCorrupt(forged(ORDER, true, whole), "the value has a field 'id', but _kafka.valueIsNull is true");
        assertCorrupt(
                forged(Schema.INT32_SCHEMA, true, Map.of("value", 7)),
                "_kafka.valueIsNull is true, but the value is not null");
        assertCorrupt(
                forged(Schema.INT32_SCHEMA, false, Map.of()), "_kafka.valueIsNull is false, but the value is null");
    }

    private static void assertCorrupt(InputFile file, String message) {
        assertThatThrownBy(() -> TestFiles.read(file))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theFieldsOfValuesAreTheColumnsWithoutTheMetadata() throws IOException {
        InputFile file = TestFiles.write(flat(ORDER), List.of(record(ORDER, order(1))));

        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            Optional<MessageType> fields = StoredRows.of(reader.metadata()).valueFields();
            assertThat(fields.orElseThrow().leaves())
                    .extracting(leaf -> leaf.dottedPath())
                    .containsExactly("id", "note", "at.x");
        }
    }
}
