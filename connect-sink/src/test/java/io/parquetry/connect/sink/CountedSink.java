package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.storage.SimulatedCrash;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.InterceptedStorage.Step;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/** A sink whose requests are counted: one partition, files of ten records. */
final class CountedSink {
    static final int FILE_RECORDS = 10;
    private static final long GRACE_MS = 150_000;

    private final Map<TopicPartition, NavigableMap<Long, SinkRecord>> log =
            Map.of(OrdersArchive.ZERO, OrdersArchive.log(20 * FILE_RECORDS).get(OrdersArchive.ZERO));
    private final ManualClock clock = new ManualClock();
    private final Map<String, String> keys;
    private final String url;
    private final Supplier<Storage> storage;

    /**
     * @param keys of a configuration that reaches the store
     * @param storage opens what the URL names, by way of what counts
     */
    CountedSink(Map<String, String> keys, String url, Supplier<Storage> storage) {
        this.keys = keys;
        this.url = url;
        this.storage = storage;
    }

    private FakeWorker worker(Storage on) {
        Map<String, String> properties = new HashMap<>(keys);
        properties.put("name", "archive");
        properties.put("storage.url", url);
        properties.put("flush.size", Integer.toString(FILE_RECORDS));
        properties.put("ledger.grace.ms", Long.toString(GRACE_MS));
        return new FakeWorker(log, properties, on, clock);
    }

    /** A worker that has taken the partition over. */
    FakeWorker opened() {
        return worker(storage.get()).start();
    }

    /** A worker that has committed often enough to have an old entry to delete with each commit. */
    FakeWorker running() {
        FakeWorker worker = opened();
        for (int commit = 0; commit < 5; commit++) {
            poll(worker, 1);
        }
        return worker;
    }

    /** Has the worker write so many files in one commit, then lets the grace period pass. */
    void poll(FakeWorker worker, int files) {
        worker.poll(files * FILE_RECORDS);
        clock.advance(2 * GRACE_MS);
    }

    /**
     * Dies in the commit after three others. Before them come the entries of the takeover and of the first offset, and
     * the mark of the topic's writer; the first commit creates two entries, and the second one the marker.
     */
    void killAt(Step step) {
        InterceptedStorage dying = new InterceptedStorage(storage.get(), (at, tried) -> {
            if (at == step && tried == (step == Step.PUBLISH ? 3 : 8)) {
                throw new SimulatedCrash(at + " " + tried);
            }
        });
        FakeWorker worker = worker(dying).start();
        assertThatThrownBy(() -> {
                    for (int commit = 0; commit < 5; commit++) {
                        poll(worker, 1);
                    }
                })
                .isInstanceOf(SimulatedCrash.class);
    }
}
