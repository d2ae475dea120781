package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.retry.RetryKeys;
import io.parquetry.connect.source.config.FinishSettings;
import io.parquetry.connect.source.metrics.SourceMetric;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a listing shows and the source cannot use is counted once and delays nothing else. */
class UnusableTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree).with(RetryKeys.RETRY_TIMEOUT_MS, "5000").with("name", "loader");
    }

    private List<SourceRecord> scan(int times) {
        List<SourceRecord> sent = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            sent.addAll(harness.scan());
        }
        return sent;
    }

    /** So many files are counted as bad in three scans. */
    private long bad() throws IOException {
        TrackingKit kit = new TrackingKit(directory);
        kit.scanTwice();
        kit.tracker.scan();
        return kit.metrics.value(SourceMetric.FILES_BAD);
    }

    @EnabledOnOs(OS.LINUX)
    @ParameterizedTest
    @ValueSource(strings = {"a\nb.parquet", "a\\b.parquet", "a\u007f.parquet", "x\ty/a.parquet"})
    void aFileWhoseNameNoPathCanHaveIsCountedAndTheOthersAreSent(String name) throws IOException {
        tree.put(name, TestTree.foreign(2));
        tree.put("whole.parquet", TestTree.foreign(3));
        harness.start();

        assertThat(scan(3)).hasSize(3);
        assertThat(bad()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"_tmp/a\nb.parquet", ".a\nb.parquet", "a\nb.csv"})
    @EnabledOnOs(OS.LINUX)
    void aNameThatWouldNotBeReadAnywayIsNotCounted(String name) throws IOException {
        tree.put(name, TestTree.foreign(2));

        assertThat(bad()).isZero();
    }

    private void shell(String script) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("sh", "-c", script)
                        .directory(directory.toFile())
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDirectoryWhosePathIsTooLongDelaysNoOther() throws IOException, InterruptedException {
        tree.put("whole.parquet", TestTree.foreign(3));
        String name = "d".repeat(250);
        shell("mkdir " + name + "; for i in $(seq 20); do mkdir t && mv " + name + " t && mv t " + name
                + " || exit 1; done");
        try {
            harness.start();

            assertThat(scan(5)).hasSize(3);
        } finally {
            harness.stop();
            shell("rm -rf " + name);
        }
    }

    @Test
    void aDirectoryThatFailsDelaysOnlyTheStreamsThatMayHaveFilesThere() throws IOException {
        tree.put("other/a.parquet", TestTree.foreign(3));
        tree.orders("orders", 0, "stale", 1, 2);
        tree.orders("orders", 0, "open", 3, 4);
        tree.ledger("orders", 0, 7, 0, 5);
        tree.orders("payments", 0, "open", 8, 9);
        tree.ledger("payments", 0, 7, 0, 10);
        harness.storage.stale = "topics/orders/stale";
        harness.start();

        assertThat(scan(20)).extracting(SourceRecord::topic).containsOnly("strange", "payments");
        harness.storage.stale = "";
        assertThat(TaskHarness.ids(scan(3))).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void ledgersThatCannotBeListedHoldTheStreamsAndNoOtherFile() {
        tree.put("other/a.parquet", TestTree.foreign(3));
        tree.orders("orders", 0, "open", 0, 1);
        tree.ledger("orders", 0, 7, 0, 2);
        harness.storage.stale = "_parquetry/sink";
        harness.start();

        assertThat(scan(20)).hasSize(3);
        harness.storage.stale = "";
        assertThat(TaskHarness.ids(scan(3))).containsExactly(0L, 1L);
    }

    /** A name that a connector gives to files it deletes, made up by somebody else. */
    private static String aside(String connector, String rest) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(connector.getBytes(StandardCharsets.UTF_8));
            return "_sent." + HexFormat.of().formatHex(hash, 0, 4) + "-00000000." + rest;
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", ".", "a.txt", "_b.parquet", "x.parquet", "orders+0+0000000000+0000000001.parquet"})
    void aForeignFileWithANameForSentFilesStaysAndStopsNothing(String rest) {
        tree.put("in/whole.parquet", TestTree.foreign(3));
        String foreign = tree.put("in/" + aside("loader", rest), new byte[0]);
        for (String onFinish : List.of("delete", "keep")) {
            harness.with(FinishSettings.ON_FINISH, onFinish).start();

            assertThat(scan(4)).hasSize(3);
            assertThat(directory.resolve(foreign)).exists();
            assertThat(directory.resolve("in/" + rest + "/"))
                    .satisfiesAnyOf(
                            path -> assertThat(path).doesNotExist(),
                            path -> assertThat(path).isDirectory());
            harness.stop();
        }
    }

    @Test
    void aForeignFileWithANameForSentFilesIsCountedOnce() throws IOException {
        tree.put("in/" + aside("test", ".."), new byte[0]);
        tree.put("in/" + aside("test", "x.parquet"), TestTree.foreign(1));
        tree.put("in/" + aside("another", "x.parquet"), TestTree.foreign(1));

        assertThat(bad()).isEqualTo(2);
        assertThat(Files.list(directory.resolve("in"))).hasSize(3);
    }

    @Test
    void aFileThatIsListedAndCannotBeFoundIsABadFileInTheEnd() {
        tree.put("whole.parquet", TestTree.foreign(3));
        tree.put("ghost.parquet", TestTree.foreign(2));
        harness.storage.ghost = "ghost.parquet";
        harness.with("on.bad.file", "skip").with("incomplete.file.timeout.ms", "10000");
        harness.start();

        assertThat(scan(30)).hasSize(3);
        assertThat(harness.storage.ghostsOpened).isBetween(5, 8);
    }

    @Test
    void aDirectoryThatFailsAgainForAnUnknownReasonDelaysNoOther() {
        tree.put("bad/a.parquet", TestTree.foreign(2));
        tree.put("whole.parquet", TestTree.foreign(3));
        harness.storage.failing = "bad";
        harness.start();

        assertThat(scan(20)).hasSize(3);
    }
}
