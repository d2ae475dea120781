package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.FinishSettings;
import io.parquetry.connect.source.config.SelectionSettings;
import io.parquetry.format.TestData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A bad file is treated as its policy says, whatever its defect: the task fails with the place and the remedy, or the file
 * is skipped, or moved with a report beside it. The other files arrive, each row once, and the lost rows are named exactly.
 */
class BadFileTest {
    /** Rows of the damaged file, in three row groups. */
    private static final int ROWS = 900;

    private static final int ROWS_IN_GROUP = 300;
    private static final String BAD = "b/bad.parquet";
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void makeTree() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree).with("name", "load").with(FailureSettings.INCOMPLETE_FILE_TIMEOUT_MS, "3000");
    }

    /** The defect of the file, and how many of its rows are before the defect. */
    enum Case {
        TRUNCATED(0) {
            @Override
            byte[] content() {
                return Damage.truncated(whole());
            }
        },
        FLIPPED_BIT(400) {
            @Override
            byte[] content() {
                return Damage.flippedBit(whole(), 1, "n", 1);
            }
        },
        WRONG_MAGIC_AT_THE_END(0) {
            @Override
            byte[] content() {
                return Damage.otherEnd(whole(), "PARX");
            }
        },
        WRONG_MAGIC_AT_THE_BEGINNING(0) {
            @Override
            byte[] content() {
                return Damage.otherBeginning(whole());
            }
        },
        BROKEN_FOOTER(0) {
            @Override
            byte[] content() {
                return Damage.brokenFooter(whole());
            }
        },
        ENCRYPTED_FOOTER(0) {
            @Override
            byte[] content() {
                return shared("encrypt_columns_and_footer.parquet.encrypted");
            }
        },
        ENCRYPTED_COLUMNS(0) {
            @Override
            byte[] content() {
                return shared("encrypt_columns_plaintext_footer.parquet.encrypted");
            }
        };

        /** A minimum, since rows are assembled in blocks. */
        final int rowsBefore;

        Case(int rowsBefore) {
            this.rowsBefore = rowsBefore;
        }

        abstract byte[] content();
    }

    private static byte[] whole() {
        return TestTree.foreign(ROWS, ROWS_IN_GROUP);
    }

    private static byte[] shared(String name) {
        Path file = TestData.parquetTesting("data/" + name);
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void putGoodBadGood(byte[] bad) {
        tree.put("a/good.parquet", TestTree.foreign(5));
        tree.put(BAD, bad);
        tree.put("c/good.parquet", TestTree.foreign(7));
        tree.put("c/empty.parquet", new byte[0]);
        tree.put("c/directory.parquet/good.parquet", TestTree.foreign(2));
    }

    private TaskHarness quarantining() {
        return harness.with(FailureSettings.ON_BAD_FILE, "quarantine:set/aside");
    }

    /** Everything that is sent in ten scans, acknowledged and committed. */
    private List<SourceRecord> all() {
        List<SourceRecord> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            List<SourceRecord> batch = harness.scan();
            harness.acknowledge(batch);
            all.addAll(batch);
        }
        return all;
    }

    private List<SourceRecord> restart() {
        harness.stop();
        harness.start();
        return all();
    }

    private static List<Integer> numbersOf(List<SourceRecord> records, String path) {
        return TaskHarness.numbers(records.stream()
                .filter(record -> path.equals(record.sourcePartition().get("file")))
                .toList());
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    private void assertGoodFilesArrived(List<SourceRecord> records) {
        assertThat(numbersOf(records, "a/good.parquet")).isEqualTo(range(0, 5));
        assertThat(numbersOf(records, "c/good.parquet")).isEqualTo(range(0, 7));
        assertThat(numbersOf(records, "c/directory.parquet/good.parquet")).isEqualTo(range(0, 2));
    }

    private JsonNode report() throws IOException {
        return report(BAD);
    }

    private JsonNode report(String path) throws IOException {
        return JSON.readTree(Files.readAllBytes(directory.resolve("set/aside/" + path + ".json")));
    }

    private boolean exists(String path) {
        return Files.exists(directory.resolve(path));
    }

    @ParameterizedTest
    @EnumSource
    void aBadFileFailsTheTaskAndTheRestArrivesAfterItsRemoval(Case damage) {
        putGoodBadGood(damage.content());
        harness.start();
        List<SourceRecord> sent = new ArrayList<>();

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 10; i++) {
                        harness.nowMs += TaskHarness.SCAN_MS;
                        for (List<SourceRecord> batch = harness.poll(); !batch.isEmpty(); batch = harness.poll()) {
                            harness.acknowledge(batch);
                            sent.addAll(batch);
                        }
                    }
                })
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("bad.parquet")
                .hasMessageContaining("path.exclude")
                .hasMessageContaining("on.bad.file");
        tree.delete(BAD);
        sent.addAll(restart());

        assertGoodFilesArrived(sent);
        assertThat(numbersOf(sent, BAD))
                .hasSizeLessThanOrEqualTo(damage.rowsBefore)
                .doesNotHaveDuplicates();
    }

    @Test
    void theMessageNamesRowGroupColumnAndPage() {
        tree.put(BAD, Damage.flippedBit(whole(), 1, "n", 1));
        harness.start();

        assertThatThrownBy(this::all)
                .hasMessageContaining(BAD)
                .hasMessageContaining("row group 1")
                .hasMessageContaining("column n")
                .hasMessageContaining("page 1");
    }

    @Test
    void theMessageNamesTheColumnWithAnUnknownCodec() {
        tree.put(BAD, Damage.otherCodec(whole(), 'n', 60));
        harness.start();

        assertThatThrownBy(this::all)
                .hasMessageContaining(BAD + ", row group 0, column n: unsupported: compression codec number 60");
    }

    @ParameterizedTest
    @EnumSource
    void aBadFileIsSkippedForGood(Case damage) {
        putGoodBadGood(damage.content());
        harness.with(FailureSettings.ON_BAD_FILE, "skip").start();

        List<SourceRecord> sent = all();

        assertGoodFilesArrived(sent);
        assertThat(numbersOf(sent, BAD)).isEqualTo(range(0, numbersOf(sent, BAD).size()));
        assertThat(numbersOf(sent, BAD)).hasSizeBetween(damage.rowsBefore / 2, damage.rowsBefore);
        assertThat(exists(BAD)).isTrue();
        assertThat(restart()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aBadFileIsMovedWithAReportBesideIt(Case damage) throws IOException {
        putGoodBadGood(damage.content());
        quarantining().start();

        List<SourceRecord> sent = all();

        assertGoodFilesArrived(sent);
        assertThat(exists(BAD)).isFalse();
        assertThat(Files.readAllBytes(directory.resolve("set/aside/" + BAD))).isEqualTo(damage.content());
        JsonNode report = report();
        assertThat(report.path("file").asText()).isEqualTo(BAD);
        assertThat(report.path("connector").asText()).isEqualTo("load");
        assertThat(report.path("at").asText()).startsWith("20");
        assertThat(report.path("defects").get(0).path("what").asText()).contains("bad.parquet");
        int rows = numbersOf(sent, BAD).size();
        if (rows > 0) {
            assertThat(report.path("sent").toString()).isEqualTo("[{\"firstRow\":0,\"lastRow\":" + (rows - 1) + "}]");
            assertThat(report.path("lost").toString())
                    .isEqualTo("[{\"firstRow\":" + rows + ",\"lastRow\":" + (ROWS - 1) + "}]");
            assertThat(report.path("defects").get(0).path("rowGroup").asInt()).isEqualTo(1);
            assertThat(report.path("defects").get(0).path("column").asText()).isEqualTo("n");
            assertThat(report.path("defects").get(0).path("page").asInt()).isEqualTo(1);
        } else {
            assertThat(report.path("sent")).isEmpty();
        }
        assertThat(restart()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void intactRowGroupsAreSalvaged(Case damage) throws IOException {
        putGoodBadGood(damage.content());
        quarantining().with(FailureSettings.SALVAGE, "true").start();

        List<SourceRecord> sent = all();

        assertGoodFilesArrived(sent);
        if (damage == Case.FLIPPED_BIT) {
            List<Integer> expected = new ArrayList<>(range(0, 300));
            expected.addAll(range(600, 900));
            assertThat(numbersOf(sent, BAD)).isEqualTo(expected);
            assertThat(report().path("sent").toString())
                    .isEqualTo("[{\"firstRow\":0,\"lastRow\":299},{\"firstRow\":600,\"lastRow\":899}]");
            assertThat(report().path("lost").toString()).isEqualTo("[{\"firstRow\":300,\"lastRow\":599}]");
        } else {
            assertThat(numbersOf(sent, BAD)).isEmpty();
        }
        assertThat(exists(BAD)).isFalse();
        assertThat(restart()).isEmpty();
    }

    @Test
    void salvagingContinuesAfterTheLastCommittedRow() {
        byte[] content = Damage.flippedBit(Damage.flippedBit(whole(), 0, "word", 2), 2, "n", 0);
        for (int committed : List.of(1, 150, 299, 300)) {
            TestTree own = new TestTree(directory.resolve(Integer.toString(committed)));
            harness = new TaskHarness(own)
                    .with(FailureSettings.ON_BAD_FILE, "skip")
                    .with(FailureSettings.SALVAGE, "true");
            own.put(BAD, content);
            harness.start();
            List<SourceRecord> first = harness.scanTwice();
            assertThat(TaskHarness.numbers(first)).isEqualTo(range(300, 600));
            harness.acknowledge(first.subList(0, committed));

            assertThat(TaskHarness.numbers(restart())).isEqualTo(range(300 + committed, 600));
        }
    }

    @Test
    void aTaskThatIsStoppedDoesNotFinishItsIntegrityScan() {
        byte[] large = TestTree.foreign(50_000, 10_000);
        tree.put(BAD, large);
        harness.with(FailureSettings.ON_BAD_FILE, "skip")
                .with(FailureSettings.SALVAGE, "true")
                .start();
        harness.scan();
        harness.storage.opening = () -> {
            Thread stops = new Thread(harness::stop);
            stops.start();
            join(stops);
        };

        assertThat(harness.scan()).isEmpty();

        assertThat(harness.storage.open).isZero();
        assertThat(harness.storage.ranges.stream()
                        .mapToLong(CountingStorage.Range::length)
                        .sum())
                .isLessThan(large.length / 2);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts tests", e);
        }
    }

    @Test
    void damageInRowsThatTheFilterExcludesIsIgnored() {
        tree.put(BAD, Damage.flippedBit(whole(), 1, "n", 1));
        harness.with(FailureSettings.ON_BAD_FILE, "skip")
                .with(FailureSettings.SALVAGE, "true")
                .with(SelectionSettings.FILTER, "word in ('w7', 'w290', 'w310', 'w450', 'w610')")
                .start();

        assertThat(TaskHarness.numbers(all())).containsExactly(7, 290, 610);
    }

    @Test
    void theOffsetHasTheNumberOfLostRowsAndCanBeReset() {
        tree.put(BAD, Damage.flippedBit(whole(), 1, "n", 1));
        harness.with(FailureSettings.ON_BAD_FILE, "skip").start();
        List<SourceRecord> sent = all();
        Map<String, ?> last = sent.get(sent.size() - 1).sourceOffset();
        assertThat(last.get("row")).isEqualTo((long) ROWS);
        assertThat(last.get("lost")).isEqualTo((long) ROWS - sent.size());
        harness.stop();
        tree.put(BAD, whole());
        harness.context.forget(Map.of("file", BAD));

        assertThat(TaskHarness.numbers(restart())).isEqualTo(range(0, ROWS));
    }

    @Test
    void withATransactionPerFileNoRowOfABadFileIsSent() throws IOException {
        putGoodBadGood(Damage.flippedBit(whole(), 1, "n", 1));
        harness.context.asksForBoundaries = true;
        quarantining().with("transaction.boundary", "connector").start();

        List<SourceRecord> sent = all();

        assertGoodFilesArrived(sent);
        assertThat(numbersOf(sent, BAD)).isEmpty();
        assertThat(report().path("lost").toString()).isEqualTo("[{\"firstRow\":0,\"lastRow\":899}]");
        assertThat(exists(BAD)).isFalse();
    }

    @Test
    void withATransactionPerFileTheSalvagedRowsAreOneTransaction() {
        tree.put(BAD, Damage.flippedBit(whole(), 1, "n", 1));
        harness.context.asksForBoundaries = true;
        quarantining()
                .with("transaction.boundary", "connector")
                .with(FailureSettings.SALVAGE, "true")
                .with(DeliverySettings.BATCH_MAX_RECORDS, "70")
                .start();

        List<SourceRecord> sent = all();

        assertThat(sent).hasSize(600);
        assertThat(harness.context.boundaries).containsExactly(sent.get(599));
    }

    @Test
    void withATransactionPerRowGroupIntactOnesBeforeTheDamageAreSent() {
        tree.put(BAD, Damage.flippedBit(whole(), 1, "n", 2));
        harness.context.asksForBoundaries = true;
        harness.with(FailureSettings.ON_BAD_FILE, "skip")
                .with("transaction.boundary", "connector")
                .with(DeliverySettings.TRANSACTION_UNIT, "row-group")
                .start();

        List<SourceRecord> sent = all();

        assertThat(TaskHarness.numbers(sent)).isEqualTo(range(0, 300));
        assertThat(harness.context.boundaries).containsExactly(sent.get(299));
    }

    private static long[] offsets(int from, int to) {
        return IntStream.range(from, to).asLongStream().toArray();
    }

    private static List<Long> ids(int... bounds) {
        return IntStream.range(0, bounds.length / 2)
                .mapToObj(i -> IntStream.range(bounds[2 * i], bounds[2 * i + 1]))
                .flatMapToInt(numbers -> numbers)
                .mapToObj(n -> (long) n)
                .toList();
    }

    /** Three files of a stream with pages of three rows; the second file is bad from its second page on. */
    private String stream() throws IOException {
        tree.orders("orders", 0, "d", offsets(0, 10));
        String bad = tree.orders("orders", 0, "d", offsets(10, 20));
        tree.orders("orders", 0, "d", offsets(20, 30));
        tree.put(bad, Damage.flippedBit(Files.readAllBytes(directory.resolve(bad)), 0, "value.id", 1));
        return bad;
    }

    @Test
    void aStreamContinuesAfterABadFileAndTheLostOffsetsAreNamed() throws IOException {
        for (boolean ledger : List.of(true, false)) {
            tree = new TestTree(directory.resolve("ledger-" + ledger));
            directory = tree.root;
            harness = new TaskHarness(tree).with("name", "load");
            String bad = stream();
            if (ledger) {
                tree.ledger("orders", 0, 7, 0, 30);
            }
            quarantining().start();

            List<SourceRecord> sent = all();

            List<Long> ids = TaskHarness.ids(sent);
            int good = ids.size() - 20;
            assertThat(ids).isEqualTo(ids(0, 10 + good, 20, 30));
            assertThat(report(bad).path("lost").get(0).path("firstOffset").asLong())
                    .isEqualTo(10 + good);
            assertThat(report(bad).path("lost").get(0).path("lastOffset").asLong())
                    .isEqualTo(19);
            assertThat(exists(bad)).isFalse();
            assertThat(restart()).isEmpty();
        }
    }

    @Test
    void salvagedRowsOfAStreamKeepTheirOrderAndLostOffsetsAreBetweenThem() throws IOException {
        tree.orders("orders", 0, "d", offsets(0, 10));
        String bad = tree.orders("orders", 0, "d", 10, 89);
        tree.orders("orders", 0, "d", offsets(90, 95));
        // Every second offset from 10 on, ten to a row group: 10..28, 30..48, 50..68, 70..88 and 89.
        List<SinkRecord> records = new ArrayList<>();
        IntStream.range(0, 40).forEach(i -> records.add(TestTree.order("orders", 0, 10 + 2 * i)));
        records.add(TestTree.order("orders", 0, 89));
        byte[] content = TestTree.bytes(RecordMetadata.KAFKA, records, 10);
        tree.put(bad, Damage.flippedBit(Damage.flippedBit(content, 1, "value.id", 2), 2, "value.note", 0));
        tree.ledger("orders", 0, 7, 0, 95);
        quarantining().with(FailureSettings.SALVAGE, "true").start();

        List<Long> ids = TaskHarness.ids(all());

        List<Long> expected = new ArrayList<>(ids(0, 10));
        records.subList(0, 10).forEach(record -> expected.add(record.kafkaOffset()));
        records.subList(30, 41).forEach(record -> expected.add(record.kafkaOffset()));
        expected.addAll(ids(90, 95));
        assertThat(ids).isEqualTo(expected);
        assertThat(report(bad).path("lost").toString())
                .isEqualTo("[{\"firstRow\":10,\"lastRow\":29,\"firstOffset\":29,\"lastOffset\":69}]");
        assertThat(report(bad).path("defects")).hasSize(2);
        assertThat(restart()).isEmpty();
    }

    @Test
    void aBadFileWhoseMoveWasInterruptedIsNotDeletedAsSent() throws IOException {
        String bad = stream();
        tree.ledger("orders", 0, 7, 0, 30);
        quarantining().with(FinishSettings.ON_FINISH, "delete").start();
        harness.acknowledge(harness.scanTwice());
        assertThat(exists(bad)).as("it is moved at the next look").isTrue();
        assertThat(exists("set/aside/" + bad + ".json")).isTrue();

        assertThat(restart()).isEmpty();

        assertThat(exists(bad)).isFalse();
        assertThat(exists("set/aside/" + bad)).isTrue();
        assertThat(Stream.of(directory.resolve("topics/orders/d").toFile().list()))
                .isEmpty();
    }

    @Test
    void aBadFileIsNotMovedBeforeItsSentRowsAreCommitted() throws IOException {
        tree.put(BAD, Damage.flippedBit(whole(), 1, "n", 1));
        quarantining().start();
        List<SourceRecord> sent = harness.scanTwice();
        harness.answer(sent);
        harness.scanTwice();
        assertThat(exists(BAD)).isTrue();
        harness.acknowledge(sent.subList(0, 10));

        assertThat(TaskHarness.numbers(restart())).isEqualTo(range(10, sent.size()));
        assertThat(exists(BAD)).isFalse();
        assertThat(report().path("sent").get(0).path("lastRow").asInt()).isEqualTo(sent.size() - 1);
    }

    @Test
    void lostRowsAreNotCountedAsSentWhenARepairedFileComes() {
        tree.put(BAD, Case.FLIPPED_BIT.content());
        quarantining().start();
        int rows = all().size();
        tree.put(BAD, whole());
        assertThatThrownBy(this::all)
                .hasMessageContaining("%s has changed after %d of its %d rows were sent, and %d could not be read"
                        .formatted(BAD, rows, ROWS, ROWS - rows));
    }

    /** A report has the name of the file and five characters, and 41 more while it is written. */
    @ParameterizedTest
    @EnumSource(names = {"FLIPPED_BIT", "BROKEN_FOOTER"})
    void aBadFileWithoutRoomForAReportStaysAndStopsNoOther(Case damage) {
        String bad = "b/" + "x".repeat(203) + ".parquet";
        String worse = "b/" + "y".repeat(247) + ".parquet";
        tree.put(bad, damage.content());
        tree.put(worse, damage.content());
        tree.put("c/good.parquet", TestTree.foreign(7));
        quarantining().start();

        List<SourceRecord> sent = all();

        assertThat(numbersOf(sent, "c/good.parquet")).isEqualTo(range(0, 7));
        assertThat(numbersOf(sent, bad)).isEqualTo(numbersOf(sent, worse));
        assertThat(numbersOf(sent, bad)).hasSizeBetween(damage.rowsBefore / 2, damage.rowsBefore);
        assertThat(exists(bad) && exists(worse)).isTrue();
        assertThat(exists("set/aside/b")).isFalse();
        assertThat(restart()).isEmpty();
    }

    @Test
    void anExistingFileInTheQuarantineIsNotOverwritten() throws IOException {
        quarantining().start();
        for (int i = 0; i < 3; i++) {
            tree.put(BAD, Damage.brokenFooter(TestTree.foreign(10 + i)));
            assertThat(all()).isEmpty();
            assertThat(exists(BAD)).isFalse();
        }

        assertThat(report("b/bad.parquet").path("size").asLong())
                .isEqualTo(Files.size(directory.resolve("set/aside/b/bad.parquet")));
        assertThat(report("b/bad.1.parquet").path("size").asLong())
                .isEqualTo(Files.size(directory.resolve("set/aside/b/bad.1.parquet")));
        assertThat(exists("set/aside/b/bad.2.parquet")).isTrue();
    }

    @Test
    void aLargeFileThatIsNoReportDoesNotStopTheQuarantine() {
        tree.put("set/aside/" + BAD + ".json", new byte[(1 << 24) + 1]);
        tree.put(BAD, Damage.brokenFooter(TestTree.foreign(10)));
        tree.put("c/good.parquet", TestTree.foreign(7));
        quarantining().start();

        assertThat(all()).hasSize(7);
        assertThat(exists("set/aside/b/bad.1.parquet")).isTrue();
    }

    @Test
    void anIdenticalFileThatReturnsIsNotOverwrittenEither() throws IOException {
        byte[] content = Damage.brokenFooter(TestTree.foreign(10));
        FileTime modified = FileTime.fromMillis(1_700_000_000_000L);
        quarantining();
        for (String moved : List.of("b/bad.parquet", "b/bad.1.parquet")) {
            tree.put(BAD, content);
            Files.setLastModifiedTime(directory.resolve(BAD), modified);
            harness.start();
            assertThat(all()).isEmpty();
            harness.stop();
            assertThat(exists(BAD)).isFalse();
            assertThat(exists("set/aside/" + moved)).isTrue();
        }
    }

    @Test
    void aBadFileThatTheLedgerStillNamesIsMovedAfterTheNextEntry() throws IOException {
        String bad = stream();
        tree.ledger("orders", 0, 7, 0, 30, bad);
        quarantining().with(DiscoverySettings.ORDER, "name").start();
        harness.acknowledge(harness.scanTwice());
        harness.scanTwice();
        assertThat(exists(bad)).isTrue();
        tree.ledger("orders", 0, 8, 0, 30);
        harness.scanTwice();

        assertThat(exists(bad)).isFalse();
        assertThat(exists("set/aside/" + bad)).isTrue();
    }

    @Test
    void aBadFileThatIsGoneBeforeItsMoveLeavesItsReport() {
        tree.put(BAD, Damage.flippedBit(whole(), 1, "n", 1));
        quarantining().start();
        List<SourceRecord> sent = harness.scanTwice();
        tree.delete(BAD);
        harness.acknowledge(sent);
        assertThat(harness.scanTwice()).isEmpty();

        assertThat(exists("set/aside/" + BAD + ".json")).isTrue();
        assertThat(exists("set/aside/" + BAD)).isFalse();
    }

    @Test
    void aFileThatReplacedABadFileIsNotMoved() {
        tree.put(BAD, Damage.flippedBit(whole(), 1, "n", 1));
        quarantining().with(FailureSettings.ON_CHANGED_FILE, "restart").start();
        List<SourceRecord> sent = harness.scanTwice();
        tree.put(BAD, TestTree.foreign(12));
        harness.acknowledge(sent);
        harness.scan();
        assertThat(exists(BAD)).isTrue();

        assertThat(TaskHarness.numbers(all())).isEqualTo(range(0, 12));
        assertThat(exists("set/aside/" + BAD)).isFalse();
    }

    @Test
    void aRepairedFileIsSent() {
        tree.put(BAD, Damage.brokenFooter(TestTree.foreign(10)));
        harness.with(FailureSettings.ON_BAD_FILE, "skip").start();
        assertThat(all()).isEmpty();
        tree.put(BAD, TestTree.foreign(12));

        assertThat(TaskHarness.numbers(all())).isEqualTo(range(0, 12));
    }

    @Test
    void aQuarantineThatCannotBeWrittenIsAStorageFailureAndLosesNothing() {
        tree.put(BAD, Damage.flippedBit(whole(), 1, "n", 1));
        tree.put("set/aside/b", new byte[1]);
        quarantining().start();

        List<SourceRecord> sent = all();
        int before = sent.size();
        assertThat(before).isPositive();
        tree.delete("set/aside/b");
        harness.nowMs += 100_000;
        sent.addAll(all());

        assertThat(sent).hasSize(before);
        assertThat(exists("set/aside/" + BAD)).isTrue();
    }

    @Test
    void aFileThatIsRewrittenDuringTheReadIsNotABadFile() {
        for (String onChanged : List.of("restart", "ignore", "fail")) {
            tree = new TestTree(directory.resolve(onChanged));
            harness = new TaskHarness(tree)
                    .with(FailureSettings.ON_BAD_FILE, "skip")
                    .with(FailureSettings.ON_CHANGED_FILE, onChanged)
                    .with(DeliverySettings.BATCH_MAX_RECORDS, "50");
            tree.put(BAD, whole());
            tree.put("c/good.parquet", TestTree.foreign(7));
            harness.start();
            harness.scan();
            harness.nowMs += TaskHarness.SCAN_MS;
            assertThat(harness.poll()).hasSize(50);
            tree.put(BAD, TestTree.foreign(ROWS + 1, 100));

            if (onChanged.equals("fail")) {
                assertThatThrownBy(this::all).hasMessageContaining("has changed after");
                continue;
            }
            List<SourceRecord> rest = all();
            assertThat(numbersOf(rest, "c/good.parquet")).isEqualTo(range(0, 7));
            List<Integer> again = numbersOf(rest, BAD);
            if (onChanged.equals("restart")) {
                assertThat(again.subList(again.size() - ROWS - 1, again.size())).isEqualTo(range(0, ROWS + 1));
            } else {
                assertThat(again).hasSizeLessThanOrEqualTo(ROWS - 50).doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void aFileThatIsDeletedBeforeItIsOpenedIsForgotten() {
        putGoodBadGood(whole());
        harness.start();
        harness.scan();
        tree.delete(BAD);

        assertGoodFilesArrived(all());
    }
}
