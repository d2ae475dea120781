package io.parquetry.connect.sink.metrics;

import io.parquetry.connect.common.metrics.TaskMetrics;
import io.parquetry.connect.common.metrics.WorkerMetrics;
import io.parquetry.connect.common.retry.Retries;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** The metrics of one task. Its thread and the one that appends to tables change them; any thread may read them. */
public final class SinkTaskMetrics implements Retries.Listener {
    public static final String AGE = "uncommitted-age-ms";
    public static final String TABLE_LAG = "table-lag-ms";
    public static final String ROTATIONS = "rotations-total";
    public static final String REASON = "reason";
    public static final String COMMIT_LATENCY = "commit-latency";

    private final TaskMetrics<SinkMetric> metrics = new TaskMetrics<>(SinkMetric.class);
    private final Map<String, AtomicLong> rotations = new LinkedHashMap<>();

    /** When the oldest uncommitted record was handled; {@link Long#MAX_VALUE} when there is none. */
    private final AtomicLong uncommittedSinceMs = new AtomicLong(Long.MAX_VALUE);

    /** Since when a table lacks something; {@link Long#MAX_VALUE} when none does. */
    private final AtomicLong tableBehindSinceMs = new AtomicLong(Long.MAX_VALUE);

    private long unpublishedRows;

    private volatile LongConsumer commitLatency = latencyMs -> {};

    /** @param rotationReasons for which files are closed */
    public SinkTaskMetrics(List<String> rotationReasons) {
        rotationReasons.forEach(reason -> rotations.put(reason, new AtomicLong()));
    }

    /** A record was written to a file; visible to other threads after {@link #publishRows}. */
    public void rowWritten() {
        unpublishedRows++;
    }

    /** Publishes the number of written records, at the end of each batch because that is not free. */
    public void publishRows() {
        add(SinkMetric.ROWS_WRITTEN, unpublishedRows);
        unpublishedRows = 0;
    }

    public void add(SinkMetric metric, long more) {
        metrics.add(metric, more);
    }

    public void set(SinkMetric metric, long value) {
        metrics.set(metric, value);
    }

    public long value(SinkMetric metric) {
        return metrics.value(metric);
    }

    /** A file was closed for one of the reasons. */
    public void rotated(String reason) {
        rotations.get(reason).incrementAndGet();
    }

    public void uncommittedSince(long sinceMs) {
        uncommittedSinceMs.set(sinceMs);
    }

    /** Age of the oldest uncommitted record; 0 when there is none. */
    public long uncommittedAgeMs(long nowMs) {
        return Math.max(0, nowMs - Math.min(nowMs, uncommittedSinceMs.get()));
    }

    /** Since when a table lacks what it could have; {@link Long#MAX_VALUE} when none does. */
    public void tableBehindSince(long sinceMs) {
        tableBehindSinceMs.set(sinceMs);
    }

    /** For how long a table has lacked what it could have; 0 when none does. */
    public long tableLagMs(long nowMs) {
        return Math.max(0, nowMs - Math.min(nowMs, tableBehindSinceMs.get()));
    }

    /** A commit was made. */
    public void committed(long tookMs) {
        add(SinkMetric.COMMITS, 1);
        commitLatency.accept(tookMs);
    }

    @Override
    public void failing(boolean failing) {
        set(SinkMetric.STORAGE_FAILING, failing ? 1 : 0);
    }

    @Override
    public void retried() {
        add(SinkMetric.RETRIES, 1);
    }

    /** Registers all metrics with the worker. */
    public void register(WorkerMetrics worker, Clock clock) {
        metrics.register(worker);
        rotations.forEach((reason, count) ->
                worker.gauge(ROTATIONS, "Files that were closed, by reason.", Map.of(REASON, reason), count::get));
        worker.gauge(AGE, "Age of the oldest uncommitted record.", Map.of(), () -> uncommittedAgeMs(clock.millis()));
        worker.gauge(
                TABLE_LAG,
                "How long a table of the task has lacked files that it could have; 0 when none does.",
                Map.of(),
                () -> tableLagMs(clock.millis()));
        commitLatency = worker.durations(COMMIT_LATENCY, "a commit");
    }
}
