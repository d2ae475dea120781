package io.parquetry.connect.common.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.TimeUnit;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The columns of the parts of a record, the records that share a file, and the messages for values that do not fit. */
class RecordLayoutTest {
    private static final Schema ORDER = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    private static RecordLayout layout(Schema key, Schema value, RecordMetadata metadata) {
        return RecordLayout.of(key, value, metadata, ColumnTypes.DEFAULT);
    }

    private static SinkRecord record(Schema keySchema, Object key, Schema valueSchema, Object value) {
        return new SinkRecord("t", 0, keySchema, key, valueSchema, value, 1);
    }

    @Test
    void withoutMetadataTheFieldsOfAStructAreTheColumns() {
        assertThat(layout(null, ORDER, RecordMetadata.NONE).schema()).isEqualTo(MessageType.parse("""
                message record {
                  required int64 id;
                  optional binary note (STRING);
                }
                """));
    }

    @Test
    void withoutMetadataAnyOtherValueIsOneColumn() {
        assertThat(layout(null, SchemaBuilder.array(Schema.INT32_SCHEMA).build(), RecordMetadata.NONE)
                        .schema())
                .isEqualTo(MessageType.parse("""
                message record {
                  required group value (LIST) { repeated group list { required int32 element; } }
                }
                """));
        assertThat(layout(null, null, RecordMetadata.NONE).schema())
                .isEqualTo(MessageType.parse("message record { optional binary value (JSON); }"));
    }

    @Test
    void withMetadataARowIsTheMetadataAndAnOptionalValue() {
        assertThat(layout(Schema.OPTIONAL_STRING_SCHEMA, ORDER, RecordMetadata.KAFKA)
                        .schema())
                .isEqualTo(MessageType.parse("""
                message record {
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
                    required boolean keySchemaless;
                  }
                  optional group value {
                    required int64 id;
                    optional binary note (STRING);
                  }
                }
                """));
    }

    @Test
    void keysAreIgnoredWhereTheyAreNotStored() {
        RecordLayout layout = layout(Schema.STRING_SCHEMA, ORDER, RecordMetadata.NONE);

        assertThat(layout.keySchema()).isEmpty();
        assertThat(layout.schema())
                .isEqualTo(layout(null, ORDER, RecordMetadata.NONE).schema());
    }

    @Test
    void aSchemaThatContainsItselfHasNoLayout() {
        SchemaBuilder node = SchemaBuilder.struct().optional();
        node.field("next", node);

        assertThatThrownBy(() -> layout(null, node, RecordMetadata.KAFKA))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("contains itself at value.next");
    }

    /** A table may have another type in the place of a column of which only nulls without schema came. */
    @ParameterizedTest
    @CsvSource({"NESTED, key", "NESTED, value", "NESTED, key+value", "FLAT, key", "FLAT, value", "FLAT, key+value"})
    void keysAndValuesThatAreAllNullNeedNoColumn(ValueLayout layout, String parts) throws IOException {
        Set<String> absent = Set.of(parts.split("\\+"));
        Schema key = absent.contains("key") ? null : Schema.OPTIONAL_STRING_SCHEMA;
        Schema value = absent.contains("value") ? null : ORDER;
        RecordLayout without = RecordLayout.of(key, value, RecordMetadata.KAFKA, layout, ColumnTypes.DEFAULT)
                .without(absent);
        SinkRecord record = new SinkRecord(
                "t",
                3,
                key,
                key == null ? null : "k",
                value,
                value == null ? null : new Struct(ORDER).put("id", 7L),
                5,
                6L,
                TimestampType.CREATE_TIME,
                new ConnectHeaders().addInt("h", 1));

        StoredRecord read =
                TestFiles.read(TestFiles.write(without, List.of(record))).get(0);

        assertThat(without.schema().leaves())
                .extracting(LeafColumn::dottedPath)
                .noneMatch(path -> absent.contains("key") && path.equals("_kafka.key"))
                .noneMatch(path -> absent.contains("value") && path.equals("value"));
        assertThat(read.value()).isEqualTo(record.value());
        assertThat(read.kafka()).hasValueSatisfying(kafka -> {
            assertThat(kafka.key()).isEqualTo(record.key());
            assertThat(kafka.offset()).isEqualTo(5);
            assertThat(kafka.headers()).isEqualTo(record.headers());
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"key\"]", "[\"offset\"]", "[7]"})
    void otherColumnsAreNeverAbsent(String absent) throws IOException {
        RecordLayout layout = layout(Schema.STRING_SCHEMA, ORDER, RecordMetadata.KAFKA);
        String note = layout.keyValueMetadata()
                .get(LayoutMetadata.KEY)
                .replace("\"decimal", "\"absent\":" + absent + ",\"decimal");

        assertThatThrownBy(() -> LayoutMetadata.read(note, layout.schema()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("its absent has ");
    }

    @Test
    void withoutMetadataNoColumnIsAbsent() {
        RecordLayout layout = layout(null, null, RecordMetadata.NONE);
        String note = layout.keyValueMetadata()
                .get(LayoutMetadata.KEY)
                .replace("\"decimal", "\"absent\":[\"value\"],\"decimal");

        assertThatThrownBy(() -> LayoutMetadata.read(note, layout.schema()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("beside record metadata");
    }

    private static InvalidRecordException refused(RecordLayout layout, SinkRecord bad, SinkRecord good)
            throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<SinkRecord> writer =
                ParquetWriter.create(out, layout.schema(), layout.walker(), WriterOptions.DEFAULT)) {
            writer.write(good);
            InvalidRecordException refusal = null;
            try {
                writer.write(bad);
            } catch (InvalidRecordException e) {
                refusal = e;
            }
            writer.write(good);
            layout.keyValueMetadata().forEach(writer::putKeyValue);
            writer.finish();
            assertThat(TestFiles.read(out.toInputFile())).hasSize(2);
            return refusal;
        }
    }

    static Stream<Arguments> misfits() {
        Schema decimal =
                Decimal.builder(2).parameter("connect.decimal.precision", "4").build();
        return Stream.of(
                Arguments.of(
                        decimal,
                        new BigDecimal("1.20"),
                        new BigDecimal("123.45"),
                        "the decimal 123.45 does not fit DECIMAL(4,2), which has 2 digits before the point"),
                Arguments.of(
                        decimal,
                        new BigDecimal("1.2"),
                        new BigDecimal("1.234"),
                        "the decimal 1.234 has more digits after the point than DECIMAL(4,2)"),
                Arguments.of(decimal, BigDecimal.ZERO, new BigDecimal("1E1000000000"), "does not fit DECIMAL(4,2)"),
                Arguments.of(
                        decimal,
                        new BigDecimal("0E-9"),
                        new BigDecimal("1E-1000000000"),
                        "has more digits after the point"),
                Arguments.of(
                        org.apache.kafka.connect.data.Date.SCHEMA,
                        new Date(86_400_000L),
                        new Date(1),
                        "the date 1970-01-01T00:00:00.001Z has a time of day"),
                Arguments.of(
                        org.apache.kafka.connect.data.Date.SCHEMA,
                        new Date(0),
                        new Date(86_400_000L * 3_000_000_000L),
                        "3000000000 days from 1970"),
                Arguments.of(Time.SCHEMA, new Date(0), new Date(86_400_000L), "is not on 1970-01-01"),
                Arguments.of(
                        SchemaBuilder.array(Schema.INT32_SCHEMA).build(),
                        List.of(1),
                        java.util.Arrays.asList(1, null),
                        "c[1]"),
                Arguments.of(Schema.STRING_SCHEMA, "ok", "\uD800", "surrogate"));
    }

    @ParameterizedTest
    @MethodSource("misfits")
    void aValueThatDoesNotFitIsRefusedWithItsFieldAndLeavesNoTrace(Schema schema, Object good, Object bad, String words)
            throws IOException {
        // Kafka's Struct would refuse a null element itself, so the schema allows what the file does not.
        Schema struct = SchemaBuilder.struct().field("c", schema).build();
        RecordLayout layout = layout(null, struct, RecordMetadata.KAFKA);
        Struct goodValue = new Struct(struct).put("c", good);
        Struct badValue = new Struct(struct);
        if (bad instanceof List<?> list && good instanceof List<?> room) {
            List<Object> elements = new java.util.ArrayList<>(room);
            badValue.put("c", elements);
            elements.clear();
            elements.addAll(list);
        } else {
            badValue.put("c", bad);
        }

        InvalidRecordException refusal =
                refused(layout, record(null, null, struct, badValue), record(null, null, struct, goodValue));

        assertThat(refusal).hasMessageContaining("value.c").hasMessageContaining(words);
    }

    @Test
    void aValueOfAnotherTypeIsRefusedWithItsField() throws IOException {
        RecordLayout layout = layout(null, Schema.INT32_SCHEMA, RecordMetadata.KAFKA);

        InvalidRecordException refusal = refused(
                layout, record(null, null, Schema.INT32_SCHEMA, "seven"), record(null, null, Schema.INT32_SCHEMA, 7));

        assertThat(refusal).hasMessageContaining("field value").hasMessageContaining("String");
    }

    @Test
    void aStructOfAnotherSchemaIsRefused() throws IOException {
        RecordLayout layout = layout(null, ORDER, RecordMetadata.NONE);
        Schema other = SchemaBuilder.struct().field("id", Schema.STRING_SCHEMA).build();

        InvalidRecordException refusal = refused(
                layout,
                record(null, null, ORDER, new Struct(other).put("id", "x")),
                record(null, null, ORDER, new Struct(ORDER).put("id", 1L)));

        assertThat(refusal).hasMessageContaining("the record's schema has {id INT64, note STRING?}");
    }

    @Test
    void aStructOfAnotherVersionIsRefusedByWhatDiffers() throws IOException {
        RecordLayout layout = layout(null, ORDER, RecordMetadata.NONE);
        Schema other = SchemaBuilder.struct()
                .version(2)
                .field("id", Schema.INT64_SCHEMA)
                .field("note", Schema.OPTIONAL_STRING_SCHEMA)
                .build();

        InvalidRecordException refusal = refused(
                layout,
                record(null, null, ORDER, new Struct(other).put("id", 1L)),
                record(null, null, ORDER, new Struct(ORDER).put("id", 1L)));

        assertThat(refusal).hasMessageContaining("the record's schema has another version, doc, parameter or default");
    }

    @Test
    void aTombstoneIsRefusedWithoutRecordMetadata() throws IOException {
        RecordLayout layout = layout(null, ORDER, RecordMetadata.NONE);

        InvalidRecordException refusal = refused(
                layout, record(null, null, null, null), record(null, null, ORDER, new Struct(ORDER).put("id", 1L)));

        assertThat(refusal).hasMessageContaining("record.metadata=kafka");
    }

    @Test
    void aHeaderThatCannotBeStoredIsRefusedWithItsName() throws IOException {
        RecordLayout layout = layout(null, Schema.INT32_SCHEMA, RecordMetadata.KAFKA);
        SinkRecord bad = record(null, null, Schema.INT32_SCHEMA, 7);
        bad.headers().add("odd", new StringBuilder("x"), null);

        assertThat(refused(layout, bad, record(null, null, Schema.INT32_SCHEMA, 7)))
                .hasMessageContaining("_kafka.headers[0].value")
                .hasMessageContaining("the header 'odd'");
    }

    @Test
    void topicPartitionAndOffsetAreThoseBeforeTransformations() throws IOException {
        SinkRecord record = record(null, null, Schema.INT32_SCHEMA, 7)
                .newRecord("renamed", 5, null, null, Schema.INT32_SCHEMA, 7, 1L, new ConnectHeaders());

        StoredRecord.KafkaMetadata kafka = TestFiles.roundTrip(List.of(record), RecordMetadata.KAFKA, 38)
                .get(0)
                .kafka()
                .orElseThrow();

        assertThat(kafka.topic()).isEqualTo("t");
        assertThat(kafka.partition()).isZero();
    }

    @Test
    void aDecimalOfAnotherScaleIsStoredWhenNothingIsLost() throws IOException {
        Schema schema =
                Decimal.builder(2).parameter("connect.decimal.precision", "5").build();

        assertThat(TestFiles.roundTrip(
                                List.of(record(null, null, schema, new BigDecimal("1.2"))), RecordMetadata.KAFKA, 38)
                        .get(0)
                        .value())
                .isEqualTo(new BigDecimal("1.20"));
    }

    /** As where somebody has changed the numbers; the columns of a table have no annotation for small ones. */
    @Test
    void aNumberThatItsSchemaDoesNotHoldIsDamage() {
        LeafMaker.OfInt small = (LeafMaker.OfInt)
                LeafMakers.of(Schema.INT8_SCHEMA, PrimitiveType.of("n", Repetition.REQUIRED, PhysicalType.INT32));
        LeafMaker.OfLong time = (LeafMaker.OfLong) LeafMakers.of(
                Time.SCHEMA,
                PrimitiveType.of(
                        "t", Repetition.REQUIRED, PhysicalType.INT64, new LogicalType.Time(true, TimeUnit.MICROS)));

        assertThatThrownBy(() -> small.ofInt(300))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("the value 300 does not fit");
        assertThatThrownBy(() -> time.ofLong(-5_000))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("a time of day is -5 ms");
        assertThat(time.ofLong(5_000)).isEqualTo(new Date(5));
    }
}
