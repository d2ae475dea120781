package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.log.LoggedLines;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.commit.EntryAges;
import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.commit.LedgerRepairs;
import io.parquetry.connect.sink.commit.TableProgress;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.SelectionSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows of a sink's archive that a listing does not show are waited for or named before anything behind them is sent,
 * and are sent when they come. Offsets that no file ever had are not missing.
 */
class MissingOffsetsTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
    }

    /** Offsets 0 to 29, ten in a file. */
    private void writeThreeFiles() {
        write(offset -> true);
    }

    private void write(LongPredicate exists, String... config) {
        SinkArchive sink = new SinkArchive(directory).with("flush.size", "10");
        for (int i = 0; i < config.length; i += 2) {
            sink.with(config[i], config[i + 1]);
        }
        sink.write(
                new TopicPartition("orders", 0),
                LongStream.range(0, 30).filter(exists).mapToObj(offset -> TestTree.order("orders", 0, offset)));
    }

    /** What is between the offsets of the file that is closed first takes more than its footer may have. */
    @Test
    void aFileThatCannotSayWhatIsBetweenItsOffsetsIsNamedOnce() {
        Random random = new Random(5);
        List<SinkRecord> records = new ArrayList<>();
        records.add(inPath(0, "a"));
        for (long offset = 1; offset < 650_000; offset++) {
            if (offset % 200_000 == 0) {
                records.add(inPath(offset, "a"));
            } else if (random.nextInt(14) == 0) {
                records.add(inPath(offset, "b"));
            }
        }
        new SinkArchive(directory)
                .with("partitioner.class", "field")
                .with("partition.field.name", "note")
                .committingOpenFiles()
                .write(new TopicPartition("orders", 0), records.stream());
        harness.start();

        List<SourceRecord> sent = new ArrayList<>();
        List<String> lines = LoggedLines.with("is too small to say", () -> sent.addAll(scan(4)));

        assertThat(sent).hasSameSizeAs(records);
        assertThat(lines).singleElement().asString().contains("note=a/orders+0+0000000000+0000600000.parquet");
    }

    private static SinkRecord inPath(long offset, String path) {
        SinkRecord order = TestTree.order("orders", 0, offset);
        ((Struct) order.value()).put("note", path);
        return order;
    }

    /** The position is moved back after 30 records: records from there come in another generation. */
    private void writeTwoGenerations(long from, long to) throws IOException {
        writeThreeFiles();
        LedgerDirectory ledger = new LedgerDirectory("archive", "orders", 0);
        try (Storage storage = new LocalStorage(directory)) {
            new LedgerRepairs(new Ledger(
                            storage,
                            ledger,
                            Duration.ofMinutes(10),
                            new EntryAges(System::currentTimeMillis),
                            file -> {},
                            TableProgress.NO_TABLE))
                    .moveTo(OptionalLong.of(from));
        }
        new SinkArchive(directory)
                .with("flush.size", "5")
                .write(
                        new TopicPartition("orders", 0),
                        LongStream.range(from, to).mapToObj(offset -> TestTree.order("orders", 0, offset)));
    }

    @Test
    void theLastFileOfAnEarlierGenerationIsWaitedFor() throws IOException {
        writeTwoGenerations(25, 30);
        Path missing = takeAway(2);
        harness.start();

        assertThat(TaskHarness.ids(scan(5))).isEqualTo(range(0, 20));
        bringBack(missing);
        assertThat(TaskHarness.ids(scan(3)))
                .startsWith(range(20, 30).toArray(Long[]::new))
                .hasSize(15);
    }

    @Test
    void theLastFileOfAnEarlierGenerationIsPassedOverAndSentWhenItComes() throws IOException {
        writeTwoGenerations(25, 30);
        Path missing = takeAway(2);
        harness.with(FailureSettings.ON_MISSING_OFFSETS, "warn");
        harness.start();

        assertThat(TaskHarness.ids(scan(5))).hasSize(25);
        bringBack(missing);
        assertThat(TaskHarness.ids(scan(3))).isEqualTo(range(20, 30));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theEndOfAnEarlierGenerationIsNotMissingWhereItIsNotSelected(boolean isGone) throws IOException {
        writeTwoGenerations(25, 40);
        if (isGone) {
            takeAway(2);
        }
        harness.with(SelectionSettings.FROM_OFFSET, "32").start();

        assertThat(TaskHarness.ids(scan(3))).isEqualTo(range(32, 40));
    }

    @Test
    void theEndOfTheStreamIsNotMissingWhereItIsNotSelected() throws IOException {
        writeTwoGenerations(5, 10);
        takeAway(1);
        harness.with(SelectionSettings.FROM_OFFSET, "20").start();

        assertThat(TaskHarness.ids(scan(3))).isEqualTo(range(20, 30));
    }

    private List<Path> dataFiles() {
        try (Stream<Path> paths = Files.walk(directory.resolve("topics"))) {
            return paths.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path takeAway(int file) {
        return move(dataFiles().get(file), directory.resolve("_away"));
    }

    private static Path move(Path from, Path to) {
        try {
            Files.createDirectories(to.getParent());
            Files.move(from, to);
            return from;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void bringBack(Path file) {
        move(directory.resolve("_away"), file);
    }

    private List<SourceRecord> scan(int times) {
        List<SourceRecord> sent = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            List<SourceRecord> more = harness.scan();
            harness.acknowledge(more);
            sent.addAll(more);
        }
        return sent;
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aStreamWaitsForAMissingFileAndGoesOnInOrder(int file) {
        writeThreeFiles();
        Path missing = takeAway(file);
        harness.start();

        assertThat(TaskHarness.ids(scan(5))).isEqualTo(range(0, 10L * file));
        harness.stop();
        harness.start();
        assertThat(scan(3)).isEmpty();
        bringBack(missing);
        assertThat(TaskHarness.ids(scan(3))).isEqualTo(range(10L * file, 30));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void theTaskFailsWhenTheTimeIsUp(int file) {
        writeThreeFiles();
        takeAway(file);
        harness.with(FailureSettings.ON_MISSING_OFFSETS, "wait:5000").start();

        List<SourceRecord> sent = new ArrayList<>();
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 10; i++) {
                        sent.addAll(scan(1));
                    }
                })
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("has the offsets " + 10 * file + " to " + (10 * file + 9))
                .hasMessageContaining("set on.missing.offsets=warn");
        assertThat(TaskHarness.ids(sent)).isEqualTo(range(0, 10L * file));
    }

    /** Also when half of the files is back, and more have come. */
    @ParameterizedTest
    @ValueSource(strings = {"keep", "delete"})
    void eachStartFailsUntilAllOffsetsAreThere(String onFinish) {
        writeThreeFiles();
        List<Path> files = dataFiles();
        Path first = move(files.get(0), directory.resolve("_first"));
        Path second = move(files.get(1), directory.resolve("_second"));
        harness.with(FailureSettings.ON_MISSING_OFFSETS, "wait:5000").with("on.finish", onFinish);
        assertThat(sentBeforeItFails("has the offsets 0 to 19")).isEmpty();

        move(directory.resolve("_first"), first);
        new SinkArchive(directory)
                .with("flush.size", "10")
                .write(
                        new TopicPartition("orders", 0),
                        LongStream.range(30, 50).mapToObj(offset -> TestTree.order("orders", 0, offset)));

        assertThat(sentBeforeItFails("has the offsets 10 to 19")).isEqualTo(range(0, 10));
        assertThat(sentBeforeItFails("has the offsets 10 to 19")).isEmpty();
        assertThat(dataFiles()).contains(files.get(2));
        move(directory.resolve("_second"), second);
        harness.start();
        assertThat(TaskHarness.ids(scan(4))).isEqualTo(range(10, 50));
    }

    /** What a start of the task sends before it fails with the message. */
    private List<Long> sentBeforeItFails(String message) {
        List<SourceRecord> sent = new ArrayList<>();
        harness.start();
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 10; i++) {
                        sent.addAll(scan(1));
                    }
                })
                .hasMessageContaining(message);
        harness.stop();
        return TaskHarness.ids(sent);
    }

    @Test
    void theTaskFailsAfterTheNextScanIfThatIsAskedFor() {
        writeThreeFiles();
        takeAway(1);
        harness.with(FailureSettings.ON_MISSING_OFFSETS, "fail").start();

        assertThat(scan(1)).hasSize(10);
        assertThatThrownBy(() -> scan(2)).hasMessageContaining("has the offsets 10 to 19");
    }

    @ParameterizedTest
    @CsvSource({"0, keep", "1, keep", "0, delete", "1, delete"})
    void whatWasPassedOverIsSentWhenItComesAlsoAfterARestart(int file, String onFinish) {
        writeThreeFiles();
        Path missing = takeAway(file);
        harness.with(FailureSettings.ON_MISSING_OFFSETS, "warn")
                .with("on.finish", onFinish)
                .start();

        assertThat(scan(4)).hasSize(20);
        harness.stop();
        harness.start();
        assertThat(scan(2)).isEmpty();
        bringBack(missing);
        assertThat(TaskHarness.ids(scan(3))).isEqualTo(range(10L * file, 10L * file + 10));
        harness.stop();
        harness.start();
        assertThat(scan(3)).isEmpty();
    }

    @Test
    void aFileThatIsMovedBetweenTwoScansIsWaitedFor() {
        writeThreeFiles();
        Path missing = takeAway(0);
        harness.start();
        assertThat(scan(1)).isEmpty();
        bringBack(missing.resolveSibling("moved").resolve(missing.getFileName()));

        assertThat(TaskHarness.ids(scan(3))).isEqualTo(range(0, 30));
    }

    @Test
    void offsetsThatNoFileHadAreNotMissing() {
        write(offset -> offset % 7 == 3 && offset > 8, "flush.size", "1");
        harness.start();

        assertThat(TaskHarness.ids(scan(1))).containsExactly(10L, 17L, 24L);
    }

    /** Each of three directories has a file with every third offset. */
    private void writeThreePaths(LongPredicate exists) {
        new SinkArchive(directory)
                .with("flush.size", "10")
                .with("partitioner.class", "field")
                .with("partition.field.name", "note")
                .write(
                        new TopicPartition("orders", 0),
                        LongStream.range(0, 60)
                                .filter(exists)
                                .limit(30)
                                .mapToObj(offset -> noted(TestTree.order("orders", 0, offset), "path " + offset % 3)));
    }

    private static SinkRecord noted(SinkRecord order, String note) {
        ((Struct) order.value()).put("note", note);
        return order;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aMissingFileOfAnotherPathIsNoticedBeforeTheFirstRowBehindItsOwn(int path) {
        writeThreePaths(offset -> true);
        assertThat(dataFiles()).hasSize(3);
        Path missing = takeAway(path);
        harness.start();

        assertThat(TaskHarness.ids(scan(4))).isEqualTo(range(0, path));
        bringBack(missing);
        assertThat(TaskHarness.ids(scan(3))).isEqualTo(range(path, 30));
    }

    /** The ledger says that the end is in a file, and a file that is there knows of nothing before. */
    @Test
    void theTaskFailsWhenTheTimeIsUpThoughTheEndIsMissingToo() {
        writeThreePaths(offset -> true);
        takeAway(2);
        harness.with(FailureSettings.ON_MISSING_OFFSETS, "wait:5000").start();

        List<SourceRecord> sent = new ArrayList<>();
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 10; i++) {
                        sent.addAll(scan(1));
                    }
                })
                .hasMessageContaining("has the offsets 29 to 29, though its ledger says that one should");
        assertThat(TaskHarness.ids(sent)).isEqualTo(range(0, 2));
    }

    /**
     * The sink dies while the file of the third directory is open, and its records are compacted away before they are
     * read again.
     *
     * @return the offsets in files
     */
    private List<Long> writeCompactedRecordsOfAnOpenFile() {
        LongPredicate isInThird = offset -> offset % 3 == 2;
        writeThreePaths(offset -> offset < 29 && (offset < 15 || !isInThird.test(offset)));
        assertThat(dataFiles()).hasSize(2);
        writeThreePaths(offset -> offset >= 29 && !isInThird.test(offset));
        assertThat(dataFiles()).hasSize(4);
        return LongStream.range(0, 59).filter(isInThird.negate()).boxed().toList();
    }

    @Test
    void whatMayHaveBeenInAnOpenFileIsPassedOverWhenTheTimeIsUp() {
        List<Long> written = writeCompactedRecordsOfAnOpenFile();
        harness.with(FailureSettings.ON_MISSING_OFFSETS, "wait:5000").start();

        List<Long> sent = new ArrayList<>(TaskHarness.ids(scan(3)));
        assertThat(sent).isEqualTo(range(0, 2));
        sent.addAll(TaskHarness.ids(scan(10)));
        assertThat(sent).isEqualTo(written);
        harness.stop();
        harness.start();
        assertThat(scan(3)).isEmpty();
    }

    @Test
    void theTaskFailsForWhatMayHaveBeenInAnOpenFileIfThatIsAskedFor() {
        writeCompactedRecordsOfAnOpenFile();
        harness.with(FailureSettings.ON_MISSING_OFFSETS, "fail").start();

        assertThat(scan(1)).hasSize(2);
        assertThatThrownBy(() -> scan(2))
                .hasMessageContaining("has the offsets 2 to 2")
                .hasMessageContaining("does not say whether one should, since others were open when it was closed");
    }

    /** Half of the offsets do not exist, so that what other files hold is the longer set. */
    @Test
    void offsetsThatNoFileOfAnyPathHadAreNotMissing() {
        writeThreePaths(offset -> offset % 6 < 3);
        harness.start();

        assertThat(scan(2)).hasSize(30);
    }

    /** The file with offsets 3 to 5 is closed while that with 0 and 1 is open; a bad record leaves such a hole, too. */
    @Test
    void anOffsetThatNoFileHadIsNotWaitedForBehindAnOpenFile() {
        new SinkArchive(directory)
                .with("flush.size", "3")
                .with("partitioner.class", "field")
                .with("partition.field.name", "note")
                .write(
                        new TopicPartition("orders", 0),
                        LongStream.of(0, 1, 3, 4, 5, 6)
                                .mapToObj(offset -> noted(
                                        TestTree.order("orders", 0, offset),
                                        offset >= 3 && offset <= 5 ? "inner" : "outer")));
        assertThat(dataFiles()).hasSize(2);
        harness.with(FailureSettings.ON_MISSING_OFFSETS, "fail").start();

        assertThat(TaskHarness.ids(scan(3))).containsExactly(0L, 1L, 3L, 4L, 5L, 6L);
    }

    @Test
    void filesThatTheUserLeavesOutAreNotMissing() {
        writeThreeFiles();
        String first = dataFiles().get(0).getFileName().toString();
        harness.with(DiscoverySettings.PATH_EXCLUDE, "**/" + first.replace("+", "?"))
                .start();

        assertThat(TaskHarness.ids(scan(3))).isEqualTo(range(10, 30));
    }

    /** Every second row is in a file that is left out, and none waits for a scan; included later, they are sent. */
    @ParameterizedTest
    @CsvSource({"even,odd", "odd,even"})
    void filesThatTheUserLeavesOutDelayNoRowAndAreSentWhenTheyAreRead(String first, String later) {
        new SinkArchive(directory)
                .with("flush.size", "20")
                .with("partitioner.class", "field")
                .with("partition.field.name", "note")
                .committingOpenFiles()
                .write(
                        new TopicPartition("orders", 0),
                        LongStream.range(0, 100)
                                .mapToObj(offset ->
                                        noted(TestTree.order("orders", 0, offset), offset % 2 == 0 ? "even" : "odd")));
        harness.with(DiscoverySettings.PATH_INCLUDE, "topics/orders/note=" + first + "/*")
                .start();
        List<SourceRecord> sent = scan(3);
        harness.acknowledge(sent);
        assertThat(sent).hasSize(50);
        harness.stop();
        harness.with(DiscoverySettings.PATH_INCLUDE, "topics/orders/note=" + later + "/*")
                .start();
        sent = scan(3);
        harness.acknowledge(sent);
        assertThat(sent).hasSize(50);
        assertThat(scan(3)).isEmpty();
    }

    /** As the connector itself, or a user, deletes it while an older file stays. */
    @Test
    void theLastFileIsNotMissingOnceItWasSent() {
        writeThreeFiles();
        harness.with(FailureSettings.ON_MISSING_OFFSETS, "fail").start();
        harness.acknowledge(scan(2));
        takeAway(2);

        assertThat(scan(4)).isEmpty();
        harness.stop();
        harness.start();
        assertThat(scan(4)).isEmpty();
    }

    @Test
    void offsetsBelowTheFirstSelectedOneAreNotMissing() {
        writeThreeFiles();
        takeAway(0);
        harness.with("from.offset", "10").start();

        assertThat(TaskHarness.ids(scan(2))).isEqualTo(range(10, 30));
    }

    @Test
    void rowsThatAFilterLeavesOutAreNotMissing() {
        writeThreeFiles();
        harness.with("filter", "_kafka.offset = 3 or _kafka.offset = 25").start();

        assertThat(TaskHarness.ids(scan(2))).containsExactly(3L, 25L);
    }

    @Test
    void anArchiveOfAnEarlierVersionIsNotHeldByOffsetsThatMayNeverHaveBeenThere() {
        tree.orders("orders", 0, "d", 5, 6);
        tree.orders("orders", 0, "d", 9, 10);
        tree.ledger("orders", 0, 7, 0, 11);
        harness.start();

        assertThat(TaskHarness.ids(scan(3))).containsExactly(5L, 6L, 9L, 10L);
        tree.orders("orders", 0, "d", 7, 8);
        tree.orders("orders", 0, "d", 2, 3);
        assertThat(TaskHarness.ids(scan(3))).containsExactly(2L, 3L, 7L, 8L);
        harness.stop();
        harness.start();
        assertThat(scan(3)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"private/**", ""})
    void aDirectoryThatCannotBeListedDelaysNothingWhetherOrNotItIsLeftOut(String exclude) {
        writeThreeFiles();
        takeAway(1);
        tree.put("private/a.parquet", TestTree.foreign(1));
        if (exclude.isEmpty()) {
            harness.storage.failing = "private";
        } else {
            harness.storage.forbidden = "private";
        }
        harness.with(DiscoverySettings.PATH_EXCLUDE, exclude)
                .with(FailureSettings.ON_MISSING_OFFSETS, "warn")
                .start();

        assertThat(TaskHarness.ids(scan(9))).hasSize(20).endsWith(29L);
    }

    private void moveAside(int file) {
        writeThreeFiles();
        Path moved = takeAway(file);
        bringBack(directory.resolve("_aside").resolve(moved.getFileName()));
    }

    @ParameterizedTest
    @CsvSource({"fail, 1", "fail, 2", "wait:1, 1", "wait:1, 2"})
    void aDirectoryThatFailsInOneScanDoesNotFailTheTask(String policy, int failing) {
        moveAside(1);
        harness.with(FailureSettings.ON_MISSING_OFFSETS, policy).start();

        List<Long> sent = new ArrayList<>();
        for (int scan = 1; scan <= 6; scan++) {
            harness.storage.stale = scan == failing ? "_aside" : "";
            sent.addAll(TaskHarness.ids(scan(1)));
        }
        assertThat(sent).hasSize(20).endsWith(29L);
    }

    @ParameterizedTest
    @CsvSource({"fail, false", "fail, true", "wait:1, false", "wait:1, true"})
    void aDirectoryThatFailsIsNamedWithTheOffsetsThatItMayHave(String policy, boolean isReasonKnown) {
        moveAside(1);
        harness.storage.stale = isReasonKnown ? "_aside" : "";
        harness.storage.failing = isReasonKnown ? "" : "_aside";
        harness.with(FailureSettings.ON_MISSING_OFFSETS, policy);

        assertThat(sentBeforeItFails("has the offsets 10 to 19")).hasSize(10);
        assertThat(sentBeforeItFails("They may be in _aside, which cannot be listed."))
                .isEmpty();
    }
}
