package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.junit.jupiter.api.Test;

/** What other programs do to the table loses no record, repeats none and keeps none waiting. */
class IcebergMaintenanceTest extends TopicToTable {
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
}
