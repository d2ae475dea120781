package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.FinishSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ledger that cannot be read stops the stream that it bounds, and no other. */
class BrokenLedgerTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness task;

    @BeforeEach
    void begin() {
        tree = new TestTree(directory);
        task = new TaskHarness(tree);
    }

    @AfterEach
    void end() {
        task.stop();
    }

    private void damage(String topic, int partition) {
        tree.put(
                "_parquetry/sink/" + topic + "/" + partition + "/0000000007.commit",
                "no entry".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void otherStreamsGoOn() {
        tree.orders("orders", 0, "red", 0, 1);
        tree.orders("orders", 1, "red", 10, 11);
        tree.orders("clicks", 0, "red", 20, 21);
        tree.put("foreign.parquet", TestTree.foreign(1));
        damage("orders", 0);
        tree.ledger("orders", 1, 3, 0, 12);
        task.start();

        assertThat(task.scanTwice())
                .extracting(record -> record.topic())
                .doesNotContainNull()
                .hasSize(5);
        assertThat(task.scan()).isEmpty();
    }

    @Test
    void aStreamGoesOnWhenItsLedgerIsRepaired() {
        tree.orders("orders", 0, "red", 0, 1, 2);
        damage("orders", 0);
        task.start();
        assertThat(task.scanTwice()).isEmpty();

        tree.ledger("orders", 0, 7, 0, 2);

        assertThat(TaskHarness.ids(task.scanTwice())).containsExactly(0L, 1L);
    }

    @Test
    void aLedgerWithoutEntriesThatOnceHadSomeStopsItsStream() {
        tree.orders("orders", 0, "red", 0, 1);
        tree.put("_parquetry/sink/orders/0/begun", new byte[0]);
        task.start();

        assertThat(task.scanTwice()).isEmpty();
    }

    @Test
    void ledgersOfStreamsWithoutFilesAreNotRead() {
        tree.orders("orders", 0, "red", 0, 1);
        tree.orders("clicks", 0, "red", 0, 1);
        tree.ledger("orders", 0, 3, 0, 2);
        damage("clicks", 0);
        damage("unknown", 0);
        task.with(DiscoverySettings.PATH_INCLUDE, "topics/orders/**/*.parquet").start();

        assertThat(TaskHarness.ids(task.scan())).containsExactly(0L, 1L);
        assertThat(task.storage.listed)
                .contains("_parquetry/sink/orders/0")
                .doesNotContain("_parquetry/sink/clicks/0", "_parquetry/sink/unknown/0");
    }

    @Test
    void aStreamThatAppearsLaterIsSentByItsLedger() {
        tree.orders("orders", 0, "red", 0, 1);
        tree.ledger("orders", 0, 3, 0, 2);
        tree.ledgerWithoutPosition("clicks", 0, 1);
        task.start();
        assertThat(TaskHarness.ids(task.scan())).containsExactly(0L, 1L);

        tree.orders("clicks", 0, "red", 5, 6, 7);
        tree.ledger("clicks", 0, 2, 0, 7);

        assertThat(TaskHarness.ids(task.scanTwice())).containsExactly(5L, 6L);
    }

    @Test
    void filesOfTheStreamAreNotDeleted() {
        String file = tree.orders("orders", 0, "red", 0, 1);
        tree.ledger("orders", 0, 3, 0, 2);
        task.with(FinishSettings.ON_FINISH, "delete").start();
        List<SourceRecord> sent = task.scan();
        damage("orders", 0);
        task.scan();
        task.acknowledge(sent);

        task.scanTwice();

        assertThat(directory.resolve(file)).exists();
    }

    /** A sink that takes the partition over demands the files of the newest entry. */
    @Test
    void aFileThatTheNewestEntryNamesIsNotDeletedWhileTheStorageFails() {
        String file = tree.orders("orders", 0, "red", 0, 1);
        tree.ledger("orders", 0, 3, 0, 2, file);
        task.with(FinishSettings.ON_FINISH, "delete").start();
        task.acknowledge(task.scan());
        task.scanTwice();
        assertThat(directory.resolve(file)).exists();

        task.storage.failing = "_parquetry/sink";
        for (int scans = 0; scans < 10; scans++) {
            task.scan();
        }
        assertThat(directory.resolve(file)).exists();

        task.storage.failing = "";
        tree.ledger("orders", 0, 4, 0, 2);
        task.nowMs += 60_000;
        task.scanTwice();
        assertThat(directory.resolve(file)).doesNotExist();
    }
}
