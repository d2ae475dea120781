package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.retry.RetryKeys;
import io.parquetry.connect.source.config.ValueSchemaSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file or directory that may not be read does not stop the others, however long that lasts. */
class AccessDeniedTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree).with(RetryKeys.RETRY_TIMEOUT_MS, "5000");
    }

    private List<SourceRecord> scan(int times) {
        List<SourceRecord> sent = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            sent.addAll(harness.scan());
        }
        return sent;
    }

    @Test
    void otherFilesAreSentBesideAFileThatMayNotBeRead() {
        tree.put("a.parquet", TestTree.foreign(2));
        tree.put("b.parquet", TestTree.foreign(3));
        harness.storage.forbidden = "a.parquet";
        harness.start();

        assertThat(scan(20)).hasSize(3);
        harness.storage.forbidden = "";
        assertThat(scan(2)).hasSize(2);
    }

    @Test
    void soAreThoseThatShareTheirSchemaWithIt() {
        tree.put("a.parquet", TestTree.foreign(2));
        tree.put("b.parquet", TestTree.foreign(3));
        harness.storage.forbidden = "a.parquet";
        harness.with(ValueSchemaSettings.SCHEMA_MERGE, "union").start();

        assertThat(scan(20)).hasSize(3);
        harness.storage.forbidden = "";
        assertThat(scan(2)).hasSize(2);
    }

    @Test
    void filesBesideADirectoryThatMayNotBeListedAreSent() {
        tree.put("closed/a.parquet", TestTree.foreign(2));
        tree.put("open/b.parquet", TestTree.foreign(3));
        harness.storage.forbidden = "closed";
        harness.start();

        assertThat(scan(20)).hasSize(3);
        harness.storage.forbidden = "";
        assertThat(scan(3)).hasSize(2);
    }

    @Test
    void aStreamWaitsForADirectoryThatMayHaveItsFiles() {
        tree.orders("orders", 0, "closed", 1, 2);
        tree.orders("orders", 0, "open", 3, 4);
        tree.ledger("orders", 0, 7, 0, 5);
        harness.storage.forbidden = "topics/orders/closed";
        harness.start();

        assertThat(scan(20)).isEmpty();
        harness.storage.forbidden = "";
        assertThat(TaskHarness.ids(scan(3))).containsExactly(1L, 2L, 3L, 4L);
    }
}
