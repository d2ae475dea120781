package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sink's task with {@code record.layout=flat}: the fields of values are the columns, tombstones and records of other
 * schemas share the file, and what cannot be stored is reported while the rest is stored.
 */
class FlatLayoutArchiveTest {
    private static final TopicPartition ZERO = new TopicPartition("quakes", 0);

    private static final Schema PROPERTIES = SchemaBuilder.struct()
            .field("mag", Schema.FLOAT64_SCHEMA)
            .field("place", Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    private static final Schema V1 = SchemaBuilder.struct()
            .name("Quake")
            .version(1)
            .field("id", Schema.STRING_SCHEMA)
            .field("properties", PROPERTIES)
            .build();
    private static final Schema V2 = SchemaBuilder.struct()
            .name("Quake")
            .version(2)
            .field("id", Schema.STRING_SCHEMA)
            .field("properties", PROPERTIES)
            .field("depth", SchemaBuilder.int32().defaultValue(10).build())
            .build();

    private final MemoryDisk disk = new MemoryDisk();
    private final MemoryStorage storage = new MemoryStorage(disk);
    private final Published published = new Published(disk);
    private final NavigableMap<Long, SinkRecord> log = new TreeMap<>();
    private final Map<String, String> properties = new HashMap<>(
            Map.of("name", "archive", "storage.url", "memory", "record.metadata", "kafka", "record.layout", "flat"));

    @TempDir
    private Path folder;

    private static Struct quake(Schema schema, String id, double mag) {
        return new Struct(schema)
                .put("id", id)
                .put("properties", new Struct(PROPERTIES).put("mag", mag).put("place", "at " + id));
    }

    private void add(Schema schema, Object value) {
        long offset = log.size();
        log.put(offset, new SinkRecord("quakes", 0, Schema.STRING_SCHEMA, "k" + offset, schema, value, offset));
    }

    private FakeWorker run() {
        FakeWorker worker = new FakeWorker(Map.of(ZERO, log), properties, storage, new ManualClock()).tolerant();
        worker.start();
        worker.drain(10);
        worker.stop();
        return worker;
    }

    private List<String> columns(String path) throws IOException {
        return published.footer(path).schema().fields().stream().map(Type::name).toList();
    }

    private List<Object> values() throws IOException {
        return published.records().stream().map(StoredRecord::value).toList();
    }

    @Test
    void tombstonesAndStructsShareAFileOfTheFieldsOfTheStructs() throws IOException {
        add(null, null);
        add(V1, quake(V1, "a", 1.5));
        add(null, null);

        run();

        assertThat(published.paths()).hasSize(1);
        assertThat(columns(published.paths().get(0))).containsExactly("id", "properties", "_kafka");
        assertThat(values()).containsExactly(null, quake(V1, "a", 1.5), null);
        assertThat(published.records())
                .extracting(record -> record.kafka().orElseThrow().key())
                .containsExactly("k0", "k1", "k2");
        assertThat(published.records()).extracting(StoredRecord::valueSchema).containsExactly(null, V1, null);
    }

    @Test
    void anOpenFileGrowsByTheFieldsOfANewerVersion() throws IOException {
        for (Schema schema : List.of(V1, V2, V1)) {
            add(schema, quake(schema, "v" + schema.version(), 2));
        }
        add(null, null);
        properties.put("flush.size", "4");

        FakeWorker worker = new FakeWorker(Map.of(ZERO, log), properties, storage, new ManualClock()).start();
        worker.drain(1);
        worker.stop();

        assertThat(published.paths()).hasSize(1);
        assertThat(columns(published.paths().get(0))).containsExactly("id", "properties", "depth", "_kafka");
        assertThat(values().subList(0, 3))
                .extracting(value -> ((Struct) value).getString("id"))
                .containsExactly("v1", "v2", "v1");
        assertThat(values().get(3)).isNull();
    }

    @Test
    void aRecordWithAFieldOfTheNameOfTheMetadataIsReportedAndTheOthersAreStored() throws IOException {
        Schema odd = SchemaBuilder.struct().field("_Kafka", Schema.INT32_SCHEMA).build();
        add(V1, quake(V1, "a", 1));
        add(odd, new Struct(odd).put("_Kafka", 1));
        add(V1, quake(V1, "b", 2));

        FakeWorker worker = run();

        assertThat(worker.reported()).extracting(SinkRecord::kafkaOffset).containsExactly(1L);
        assertThat(worker.reasons().get(0))
                .hasMessageContaining("offset 1")
                .hasMessageContaining("the value has a field _Kafka")
                .hasMessageContaining("record.layout=nested");
        assertThat(values()).containsExactly(quake(V1, "a", 1), quake(V1, "b", 2));
    }

    @Test
    void aRecordWithoutARequiredFieldIsReportedWithTheField() throws IOException {
        add(V1, quake(V1, "a", 1));
        add(V1, new Struct(V1).put("id", "b"));

        FakeWorker worker = run();

        assertThat(worker.reasons().get(0)).hasMessageContaining("field properties: is required but null");
        assertThat(values()).containsExactly(quake(V1, "a", 1));
    }

    @Test
    void aValueThatIsNoStructIsTheColumnValue() throws IOException {
        add(Schema.STRING_SCHEMA, "text");
        add(null, null);

        run();

        assertThat(columns(published.paths().get(0))).containsExactly("value", "_kafka");
        assertThat(values()).containsExactly("text", null);
    }

    @Test
    void withoutMetadataTheKeyHasNoEffect() throws IOException {
        properties.put("record.metadata", "none");
        add(V1, quake(V1, "a", 1));

        run();

        assertThat(columns(published.paths().get(0))).containsExactly("id", "properties");
    }

    @Test
    void objectsWithoutSchemaAreColumnsToo() throws IOException {
        properties.put("schemaless", "infer");
        add(null, Map.of("mag", 2L));
        add(null, Map.of("place", "Ulm"));

        run();

        assertThat(columns(published.paths().get(0))).containsExactlyInAnyOrder("mag", "place", "_kafka");
        assertThat(published.rows(published.paths().get(0)).get(1).get("place")).isEqualTo("Ulm");
    }

    @Test
    void columnsAndFieldsAreNamedWithoutValueBeforeThem() throws IOException {
        properties.put("partitioner.class", "field");
        properties.put("partition.field.name", "properties.place");
        properties.put("parquet.encodings", "properties.mag:byte_stream_split");
        properties.put("parquet.bloom.filters", "id");
        add(V1, quake(V1, "a", 1));

        run();

        assertThat(published.paths().get(0)).contains("properties.place=at a");
        List<ColumnChunkMetadata> chunks =
                published.footer(published.paths().get(0)).rowGroups().get(0).columns();
        assertThat(chunks.get(0).indexes().bloomFilterOffset()).isPresent();
        assertThat(chunks.get(1).encodings()).contains(Encoding.BYTE_STREAM_SPLIT);
    }

    private List<String> byDuckDb(String query) throws IOException, SQLException {
        for (String path : published.paths()) {
            Path copy = folder.resolve(path);
            Files.createDirectories(copy.getParent());
            Files.write(copy, disk.files().get(path));
        }
        List<String> found = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query.formatted(folder))) {
            while (rows.next()) {
                found.add(rows.getString(1) + " " + rows.getString(2));
            }
        }
        return found;
    }

    @Test
    void duckDbReadsTheFieldsAsColumns() throws IOException, SQLException {
        properties.put("flush.size", "2");
        add(V1, quake(V1, "a", 1.5));
        add(null, null);
        add(V2, quake(V2, "b", 2.5));
        add(V2, quake(V2, "c", 0.5));

        run();

        assertThat(published.paths()).hasSize(2);
        String files = " FROM read_parquet('%s/topics/quakes/**/*.parquet', union_by_name = true)";
        assertThat(byDuckDb("SELECT id, properties.mag" + files + " WHERE NOT _kafka.valueIsNull ORDER BY id"))
                .containsExactly("a 1.5", "b 2.5", "c 0.5");
        assertThat(byDuckDb("SELECT _kafka.key, max(_kafka.\"offset\")" + files
                        + " WHERE _kafka.valueIsNull OR depth IS NOT NULL GROUP BY 1"))
                .containsExactly("k1 1");
    }
}
