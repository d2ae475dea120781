package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file is read only when it is complete; files are created and grow while the task runs. A failed storage access is
 * retried; a defect of a file is reported with its name, after everything before the defect was sent.
 */
class DiscoveryTest {
    /** Longer than the pause after any of the first failures. */
    private static final long PAUSE_MS = 10_000;

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
    }

    @Test
    void aFileIsReadInTheSecondScanWithTheSameSize() {
        byte[] content = TestTree.foreign(5);
        tree.put("a.parquet", Arrays.copyOf(content, 50));
        harness.start();
        assertThat(harness.scan()).isEmpty();
        tree.put("a.parquet", content);
        assertThat(harness.scan()).isEmpty();
        assertThat(harness.storage.opened).isEmpty();

        assertThat(harness.scan()).hasSize(5);
    }

    @Test
    void laterFilesAreFoundWithoutARestart() {
        harness.start();
        assertThat(harness.scanTwice()).isEmpty();
        tree.put("late/a.parquet", TestTree.foreign(2));
        assertThat(harness.scanTwice()).hasSize(2);
        tree.put("late/b.parquet", TestTree.foreign(3));

        assertThat(harness.scanTwice()).hasSize(3);
    }

    @Test
    void temporaryFilesAreNeverRead() {
        byte[] content = TestTree.foreign(1);
        for (String path : new String[] {
            "_a.parquet",
            ".a.parquet",
            "a.parquet.tmp",
            "a.tmp",
            "_dir/a.parquet",
            ".dir/a.parquet",
            "d/_e/f/a.parquet",
            "a.parquet._COPYING_"
        }) {
            tree.put(path, content);
        }
        harness.with(DiscoverySettings.PATH_INCLUDE, "**").start();

        assertThat(harness.scanTwice()).isEmpty();
        assertThat(harness.storage.opened).isEmpty();
    }

    @Test
    void onlyPathsThatMatchThePatternsAreRead() {
        tree.put("in/x/a.parquet", TestTree.foreign(1));
        tree.put("in/a.csv", TestTree.foreign(1));
        tree.put("out/a.parquet", TestTree.foreign(1));
        harness.with(DiscoverySettings.PATH_INCLUDE, "in/**/*.parquet").start();

        assertThat(harness.scanTwice())
                .extracting(record -> record.sourcePartition().get("file"))
                .isEqualTo(List.of("in/x/a.parquet"));
    }

    @Test
    void anIncompleteFileIsWaitedFor() {
        byte[] content = TestTree.foreign(4);
        tree.put("a.parquet", Arrays.copyOf(content, content.length - 1));
        tree.put("b.parquet", TestTree.foreign(1));
        harness.start();
        assertThat(harness.scanTwice()).hasSize(1);
        assertThat(harness.scanTwice()).isEmpty();
        tree.put("a.parquet", content);

        assertThat(harness.scanTwice()).hasSize(4);
    }

    @Test
    void anIncompleteFileIsLoggedOnceForEachLength() {
        byte[] content = TestTree.foreign(4);
        // The footer would be longer than the file.
        content[content.length - 6] = 1;
        tree.put("a.parquet", content);
        tree.put("b.parquet", new byte[100]);
        tree.put("c.parquet", new byte[5]);

        List<String> lines = incompleteLines(() -> {
            harness.start();
            for (int i = 0; i < 5; i++) {
                harness.scanTwice();
            }
        });
        assertThat(lines).hasSize(3);
        assertThat(lines).anyMatch(line -> line.contains("a.parquet: its footer would have"));
        assertThat(lines).anyMatch(line -> line.contains("b.parquet: does not end in PAR1"));
        assertThat(lines).anyMatch(line -> line.contains("c.parquet: has 5 bytes"));

        tree.put("b.parquet", new byte[101]);
        assertThat(incompleteLines(() -> {
                    for (int i = 0; i < 5; i++) {
                        harness.scanTwice();
                    }
                }))
                .singleElement()
                .asString()
                .contains("b.parquet: does not end in PAR1");
    }

    private static List<String> incompleteLines(Runnable running) {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            running.run();
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("whether the file is complete"))
                .toList();
    }

    @Test
    void aFileThatStaysIncompleteFailsTheTask() {
        tree.put("a.parquet", new byte[100]);
        harness.with(FailureSettings.INCOMPLETE_FILE_TIMEOUT_MS, "5000").start();
        harness.scanTwice();
        harness.nowMs += 10_000;

        assertThatThrownBy(harness::scanTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("a.parquet has not changed for")
                .hasMessageContaining("does not end in PAR1");
    }

    @Test
    void aCorruptFooterFailsTheTaskWithTheNameOfTheFile() {
        byte[] content = TestTree.foreign(4);
        Arrays.fill(content, content.length - 60, content.length - 8, (byte) 0x55);
        tree.put("bad.parquet", content);
        harness.start();

        assertThatThrownBy(harness::scanTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("bad.parquet");
    }

    @Test
    void rowsBeforeABadPageAreSentFirst() {
        byte[] content = TestTree.foreign(4);
        tree.put("a.parquet", TestTree.foreign(3));
        content[30] ^= 0x10;
        tree.put("b.parquet", content);
        harness.start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;

        assertThat(harness.poll()).hasSize(3);
        assertThatThrownBy(harness::poll).isInstanceOf(ConnectException.class).hasMessageContaining("b.parquet");
        assertThat(harness.storage.open).isZero();
    }

    @Test
    void aStorageFailureIsRetriedAndNothingIsLost() {
        tree.put("a.parquet", TestTree.foreign(4));
        harness.start();
        harness.scan();
        harness.storage.failuresLeft = 3;

        for (int i = 0; i < 3; i++) {
            assertThat(harness.scan()).isEmpty();
            harness.nowMs += PAUSE_MS;
        }
        assertThat(TaskHarness.numbers(harness.scan())).containsExactly(0, 1, 2, 3);
        assertThat(harness.storage.open).isZero();
    }

    @Test
    void theTaskPausesAfterAStorageFailure() {
        tree.put("a.parquet", TestTree.foreign(1));
        harness.start();
        harness.storage.failuresLeft = 1;
        assertThat(harness.poll()).isEmpty();

        harness.nowMs += 500;
        assertThat(harness.poll()).isEmpty();
        assertThat(harness.storage.listed).isEmpty();
        harness.nowMs += PAUSE_MS;
        assertThat(harness.scan()).isEmpty();
        assertThat(harness.scan()).hasSize(1);
    }

    @Test
    void aDeletedFileContinuesWhenItReturns() {
        byte[] content = TestTree.foreign(4);
        tree.put("a.parquet", content);
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "2").start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(harness.poll()).hasSize(2);
        assertThat(harness.scan()).hasSize(2);
        tree.delete("a.parquet");
        assertThat(harness.scanTwice()).isEmpty();
        tree.put("a.parquet", content);

        assertThat(harness.scanTwice()).isEmpty();
    }

    @Test
    void aStoppedTaskSendsNothingAndKeepsNoFileOpen() {
        tree.put("a.parquet", TestTree.foreign(4));
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "1").start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(harness.poll()).hasSize(1);
        assertThat(harness.storage.open).isEqualTo(1);

        harness.stop();

        assertThat(harness.storage.open).isZero();
        assertThat(harness.poll()).isEmpty();
    }

    @Test
    void excludedPathsAreNeitherReadNorListed() {
        tree.put("in/a.parquet", TestTree.foreign(1));
        tree.put("in/old/a.parquet", TestTree.foreign(1));
        tree.put("in/new/copy-a.parquet", TestTree.foreign(1));
        harness.with(DiscoverySettings.PATH_EXCLUDE, "in/old/**,**/copy-*").start();

        assertThat(harness.scanTwice())
                .extracting(record -> record.sourcePartition().get("file"))
                .isEqualTo(List.of("in/a.parquet"));
        assertThat(harness.storage.listed).contains("in/new").doesNotContain("in/old");
    }

    @Test
    void symbolicLinksAreNotFollowed() throws IOException {
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Files.write(outside.resolve("secret.parquet"), TestTree.foreign(1));
        Path root = Files.createDirectory(directory.resolve("root"));
        Files.write(root.resolve("a.parquet"), TestTree.foreign(2));
        Files.createSymbolicLink(root.resolve("directory"), outside);
        Files.createSymbolicLink(root.resolve("b.parquet"), outside.resolve("secret.parquet"));
        Files.createSymbolicLink(root.resolve("loop"), root);
        harness = new TaskHarness(new TestTree(root));
        harness.start();

        assertThat(harness.scanTwice())
                .hasSize(2)
                .allMatch(record -> record.sourcePartition().get("file").equals("a.parquet"));
    }

    @Test
    void aLinkThatReplacesAFileAfterTheScanIsNotFollowed() throws IOException {
        Path outside = directory.resolve("secret.parquet");
        Files.write(outside, TestTree.foreign(3));
        tree = new TestTree(Files.createDirectory(directory.resolve("root")));
        tree.put("a.parquet", TestTree.foreign(2));
        tree.put("b.parquet", TestTree.foreign(3));
        harness = new TaskHarness(tree).with(DeliverySettings.BATCH_MAX_RECORDS, "2");
        harness.start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(harness.poll()).hasSize(2);
        tree.delete("b.parquet");
        Files.createSymbolicLink(tree.root.resolve("b.parquet"), outside);

        assertThat(harness.scanTwice()).isEmpty();
    }

    @Test
    void aFileThatGrewAfterTheScanWaitsForAnotherScan() {
        tree.put("a.parquet", TestTree.foreign(2));
        tree.put("b.parquet", TestTree.foreign(3));
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "2").start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(harness.poll()).hasSize(2);
        tree.put("b.parquet", TestTree.foreign(9));

        assertThat(harness.poll()).isEmpty();
        assertThat(harness.scanTwice()).hasSize(9);
    }

    @Test
    void aDirectoryMayHaveTheNameOfAFile() {
        tree.put("x.parquet/part-0.parquet", TestTree.foreign(3));
        harness.start();

        assertThat(harness.scanTwice()).hasSize(3);
    }

    @Test
    void aFileThatIsDeletedAfterTheScanDelaysNoOtherFile() {
        tree.put("a.parquet", TestTree.foreign(2));
        tree.put("b.parquet", TestTree.foreign(3));
        tree.put("c.parquet", TestTree.foreign(4));
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "2").start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(harness.poll()).hasSize(2);
        tree.delete("b.parquet");
        assertThat(harness.scan()).hasSize(4);
        tree.put("b.parquet", TestTree.foreign(3));

        assertThat(harness.scanTwice()).hasSize(3);
    }

    @Test
    void aFileWaitsUntilItIsOldEnough() {
        tree.put("a.parquet", TestTree.foreign(2));
        harness.with(DiscoverySettings.MIN_AGE_MS, "60000").start();
        assertThat(harness.scanTwice()).isEmpty();
        harness.nowMs += 50_000;
        assertThat(harness.scan()).isEmpty();
        harness.nowMs += 20_000;

        assertThat(harness.scan()).hasSize(2);
    }

    @Test
    void filesAreSentByModificationTimeIfConfigured() throws IOException {
        String[] paths = {"b.parquet", "c.parquet", "a.parquet", "d/e.parquet"};
        for (int i = 0; i < paths.length; i++) {
            tree.put(paths[i], TestTree.foreign(1));
            Files.setLastModifiedTime(directory.resolve(paths[i]), FileTime.fromMillis(1_000_000 + i * 10L));
        }
        harness.with(DiscoverySettings.ORDER, "modified").start();

        assertThat(harness.scanTwice())
                .extracting(record -> record.sourcePartition().get("file"))
                .isEqualTo(List.of(paths));
        tree.put("late.parquet", TestTree.foreign(1));
        Files.setLastModifiedTime(directory.resolve("late.parquet"), FileTime.fromMillis(5));
        assertThat(harness.scanTwice()).hasSize(1);
    }

    @Test
    void filesAreSentByPathIfConfigured() {
        tree.orders("orders", 0, "z", 1);
        tree.orders("orders", 0, "a", 2);
        tree.put("b.parquet", TestTree.foreign(1));
        harness.with(DiscoverySettings.ORDER, "name").start();

        assertThat(harness.scanTwice())
                .extracting(record -> record.sourcePartition().get("file"))
                .isEqualTo(List.of(
                        "b.parquet",
                        "topics/orders/a/orders+0+0000000002+0000000002.parquet",
                        "topics/orders/z/orders+0+0000000001+0000000001.parquet"));
    }
}
