package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.Await;
import io.parquetry.connect.common.storage.LocalStorage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * From a topic to a table of Iceberg in a real catalog, read by Iceberg's own reader: every record is in the table
 * once, whoever appends and whatever others do to the table.
 */
class IcebergArchiveTest extends TopicToTable {
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

    /** Engines take the location of a file as it is written: they know no escapes, and no slash is one too many. */
    @ParameterizedTest
    @ValueSource(strings = {"file://DIRECTORY/my%20lake", "file://localhostDIRECTORY/lake", "DIRECTORY/lake//"})
    void theFilesOfADirectoryAreFoundHoweverItsUrlIsWritten(String url) throws IOException {
        more.put("storage.url", url.replace("DIRECTORY", directory.toString()));
        produce(ZERO, 0, 4);
        stop(start(new LocalStorage(directory.resolve(url.contains("%20") ? "my lake" : "lake"))));
        assertThat(look().appended()).isPositive();
        assertThat(offsets()).isEqualTo(produced());
        assertThat(table().location()).startsWith("file://" + directory);
    }

    @Test
    void theMarkerOfTheRootIsNotDemandedOfTheDirectoriesOfTables() throws IOException {
        more.put("local.root.marker", ".mounted");
        Files.createFile(directory.resolve(".mounted"));
        produce(ZERO, 0, 4);
        runTask();
        assertThat(look().appended()).isPositive();
        assertThat(offsets()).isEqualTo(produced());
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

    @Test
    void theTableSaysUpToWhichTimeItIsComplete() throws IOException {
        produceTimed(ZERO, 0, 9);
        produceTimed(ONE, 0, 5);
        runTask();
        look();
        String zero = "parquetry.lake%2E1.orders.0";
        String one = "parquetry.lake%2E1.orders.1";
        Map<String, String> summary = table().currentSnapshot().summary();
        assertThat(summary)
                .containsEntry(zero + ".valid-through", "8000")
                .containsEntry(one + ".valid-through", "4000")
                .containsEntry("parquetry.valid-through", "4000")
                .containsEntry(zero + ".records", "9")
                .containsEntry(one + ".records", "5");
        assertThat(table().properties())
                .containsEntry(zero + ".valid-through", "8000")
                .doesNotContainKey(zero + ".records");
        produceTimed(ONE, 5, 20);
        runTask();
        look();
        assertThat(table().properties())
                .containsEntry(zero + ".valid-through", "8000")
                .containsEntry(one + ".valid-through", "19000");
        assertThat(table().currentSnapshot().summary()).containsEntry("parquetry.valid-through", "8000");
    }

    /** The file of the first day stays open while two files of the second day are published. */
    @Test
    void aTableIsNotCompleteBehindAnOffsetThatIsNotInAFile() throws IOException {
        more.put("table.partition.by", "day(at)");
        produceTimed(ZERO, 0, 12);
        FakeWorker worker = new FakeWorker(log, properties(), new LocalStorage(directory), clock);
        log.get(ZERO).remove(3L);
        log.get(ZERO).remove(2L);
        worker.start();
        worker.drain(1);
        look();
        look();
        String property = "parquetry.lake%2E1.orders.0.valid-through";
        assertThat(offsets()).contains("0:4").doesNotContain("0:0");
        assertThat(table().properties()).doesNotContainKey(property);
        worker.close(log.keySet());
        worker.stop();
        look();
        assertThat(offsets()).isEqualTo(produced());
        assertThat(table().properties()).containsKey(property);
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
                .forEach(each -> added.add(Integer.valueOf(each.summary().getOrDefault("added-data-files", "0"))));
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
}
