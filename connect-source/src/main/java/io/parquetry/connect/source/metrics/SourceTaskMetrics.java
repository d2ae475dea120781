package io.parquetry.connect.source.metrics;

import io.parquetry.connect.common.metrics.TaskMetrics;
import io.parquetry.connect.common.metrics.WorkerMetrics;
import io.parquetry.connect.common.retry.Retries;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/** The figures of one task. The task's thread changes them, any thread may read them. */
public final class SourceTaskMetrics implements Retries.Listener {
    public static final String LAG = "lag-ms";
    public static final String SECONDS_TO_GO = "seconds-to-go";

    private static final long UNKNOWN = -1;

    private final TaskMetrics<SourceMetric> figures = new TaskMetrics<>(SourceMetric.class);
    private final LongSupplier steadyMs;
    private final LongSupplier wallMs;
    private final Speed speed;
    private double bytesLeft;

    /** When the oldest file was changed of which something is left; {@link Long#MAX_VALUE} when there is none. */
    private volatile long oldestMs = Long.MAX_VALUE;

    /** Bytes of files in a second. */
    private volatile double bytesPerSecond;

    /**
     * @param steadyMs milliseconds since some moment; never goes back
     * @param wallMs milliseconds since 1970
     */
    public SourceTaskMetrics(LongSupplier steadyMs, LongSupplier wallMs) {
        this.steadyMs = Objects.requireNonNull(steadyMs, "steadyMs");
        this.wallMs = Objects.requireNonNull(wallMs, "wallMs");
        this.speed = new Speed(steadyMs.getAsLong());
    }

    public void add(SourceMetric figure, long more) {
        figures.add(figure, more);
    }

    public long value(SourceMetric figure) {
        return figures.value(figure);
    }

    /** Notes what a look has shown. */
    public void looked(Backlog backlog) {
        figures.set(SourceMetric.FILES_FOUND, backlog.filesFound());
        figures.set(SourceMetric.FILES_LEFT, backlog.filesLeft());
        figures.set(SourceMetric.ROWS_LEFT, backlog.rowsLeft());
        figures.set(SourceMetric.BYTES_LEFT, backlog.bytesLeft());
        bytesLeft = backlog.bytesLeft();
        oldestMs = backlog.filesLeft() == 0 ? Long.MAX_VALUE : backlog.oldestMs();
    }

    /**
     * Notes what was given to the worker at once.
     *
     * @param bytes of the records
     * @param fileBytes what these rows took in their files
     */
    public void sent(long rows, long bytes, double fileBytes) {
        figures.add(SourceMetric.ROWS_SENT, rows);
        figures.add(SourceMetric.BYTES_SENT, bytes);
        if (figures.value(SourceMetric.ROWS_LEFT) != UNKNOWN) {
            figures.set(SourceMetric.ROWS_LEFT, Math.max(0, figures.value(SourceMetric.ROWS_LEFT) - rows));
        }
        bytesLeft = Math.max(0, bytesLeft - fileBytes);
        figures.set(SourceMetric.BYTES_LEFT, Math.round(bytesLeft));
        if (rows > 0) {
            speed.add(fileBytes, steadyMs.getAsLong());
            bytesPerSecond = speed.perSecond();
        }
    }

    /** Age of the oldest file of which something was left at the last look; 0 when there was none. */
    public long lagMs() {
        long oldest = oldestMs;
        return oldest == Long.MAX_VALUE ? 0 : Math.max(0, wallMs.getAsLong() - oldest);
    }

    /** How long the rest takes at the speed of late; -1 when nothing was sent yet. */
    public long secondsToGo() {
        long left = figures.value(SourceMetric.BYTES_LEFT);
        double perSecond = bytesPerSecond;
        return left == 0 ? 0 : perSecond == 0 ? UNKNOWN : (long) Math.ceil(left / perSecond);
    }

    @Override
    public void failing(boolean failing) {
        figures.set(SourceMetric.STORAGE_FAILING, failing ? 1 : 0);
    }

    @Override
    public void retried() {
        figures.add(SourceMetric.RETRIES, 1);
    }

    /** Shows all figures among the worker's metrics. */
    public void show(WorkerMetrics metrics) {
        figures.show(metrics);
        metrics.gauge(
                LAG,
                "Age of the oldest file of which something was left to be sent at the last look.",
                Map.of(),
                this::lagMs);
        metrics.gauge(
                SECONDS_TO_GO,
                "How long the rest takes at the speed of the last minute; -1 while that is not known.",
                Map.of(),
                this::secondsToGo);
    }
}
