package io.parquetry.connect.sink;

import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.sink.table.AppendLooks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A topic that tasks of the sink write to files, and a table of Iceberg in a real catalog that gets these files. */
abstract class TopicToTable {
    static final String TOPIC = "orders";
    static final TopicPartition ZERO = new TopicPartition(TOPIC, 0);
    static final TopicPartition ONE = new TopicPartition(TOPIC, 1);
    static final TableIdentifier NAME = TableIdentifier.of("lake", TOPIC);
    static final Schema VALUE = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("name", Schema.OPTIONAL_STRING_SCHEMA)
            .field("at", Timestamp.SCHEMA)
            .build();
    static final long DAY_MS = 86_400_000;

    @TempDir
    Path directory;

    final Map<TopicPartition, NavigableMap<Long, SinkRecord>> log = new HashMap<>();
    final Map<String, String> more = new HashMap<>();
    final ManualClock clock = new ManualClock();
    private JdbcCatalog catalog;

    Map<String, String> properties() {
        Map<String, String> properties = new HashMap<>();
        properties.put("name", "lake.1");
        properties.put("storage.url", directory.toString());
        properties.put("flush.size", "3");
        properties.put("record.metadata", "kafka");
        properties.put("record.layout", "flat");
        properties.put("table.format", "iceberg");
        properties.put("table.identifier", "lake.${topic}");
        properties.put("table.commit.interval.ms", "3600000");
        properties.put("iceberg.catalog.type", "jdbc");
        properties.put("iceberg.catalog.uri", uri());
        properties.putAll(more);
        return properties;
    }

    String uri() {
        return "jdbc:sqlite:" + directory.resolve("catalog.db");
    }

    /** Opens the catalog as another program does, with another reader of files. */
    JdbcCatalog catalog() {
        if (catalog == null) {
            catalog = (JdbcCatalog) CatalogUtil.buildIcebergCatalog(
                    "parquetry",
                    Map.of(
                            "type",
                            "jdbc",
                            "uri",
                            uri(),
                            "warehouse",
                            directory + "/_tables",
                            "jdbc.schema-version",
                            "V1"),
                    new org.apache.hadoop.conf.Configuration());
        }
        return catalog;
    }

    Table table() {
        return catalog().loadTable(NAME);
    }

    @AfterEach
    void closeCatalog() {
        if (catalog != null) {
            catalog.close();
        }
    }

    static Struct order(long id) {
        return new Struct(VALUE)
                .put("id", id)
                .put("name", id % 5 == 0 ? null : "n" + id % 3)
                .put("at", new java.util.Date(id * DAY_MS / 4));
    }

    void produce(TopicPartition partition, long from, long to) {
        LongStream.range(from, to).forEach(offset -> produce(partition, offset, VALUE, order(offset)));
    }

    /** Records with times that are in the order of their offsets: a second for each. */
    void produceTimed(TopicPartition partition, long from, long to) {
        LongStream.range(from, to)
                .forEach(offset -> log.computeIfAbsent(partition, key -> new TreeMap<>())
                        .put(
                                offset,
                                new SinkRecord(
                                        TOPIC,
                                        partition.partition(),
                                        null,
                                        null,
                                        VALUE,
                                        order(offset),
                                        offset,
                                        offset * 1_000,
                                        TimestampType.CREATE_TIME)));
    }

    void produce(TopicPartition partition, long offset, Schema schema, Object value) {
        log.computeIfAbsent(partition, key -> new TreeMap<>())
                .put(offset, new SinkRecord(TOPIC, partition.partition(), null, null, schema, value, offset));
    }

    /** Runs a task until all records are committed, and gives its partitions back. */
    void runTask() {
        run(properties());
    }

    /** The same as if the connector had no table yet. */
    void runWithoutTable() {
        Map<String, String> properties = properties();
        properties.keySet().removeIf(key -> key.startsWith("table.") || key.startsWith("iceberg."));
        run(properties);
    }

    private void run(Map<String, String> properties) {
        stop(start(properties));
    }

    /** A worker that has written what was produced, and goes on. */
    FakeWorker start() {
        return start(properties());
    }

    private FakeWorker start(Map<String, String> properties) {
        return start(properties, 1_000);
    }

    /** The worker iterates at most so many times. */
    FakeWorker start(Map<String, String> properties, int turnsMax) {
        return start(properties, turnsMax, new LocalStorage(directory));
    }

    /** The directory of the storage is another one. */
    FakeWorker start(LocalStorage storage) {
        return start(properties(), 1_000, storage);
    }

    private FakeWorker start(Map<String, String> properties, int turnsMax, LocalStorage storage) {
        FakeWorker worker = new FakeWorker(log, properties, storage, clock);
        worker.start();
        worker.drain(5, turnsMax);
        return worker;
    }

    void stop(FakeWorker worker) {
        worker.close(log.keySet());
        worker.stop();
    }

    AppendLooks.Result look() throws IOException {
        return look(1_000);
    }

    AppendLooks.Result look(int filesMax) throws IOException {
        try (AppendLooks looks = new AppendLooks(properties(), TOPIC, filesMax)) {
            return looks.look(Set.of(TOPIC));
        }
    }

    List<Record> rows() throws IOException {
        return rows(Expressions.alwaysTrue());
    }

    List<Record> rows(Expression filter) throws IOException {
        List<Record> rows = new ArrayList<>();
        try (CloseableIterable<Record> all =
                IcebergGenerics.read(table()).where(filter).build()) {
            all.forEach(rows::add);
        }
        return rows;
    }

    /** Partition and offset of each row, sorted. */
    List<String> offsets() throws IOException {
        return rows().stream()
                .map(row -> (Record) row.getField("_kafka"))
                .map(kafka -> kafka.getField("partition") + ":" + kafka.getField("offset"))
                .sorted()
                .toList();
    }

    List<String> produced() {
        return log.values().stream()
                .flatMap(records -> records.values().stream())
                .map(record -> record.kafkaPartition() + ":" + record.kafkaOffset())
                .sorted()
                .toList();
    }

    static void deleteTree(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
