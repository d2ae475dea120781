package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.FinishSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Deleting and moving in steps: a file that takes the path at the last moment is not lost, and a crash between two steps
 * leaves what the next task completes, or undoes.
 */
class FinishStepTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree)
                .with(FinishSettings.ON_FINISH, "delete")
                .with(FailureSettings.ON_CHANGED_FILE, "restart");
    }

    private List<String> files() {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.filter(Files::isRegularFile)
                    .map(path -> directory.relativize(path).toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Another file is renamed over the path. */
    private void replace(String path, int rows) {
        replace(path, TestTree.foreign(rows));
    }

    private void replace(String path, byte[] content) {
        try {
            Path other = Files.write(directory.resolve("_other"), content);
            Files.move(other, directory.resolve(path), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void sendAll() {
        harness.acknowledge(harness.scanTwice());
        harness.scan();
    }

    /** The task is gone between the renaming and the deletion. */
    private void crashAfterRenaming() {
        harness.storage.renamed = () -> {
            throw new IllegalStateException("the power is off");
        };
        try {
            sendAll();
        } catch (IllegalStateException expected) {
            harness.storage.renamed = () -> {};
        }
        harness.stop();
        assertThat(files()).hasSize(1).allMatch(path -> path.contains("_sent."));
    }

    /** @param restarts whether another task has sent the file */
    private void sendAndFailAfterRenaming(boolean restarts, Runnable failure) {
        tree.put("a.parquet", TestTree.foreign(2));
        harness.start();
        List<SourceRecord> sent = harness.scanTwice();
        if (restarts) {
            sent.forEach(harness.context::commit);
            harness.stop();
        }
        harness.storage.renamed = () -> {
            harness.storage.renamed = () -> {};
            failure.run();
        };
        if (restarts) {
            harness.start();
        } else {
            harness.acknowledge(sent);
        }
        harness.scan();
        assertThat(files()).hasSize(1).allMatch(path -> path.contains("_sent."));
    }

    private void failNextCall() {
        harness.storage.failuresLeft = 1;
    }

    private static void loseReply() {
        throw new IllegalArgumentException("no reply");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDeletionThatFailsAfterTheRenamingIsTriedAgain(boolean restarts) {
        sendAndFailAfterRenaming(restarts, this::failNextCall);
        assertThat(harness.scanTwice()).isEmpty();
        assertThat(files()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDeletionIsTriedAgainWhoseRenamingGotNoReply(boolean restarts) {
        sendAndFailAfterRenaming(restarts, FinishStepTest::loseReply);
        assertThat(harness.scanTwice()).isEmpty();
        assertThat(harness.scanTwice()).isEmpty();
        assertThat(files()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNewFileIsSentOnceUnderTheNameOfOneWhoseDeletionFailed(boolean restarts) {
        sendAndFailAfterRenaming(restarts, this::failNextCall);
        tree.put("a.parquet", TestTree.foreign(5));
        List<SourceRecord> sent = new ArrayList<>(harness.scanTwice());
        sent.addAll(harness.scanTwice());
        assertThat(TaskHarness.numbers(sent)).containsExactly(0, 1, 2, 3, 4);
        harness.acknowledge(sent);
        assertThat(harness.scanTwice()).isEmpty();
        assertThat(harness.scanTwice()).isEmpty();
        assertThat(files()).isEmpty();
    }

    /** A file that is not listed is forgotten after an hour; but not one that this task has renamed. */
    @Test
    void aDeletionThatFailsForHoursIsTriedAgain() {
        tree.put("a.parquet", TestTree.foreign(2));
        harness.start();
        harness.storage.deletesNothing = true;
        sendAll();
        assertThat(files()).hasSize(1).allMatch(path -> path.contains("_sent."));
        for (int hour = 0; hour < 3; hour++) {
            harness.nowMs += 3_600_000;
            assertThat(harness.scan()).isEmpty();
        }
        harness.storage.deletesNothing = false;
        assertThat(harness.scanTwice()).isEmpty();
        assertThat(files()).isEmpty();
    }

    /** As in an answer whose headers were cut off with the connection. */
    @Test
    void aSentFileIsNoOtherOneByAnAnswerWithAnotherSize() {
        tree.put("a.parquet", TestTree.foreign(2));
        harness.start();
        List<SourceRecord> sent = harness.scanTwice();
        harness.storage.finding = file -> {
            harness.storage.finding = each -> each;
            return new StoredFile(file.path(), file.bytes() / 10, file.modifiedMs(), file.version(), file.fileId());
        };
        harness.acknowledge(sent);
        harness.scan();
        assertThat(files()).hasSize(1);
        assertThat(harness.scanTwice()).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Test
    void aFileThatIsRenamedOverTheSentOneAtTheLastMomentIsSent() {
        tree.put("a.parquet", TestTree.foreign(2));
        harness.start();
        harness.storage.renaming = () -> {
            harness.storage.renaming = () -> {};
            replace("a.parquet", 5);
        };
        sendAll();
        assertThat(files()).containsExactly("a.parquet");

        List<SourceRecord> sent = harness.scanTwice();
        assertThat(TaskHarness.numbers(sent)).containsExactly(0, 1, 2, 3, 4);
        harness.acknowledge(sent);
        harness.scan();
        assertThat(files()).isEmpty();
    }

    @Test
    void aFileThatIsStillWrittenAndIsRenamedOverTheSentOneIsPutBack() {
        tree.put("a.parquet", TestTree.foreign(2));
        harness.start();
        harness.storage.renaming = () -> {
            harness.storage.renaming = () -> {};
            replace("a.parquet", new byte[50]);
        };
        sendAll();

        assertThat(files()).containsExactly("a.parquet");
        assertThat(harness.scanTwice()).isEmpty();
    }

    @Test
    void aFileThatTakesThePathAfterTheRenamingIsNotTouched() {
        tree.put("a.parquet", TestTree.foreign(2));
        harness.start();
        harness.storage.renamed = () -> {
            harness.storage.renamed = () -> {};
            replace("a.parquet", 5);
        };
        sendAll();
        assertThat(files()).containsExactly("a.parquet");

        assertThat(harness.scanTwice()).hasSize(5);
    }

    @Test
    void aDeletionThatACrashInterruptedIsCompletedByTheNextTask() {
        tree.put("in/a.parquet", TestTree.foreign(2));
        harness.start();
        crashAfterRenaming();
        harness.start();

        assertThat(harness.scanTwice()).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Test
    void aMoveThatACrashInterruptedIsCompletedByTheNextTask() {
        tree.orders("orders", 0, "d", 1, 2);
        tree.ledger("orders", 0, 7, 0, 3);
        harness.with(FinishSettings.ON_FINISH, "move:finished")
                .with("path.include", "topics/**")
                .start();
        harness.storage.renamed = () -> {
            throw new IllegalStateException("the power is off");
        };
        try {
            sendAll();
        } catch (IllegalStateException expected) {
            harness.storage.renamed = () -> {};
        }
        harness.stop();
        harness.start();

        assertThat(harness.scan()).isEmpty();
        assertThat(files())
                .anyMatch(path -> path.startsWith("finished/topics/orders/d/orders+0"))
                .noneMatch(path -> path.contains("_sent."));
    }

    @Test
    void aFileThatWasNotSentWholeIsPutBackAfterACrash() {
        tree.put("a.parquet", TestTree.foreign(2));
        harness.start();
        crashAfterRenaming();
        harness.context.forget(java.util.Map.of("file", "a.parquet"));
        harness.start();

        harness.scan();
        assertThat(files()).containsExactly("a.parquet");
        assertThat(harness.scanTwice()).hasSize(2);
    }

    @Test
    void theFileOfAnotherConnectorIsLeftToThatOne() {
        tree.put("a.parquet", TestTree.foreign(2));
        harness.start();
        crashAfterRenaming();
        List<String> before = files();
        harness.with("name", "another").start();

        assertThat(harness.scanTwice()).isEmpty();
        assertThat(files()).isEqualTo(before);
    }
}
