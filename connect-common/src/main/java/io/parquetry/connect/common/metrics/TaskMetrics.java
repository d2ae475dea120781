package io.parquetry.connect.common.metrics;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The current value of each metric of a task. The task's thread changes values, any thread may read them.
 *
 * @param <M> the metrics of a connector
 */
public final class TaskMetrics<M extends Enum<M> & Metric> {
    private final M[] all;
    private final AtomicLongArray values;

    public TaskMetrics(Class<M> type) {
        this.all = type.getEnumConstants();
        this.values = new AtomicLongArray(all.length);
    }

    public void add(M metric, long more) {
        values.addAndGet(metric.ordinal(), more);
    }

    public void set(M metric, long value) {
        values.set(metric.ordinal(), value);
    }

    public long value(M metric) {
        return values.get(metric.ordinal());
    }

    /** Registers all metrics with the worker; each reads its current value. */
    public void register(WorkerMetrics worker) {
        for (M metric : all) {
            worker.gauge(metric, () -> value(metric));
        }
    }
}
