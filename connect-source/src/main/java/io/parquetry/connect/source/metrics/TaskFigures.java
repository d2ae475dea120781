package io.parquetry.connect.source.metrics;

import io.parquetry.connect.common.metrics.Figures;
import io.parquetry.connect.common.metrics.WorkerMetrics;
import io.parquetry.connect.common.retry.Retries;

/** The figures of one task. The task's thread changes them, any thread may read them. */
public final class TaskFigures implements Retries.Listener {
    private final Figures<Figure> figures = new Figures<>(Figure.class);

    public void add(Figure figure, long more) {
        figures.add(figure, more);
    }

    public long value(Figure figure) {
        return figures.value(figure);
    }

    @Override
    public void failing(boolean failing) {
        figures.set(Figure.STORAGE_FAILING, failing ? 1 : 0);
    }

    @Override
    public void retried() {
        figures.add(Figure.RETRIES, 1);
    }

    /** Shows all figures among the worker's metrics. */
    public void show(WorkerMetrics metrics) {
        figures.show(metrics);
    }
}
