package io.parquetry.connect.common.metrics;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A number for each figure. The task's thread changes them, any thread may read them.
 *
 * @param <F> the figures of a connector
 */
public final class TaskMetrics<F extends Enum<F> & Metric> {
    private final F[] all;
    private final AtomicLongArray numbers;

    public TaskMetrics(Class<F> type) {
        this.all = type.getEnumConstants();
        this.numbers = new AtomicLongArray(all.length);
    }

    public void add(F figure, long more) {
        numbers.addAndGet(figure.ordinal(), more);
    }

    public void set(F figure, long value) {
        numbers.set(figure.ordinal(), value);
    }

    public long value(F figure) {
        return numbers.get(figure.ordinal());
    }

    /** Shows all of them; what is seen there is always what they are now. */
    public void show(WorkerMetrics metrics) {
        for (F figure : all) {
            metrics.gauge(figure, () -> value(figure));
        }
    }
}
