package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.Await;
import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.sink.table.AppendLooks;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * From a topic to a table of Iceberg in a real catalog, read by Iceberg's own reader: every record is in the table
 * once, whoever appends and whatever others do to the table.
 */
class IcebergArchiveTest {
    private static final String TOPIC = "orders";
    private static final TopicPartition ZERO = new TopicPartition(TOPIC, 0);
    private static final TopicPartition ONE = new TopicPartition(TOPIC, 1);
    private static final TableIdentifier NAME = TableIdentifier.of("lake", TOPIC);
    private static final Schema VALUE = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("name", Schema.OPTIONAL_STRING_SCHEMA)
            .field("at", Timestamp.SCHEMA)
            .build();
    private static final long DAY_MS = 86_400_000;

    @TempDir
    private Path directory;

    private final Map<TopicPartition, NavigableMap<Long, SinkRecord>> log = new HashMap<>();
    private final Map<String, String> more = new HashMap<>();
    private final ManualClock clock = new ManualClock();
    private JdbcCatalog catalog;

    private Map<String, String> properties() {
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

    private String uri() {
        return "jdbc:sqlite:" + directory.resolve("catalog.db");
    }

    /** Opens the catalog as another program does, with another reader of files. */
    private Table table() {
        if (catalog == null) {
            catalog = (JdbcCatalog) CatalogUtil.buildIcebergCatalog(
                    "parquetry",
                    Map.of("type", "jdbc", "uri", uri(), "warehouse", directory + "/_tables"),
                    new org.apache.hadoop.conf.Configuration());
        }
        return catalog.loadTable(NAME);
    }

    @AfterEach
    void closeCatalog() {
        if (catalog != null) {
            catalog.close();
        }
    }

    private static Struct order(long id) {
        return new Struct(VALUE)
                .put("id", id)
                .put("name", id % 5 == 0 ? null : "n" + id % 3)
                .put("at", new java.util.Date(id * DAY_MS / 4));
    }

    private void produce(TopicPartition partition, long from, long to) {
        LongStream.range(from, to).forEach(offset -> produce(partition, offset, VALUE, order(offset)));
    }

    private void produce(TopicPartition partition, long offset, Schema schema, Object value) {
        log.computeIfAbsent(partition, key -> new TreeMap<>())
                .put(offset, new SinkRecord(TOPIC, partition.partition(), null, null, schema, value, offset));
    }

    /** Runs a task until all records are committed, and gives its partitions back. */
    private void runTask() {
        FakeWorker worker = new FakeWorker(log, properties(), new LocalStorage(directory), clock);
        worker.start();
        worker.drain(5);
        worker.close(log.keySet());
        worker.stop();
    }

    private AppendLooks.Result look() throws IOException {
        return look(1_000);
    }

    private AppendLooks.Result look(int filesMax) throws IOException {
        try (AppendLooks looks = new AppendLooks(properties(), TOPIC, filesMax)) {
            return looks.look(Set.of(TOPIC));
        }
    }

    private List<Record> rows() throws IOException {
        List<Record> rows = new ArrayList<>();
        try (CloseableIterable<Record> all = IcebergGenerics.read(table()).build()) {
            all.forEach(rows::add);
        }
        return rows;
    }

    /** Partition and offset of each row, sorted. */
    private List<String> offsets() throws IOException {
        return rows().stream()
                .map(row -> (Record) row.getField("_kafka"))
                .map(kafka -> kafka.getField("partition") + ":" + kafka.getField("offset"))
                .sorted()
                .toList();
    }

    private List<String> produced() {
        return log.values().stream()
                .flatMap(records -> records.values().stream())
                .map(record -> record.kafkaPartition() + ":" + record.kafkaOffset())
                .sorted()
                .toList();
    }

    @Test
    void everyRecordIsInTheTableOnceHoweverOftenOneLooks() throws IOException {
        produce(ZERO, 0, 10);
        produce(ONE, 0, 7);
        runTask();
        assertThat(look().appended()).isPositive();
        assertThat(look().appended()).isZero();
        assertThat(offsets()).isEqualTo(produced());
        produce(ZERO, 10, 20);
        runTask();
        look();
        look();
        assertThat(offsets()).isEqualTo(produced());
        assertThat(table().properties()).containsKeys("parquetry.lake%2E1.orders.0", "parquetry.lake%2E1.orders.1");
        assertThat(table().currentSnapshot().summary()).containsKey("parquetry.lake%2E1.orders.0");
    }

    @Test
    void valuesComeBackThroughTheReaderOfIceberg() throws IOException {
        Schema inner = SchemaBuilder.struct()
                .field("x", Schema.INT16_SCHEMA)
                .optional()
                .build();
        Schema schema = SchemaBuilder.struct()
                .field("small", Schema.INT8_SCHEMA)
                .field(
                        "price",
                        Decimal.builder(2)
                                .parameter("connect.decimal.precision", "12")
                                .build())
                .field("day", org.apache.kafka.connect.data.Date.SCHEMA)
                .field("time", org.apache.kafka.connect.data.Time.SCHEMA)
                .field("at", Timestamp.SCHEMA)
                .field("list", SchemaBuilder.array(inner).optional().build())
                .field(
                        "map",
                        SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_FLOAT64_SCHEMA)
                                .build())
                .field("bytes", Schema.OPTIONAL_BYTES_SCHEMA)
                .build();
        Struct value = new Struct(schema)
                .put("small", (byte) -7)
                .put("price", new BigDecimal("1234567890.12"))
                .put("day", new java.util.Date(-3 * DAY_MS))
                .put("time", new java.util.Date(43_200_001))
                .put("at", new java.util.Date(-1))
                .put("list", List.of(new Struct(inner).put("x", (short) 300)))
                .put("map", Map.of("a", 1.5))
                .put("bytes", new byte[] {1, -2});
        produce(ZERO, 0, schema, value);
        runTask();
        look();
        Record row = rows().get(0);
        assertThat(row.getField("small")).isEqualTo(-7);
        assertThat(row.getField("price")).isEqualTo(new BigDecimal("1234567890.12"));
        assertThat(row.getField("day")).hasToString("1969-12-29");
        assertThat(row.getField("time")).hasToString("12:00:00.001");
        assertThat(row.getField("at")).hasToString("1969-12-31T23:59:59.999Z");
        assertThat(((Record) ((List<?>) row.getField("list")).get(0)).getField("x"))
                .isEqualTo(300);
        assertThat(row.getField("map")).isEqualTo(Map.of("a", 1.5));
        assertThat(row.getField("bytes")).isEqualTo(java.nio.ByteBuffer.wrap(new byte[] {1, -2}));
    }

    @Test
    void aNewFieldIsANewColumnAndAWiderNumberWidensTheColumn() throws IOException {
        Schema first = SchemaBuilder.struct().field("n", Schema.INT32_SCHEMA).build();
        Schema second = SchemaBuilder.struct()
                .field("n", Schema.INT64_SCHEMA)
                .field("extra", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        produce(ZERO, 0, first, new Struct(first).put("n", 1));
        runTask();
        look();
        produce(ZERO, 1, second, new Struct(second).put("n", 1L << 40).put("extra", "e"));
        runTask();
        look();
        assertThat(table().schema().findType("n")).isEqualTo(Types.LongType.get());
        assertThat(rows().stream().map(row -> row.getField("n") + "/" + row.getField("extra")))
                .containsExactlyInAnyOrder("1/null", (1L << 40) + "/e");
        more.put("table.evolve", "false");
        more.put("on.bad.record", "skip");
        Schema third =
                SchemaBuilder.struct().field("other", Schema.INT32_SCHEMA).build();
        produce(ZERO, 2, third, new Struct(third).put("other", 1));
        produce(ZERO, 3, first, new Struct(first).put("n", 3));
        runTask();
        look();
        assertThat(offsets()).containsExactly("0:0", "0:1", "0:3");
    }

    @Test
    void filesAreInThePartitionsOfTheTable() throws IOException {
        more.put("table.partition.by", "day(at), bucket(4, id), name");
        produce(ZERO, 0, 30);
        produce(
                ZERO,
                30,
                VALUE,
                new Struct(VALUE).put("id", 0L).put("name", "null").put("at", new java.util.Date(0)));
        runTask();
        look();
        assertThat(offsets()).isEqualTo(produced());
        List<Record> found = new ArrayList<>();
        try (CloseableIterable<Record> some = IcebergGenerics.read(table())
                .where(Expressions.and(Expressions.equal("id", 6L), Expressions.equal("name", "n0")))
                .build()) {
            some.forEach(found::add);
        }
        assertThat(found).hasSize(1);
        List<FileScanTask> planned = new ArrayList<>();
        try (CloseableIterable<FileScanTask> tasks =
                table().newScan().filter(Expressions.equal("name", "null")).planFiles()) {
            tasks.forEach(planned::add);
        }
        assertThat(planned).hasSize(1);
        assertThat(planned.get(0).file().partition().get(2, CharSequence.class)).hasToString("null");
        assertThat(planned.get(0).file().location()).contains("name=%6Eull");
    }

    @Test
    void boundsAndCountsOfFooterAreInTheManifest() throws IOException {
        produce(ZERO, 0, 3);
        runTask();
        look();
        List<FileScanTask> planned = new ArrayList<>();
        try (CloseableIterable<FileScanTask> tasks = table().newScan()
                .includeColumnStats()
                .filter(Expressions.greaterThan("id", 2L))
                .planFiles()) {
            tasks.forEach(planned::add);
        }
        assertThat(planned).as("no file has such an id").isEmpty();
        try (CloseableIterable<FileScanTask> tasks =
                table().newScan().includeColumnStats().planFiles()) {
            tasks.forEach(planned::add);
        }
        int name = table().schema().findField("name").fieldId();
        assertThat(planned.get(0).file().nullValueCounts()).containsEntry(name, 1L);
        assertThat(planned.get(0).file().recordCount()).isEqualTo(3);
    }

    /** Three appenders at once, a writer of others and an expiry that keeps one snapshot. */
    @Test
    void nothingIsAppendedTwiceByManyAppendersBehindForeignCommits() throws Exception {
        produce(ZERO, 0, 3);
        runTask();
        look();
        produce(ZERO, 3, 120);
        produce(ONE, 0, 90);
        runTask();
        Table foreign = table();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<Void>> done = new ArrayList<>();
        Callable<Void> appender = () -> {
            for (int turn = 0; turn < 15; turn++) {
                try {
                    look();
                } catch (IOException late) {
                    // Another was faster too often; the next turn reads again.
                }
            }
            return null;
        };
        for (int i = 0; i < 3; i++) {
            done.add(threads.submit(appender));
        }
        done.add(threads.submit(() -> {
            for (int turn = 0; turn < 15; turn++) {
                try {
                    foreign.updateProperties()
                            .set("foreign", Integer.toString(turn))
                            .commit();
                    foreign.expireSnapshots()
                            .expireOlderThan(Long.MAX_VALUE)
                            .retainLast(1)
                            .commit();
                } catch (CommitFailedException late) {
                    foreign.refresh();
                }
            }
            return null;
        }));
        for (Future<Void> each : done) {
            each.get();
        }
        threads.shutdown();
        look();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void aTableThatHasLostItsPositionsIsLeftAlone() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        produce(ZERO, 9, 18);
        runTask();
        look();
        assertThat(offsets()).isEqualTo(produced());
        String property = "parquetry.lake%2E1.orders.0";
        String position = table().properties().get(property);
        table().updateProperties().remove(property).commit();
        produce(ZERO, 18, 27);
        runTask();
        AppendLooks.Result result = look();
        assertThat(result.faults()).isEqualTo(1);
        assertThat(offsets()).hasSize(18);
        table().updateProperties().set(property, position).commit();
        look();
        assertThat(offsets()).isEqualTo(produced());
    }

    /** The ledger has not learnt a position yet, and its entry 1 is still there. */
    @Test
    void aTableThatLosesItsPositionAtOnceIsLeftAlone() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        String property = "parquetry.lake%2E1.orders.0";
        String position = table().properties().get(property);
        table().updateProperties().remove(property).commit();
        assertThat(look().faults()).isEqualTo(1);
        assertThat(offsets()).isEqualTo(produced());
        table().updateProperties().set(property, position).commit();
        produce(ZERO, 9, 12);
        runTask();
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void aMalformedPositionStopsItsPartitionOnly() throws IOException {
        produce(ZERO, 0, 9);
        produce(ONE, 0, 9);
        runTask();
        look();
        String property = "parquetry.lake%2E1.orders.0";
        String position = table().properties().get(property);
        table().updateProperties().set(property, "twelve").commit();
        produce(ZERO, 9, 12);
        produce(ONE, 9, 12);
        runTask();
        assertThat(look().faults()).isEqualTo(1);
        assertThat(offsets()).contains("1:11").doesNotContain("0:11");
        table().updateProperties().set(property, position).commit();
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void aDamagedFileStopsItsPartitionOnly() throws IOException {
        produce(ZERO, 0, 3);
        produce(ONE, 0, 3);
        runTask();
        Path file;
        try (Stream<Path> files = Files.walk(directory.resolve("topics"))) {
            file = files.filter(path -> path.toString().contains("orders+0+"))
                    .findFirst()
                    .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(file);
        byte[] damaged = bytes.clone();
        damaged[damaged.length - 1] = 'X';
        Files.write(file, damaged);
        assertThat(look().faults()).isEqualTo(1);
        assertThat(offsets()).containsExactly("1:0", "1:1", "1:2");
        Files.write(file, bytes);
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void whatWaitedForLongIsAppendedInSlices() throws IOException {
        produce(ZERO, 0, 3);
        runTask();
        for (int offset = 3; offset < 60; offset += 3) {
            produce(ZERO, offset, offset + 3);
            produce(ONE, offset, offset + 3);
            runTask();
        }
        look(4);
        assertThat(offsets()).isEqualTo(produced());
        List<Integer> added = new ArrayList<>();
        table().snapshots()
                .forEach(each -> added.add(Integer.valueOf(each.summary().get("added-data-files"))));
        assertThat(added).hasSizeGreaterThan(8).allMatch(files -> files <= 4);
    }

    @Test
    void theThreadOfATaskAppendsWhileTheTaskRuns() throws Exception {
        more.put("table.commit.interval.ms", "100");
        produce(ZERO, 0, 9);
        produce(ONE, 0, 6);
        FakeWorker worker = new FakeWorker(log, properties(), new LocalStorage(directory), clock);
        worker.start();
        Await.until("every record in the table", Duration.ofMinutes(2), () -> {
            clock.advance(100);
            worker.drain(1);
            return offsets().equals(produced());
        });
        worker.close(log.keySet());
        worker.stop();
        assertThat(look().appended()).isZero();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void anotherLedgerIsNotContinued() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        long before = table().currentSnapshot().snapshotId();
        deleteTree(directory.resolve("_parquetry"));
        deleteTree(directory.resolve("topics"));
        runTask();
        assertThat(look().faults()).isEqualTo(1);
        assertThat(table().currentSnapshot().snapshotId()).isEqualTo(before);
    }

    private static void deleteTree(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void aRollbackKeepsOutWhatAPersonTookOut() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        long before = table().currentSnapshot().snapshotId();
        produce(ZERO, 9, 18);
        runTask();
        look();
        table().manageSnapshots().rollbackTo(before).commit();
        produce(ZERO, 18, 21);
        runTask();
        look();
        assertThat(offsets()).hasSize(12).contains("0:0", "0:18").doesNotContain("0:9", "0:17");
    }

    @Test
    void aFileThatWasDeletedBeforeItWasAppendedIsLeftOut() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        try (Stream<Path> files = Files.walk(directory.resolve("topics"))) {
            Files.delete(files.filter(path -> path.toString().endsWith(".parquet"))
                    .sorted()
                    .findFirst()
                    .orElseThrow());
        }
        look();
        assertThat(offsets()).hasSize(6);
    }
}
