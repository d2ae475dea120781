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

/** The figures of one task. The task's thread changes them, any thread may read them. */
public final class SinkTaskMetrics implements Retries.Listener {
    public static final String AGE = "uncommitted-age-ms";
    public static final String ROTATIONS = "rotations-total";
    public static final String REASON = "reason";
    public static final String COMMIT_LATENCY = "commit-latency";

    private final TaskMetrics<SinkMetric> figures = new TaskMetrics<>(SinkMetric.class);
    private final Map<String, AtomicLong> rotations = new LinkedHashMap<>();

    /** When the oldest record was dealt with that is not committed; {@link Long#MAX_VALUE} when there is none. */
    private final AtomicLong uncommittedSinceMs = new AtomicLong(Long.MAX_VALUE);

    private long unpublishedRows;

    private volatile LongConsumer commitLatency = latencyMs -> {};

    /** @param rotationReasons for which files end */
    public SinkTaskMetrics(List<String> rotationReasons) {
        rotationReasons.forEach(reason -> rotations.put(reason, new AtomicLong()));
    }

    /** A record has been written to a file; {@link #publishRows} tells others. */
    public void rowWritten() {
        unpublishedRows++;
    }

    /** Lets all see how many records have been written; at the end of each batch, since that is not free. */
    public void publishRows() {
        add(SinkMetric.ROWS_WRITTEN, unpublishedRows);
        unpublishedRows = 0;
    }

    public void add(SinkMetric figure, long more) {
        figures.add(figure, more);
    }

    public void set(SinkMetric figure, long value) {
        figures.set(figure, value);
    }

    public long value(SinkMetric figure) {
        return figures.value(figure);
    }

    /** A file has ended for one of the reasons. */
    public void rotated(String reason) {
        rotations.get(reason).incrementAndGet();
    }

    public long rotations(String reason) {
        return rotations.get(reason).get();
    }

    public void uncommittedSince(long sinceMs) {
        uncommittedSinceMs.set(sinceMs);
    }

    /** Age of the oldest record that is not committed; 0 when there is none. */
    public long uncommittedAgeMs(long nowMs) {
        return Math.max(0, nowMs - Math.min(nowMs, uncommittedSinceMs.get()));
    }

    /** A commit has been made. */
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

    /** Shows all figures among the worker's metrics. */
    public void show(WorkerMetrics metrics, Clock clock) {
        figures.register(metrics);
        rotations.forEach((reason, count) ->
                metrics.gauge(ROTATIONS, "Files that ended, by reason.", Map.of(REASON, reason), count::get));
        metrics.gauge(
                AGE,
                "Age of the oldest record that is not committed.",
                Map.of(),
                () -> uncommittedAgeMs(clock.millis()));
        commitLatency = metrics.durations(COMMIT_LATENCY, "a commit");
    }
}
