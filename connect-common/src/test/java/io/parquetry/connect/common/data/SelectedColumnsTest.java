package io.parquetry.connect.common.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.common.schema.ConnectArbitraries;
import io.parquetry.connect.common.schema.SchemaCopy;
import io.parquetry.connect.common.schema.ValueJson;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Some fields of a value are read: each of them equals that of the whole value, there are no others, and their schemas
 * are equal. Record metadata is always read.
 */
class SelectedColumnsTest {
    @Provide
    Arbitrary<Long> seeds() {
        return ConnectArbitraries.seeds();
    }

    @Property(tries = 200)
    void selectedFieldsAreThoseOfTheWholeValue(@ForAll("seeds") long seed) throws IOException {
        ConnectArbitraries any = new ConnectArbitraries(seed);
        Random random = new Random(seed);
        Schema schema = any.struct(4);
        RecordMetadata metadata = random.nextBoolean() ? RecordMetadata.KAFKA : RecordMetadata.NONE;
        List<SinkRecord> records = IntStream.range(0, 5)
                .mapToObj(i -> new SinkRecord("t", 0, null, "k" + i, schema, any.value(schema, 3), i))
                .toList();
        List<ValueLayout> layouts = RandomConnectRecords.layoutsOf(schema);
        ValueLayout layout = layouts.get(random.nextInt(layouts.size()));
        InputFile file = TestFiles.write(RecordLayout.of(null, schema, metadata, layout, ColumnTypes.DEFAULT), records);
        List<ColumnPath> wanted = someColumns(file, random);

        List<StoredRecord> part = read(file, wanted);

        List<StoredRecord> whole = TestFiles.read(file);
        for (int i = 0; i < whole.size(); i++) {
            StoredRecord of = part.get(i);
            assertPart(
                    of.value(),
                    of.valueSchema(),
                    whole.get(i).value(),
                    whole.get(i).valueSchema());
            assertThat(of.kafka().map(StoredRecord.KafkaMetadata::key))
                    .isEqualTo(whole.get(i).kafka().map(StoredRecord.KafkaMetadata::key));
        }
        assertThat(part).hasSameSizeAs(whole);
    }

    private static List<ColumnPath> someColumns(InputFile file, Random random) throws IOException {
        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            List<LeafColumn> leaves =
                    StoredRows.of(reader.metadata()).valueFields().orElseThrow().leaves();
            List<ColumnPath> wanted = new ArrayList<>();
            for (LeafColumn leaf : leaves) {
                if (random.nextInt(3) == 0) {
                    wanted.add(new ColumnPath(leaf.path()
                            .subList(0, 1 + random.nextInt(leaf.path().size()))));
                }
            }
            return wanted.isEmpty() ? List.of(new ColumnPath(leaves.get(0).path())) : wanted;
        }
    }

    private static List<StoredRecord> read(InputFile file, List<ColumnPath> wanted) throws IOException {
        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            StoredRows rows = StoredRows.of(reader.metadata()).columns(wanted);
            RecordCursor<StoredRecord> cursor =
                    reader.records(rows.builder(), RecordQuery.ALL.columns(rows.projection()));
            List<StoredRecord> records = new ArrayList<>();
            while (cursor.next()) {
                records.add(cursor.record());
                assertThat(records.get(0).valueSchema()).isIn(rows.valueSchema(), null);
            }
            return records;
        }
    }

    /** Compares both; a part with all fields of the whole has the same schema. */
    private static void assertPart(Object part, Schema schemaOfPart, Object whole, Schema schemaOfWhole) {
        if (whole == null) {
            assertThat(part).isNull();
        } else if (schemaOfPart.equals(schemaOfWhole)) {
            assertThat(ValueJson.text(ValueJson.write(schemaOfPart, part)))
                    .isEqualTo(ValueJson.text(ValueJson.write(schemaOfWhole, whole)));
        } else if (part instanceof Struct struct) {
            assertThat(schemaOfPart.name()).isEqualTo(schemaOfWhole.name());
            assertThat(schemaOfPart.isOptional()).isEqualTo(schemaOfWhole.isOptional());
            for (Field field : schemaOfPart.fields()) {
                assertPart(
                        struct.getWithoutDefault(field.name()),
                        field.schema(),
                        ((Struct) whole).getWithoutDefault(field.name()),
                        schemaOfWhole.field(field.name()).schema());
            }
        } else if (part instanceof List<?> list && whole instanceof List<?> wholeList) {
            assertThat(list).hasSameSizeAs(wholeList);
            for (int i = 0; i < list.size(); i++) {
                assertPart(list.get(i), schemaOfPart.valueSchema(), wholeList.get(i), schemaOfWhole.valueSchema());
            }
        } else if (part instanceof Map<?, ?> map) {
            assertThat(map.keySet()).isEqualTo(((Map<?, ?>) whole).keySet());
            map.forEach((key, entry) -> assertPart(
                    entry, schemaOfPart.valueSchema(), ((Map<?, ?>) whole).get(key), schemaOfWhole.valueSchema()));
        } else {
            assertThat((List<?>) part)
                    .as("a map of which the keys are left")
                    .hasSameSizeAs(((Map<?, ?>) whole).keySet());
        }
    }

    private static final Schema ADDRESS = SchemaBuilder.struct()
            .name("Address")
            .field("city", Schema.STRING_SCHEMA)
            .field("zip", Schema.OPTIONAL_STRING_SCHEMA)
            .optional()
            .build();
    private static final Schema PERSON = SchemaBuilder.struct()
            .name("Person")
            .version(3)
            .doc("somebody")
            .field("id", Schema.INT64_SCHEMA)
            .field("address", ADDRESS)
            .field("tags", SchemaBuilder.array(Schema.STRING_SCHEMA).build())
            .build();

    private static SinkRecord person(Object value) {
        return new SinkRecord(
                "people",
                4,
                Schema.STRING_SCHEMA,
                "k",
                value == null ? null : PERSON,
                value,
                7,
                1_000L,
                TimestampType.CREATE_TIME);
    }

    private static Struct somebody() {
        return new Struct(PERSON)
                .put("id", 1L)
                .put("address", new Struct(ADDRESS).put("city", "Ulm").put("zip", "89073"))
                .put("tags", List.of("x"));
    }

    @ParameterizedTest
    @EnumSource
    void aRestoredRecordHasItsKeyAndTheSelectedFields(ValueLayout values) throws IOException {
        RecordLayout layout =
                RecordLayout.of(Schema.STRING_SCHEMA, PERSON, RecordMetadata.KAFKA, values, ColumnTypes.DEFAULT);
        InputFile file = TestFiles.write(layout, List.of(person(somebody()), person(null)));

        List<StoredRecord> records = read(file, ColumnPath.parseList("address.city,id"));

        Struct value = (Struct) records.get(0).value();
        assertThat(value.schema().fields()).extracting(Field::name).containsExactly("id", "address");
        assertThat(value.schema().name()).isEqualTo("Person");
        assertThat(value.schema().version()).isEqualTo(3);
        assertThat(value.schema().doc()).isEqualTo("somebody");
        assertThat(value.getStruct("address").schema().fields())
                .extracting(Field::name)
                .containsExactly("city");
        assertThat(value.getStruct("address").get("city")).isEqualTo("Ulm");
        assertThat(records.get(0).kafka().orElseThrow().key()).isEqualTo("k");
        assertThat(records.get(1).value()).isNull();
        assertThat(records.get(1).valueSchema()).isNull();
        assertThat(records.get(1).kafka().orElseThrow().partition()).isEqualTo(4);
    }

    @Test
    void aDefaultLosesTheFieldsThatItsSchemaLoses() throws IOException {
        Schema bare = SchemaBuilder.struct()
                .field("a", Schema.INT32_SCHEMA)
                .field("b", Schema.INT32_SCHEMA)
                .build();
        Schema pair =
                SchemaCopy.of(bare).withDefault(new Struct(bare).put("a", 1).put("b", 2));
        Schema value = SchemaBuilder.struct().field("pair", pair).build();
        SinkRecord record = new SinkRecord("t", 0, null, null, value, new Struct(value), 0);
        InputFile file =
                TestFiles.write(RecordLayout.of(record, RecordMetadata.NONE, ColumnTypes.DEFAULT), List.of(record));

        Struct read = (Struct) read(file, ColumnPath.parseList("pair.b")).get(0).value();

        Struct given = (Struct) read.get("pair");
        assertThat(given.schema().fields()).extracting(Field::name).containsExactly("b");
        assertThat(given.get("b")).isEqualTo(2);
    }

    @Test
    void anUnknownFieldIsRefusedWithTheKnownFields() throws IOException {
        RecordLayout layout = RecordLayout.of(person(somebody()), RecordMetadata.KAFKA, ColumnTypes.DEFAULT);
        InputFile file = TestFiles.write(layout, List.of(person(somebody())));

        assertThatThrownBy(() -> read(file, ColumnPath.parseList("address.street")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("there is no column address.street; address has city, zip");
    }
}
