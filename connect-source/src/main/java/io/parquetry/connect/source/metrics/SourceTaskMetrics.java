package io.parquetry.connect.source.metrics;

import io.parquetry.connect.common.metrics.TaskMetrics;
import io.parquetry.connect.common.metrics.WorkerMetrics;
import io.parquetry.connect.common.retry.Retries;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/** The metrics of one task. The task's thread changes them, any thread may read them. */
public final class SourceTaskMetrics implements Retries.Listener {
    public static final String LAG = "lag-ms";
    public static final String SECONDS_TO_GO = "seconds-to-go";

    private static final long UNKNOWN = -1;

    private final TaskMetrics<SourceMetric> values = new TaskMetrics<>(SourceMetric.class);
    private final LongSupplier steadyMs;
    private final LongSupplier wallMs;
    private final Throughput throughput;
    private double bytesLeft;

    /** When the oldest file that is not sent completely was modified; {@link Long#MAX_VALUE} when there is none. */
    private volatile long oldestMs = Long.MAX_VALUE;

    /** Bytes of files sent per second. */
    private volatile double bytesPerSecond;

    /**
     * @param steadyMs milliseconds of a monotonic clock
     * @param wallMs milliseconds since 1970
     */
    public SourceTaskMetrics(LongSupplier steadyMs, LongSupplier wallMs) {
        this.steadyMs = Objects.requireNonNull(steadyMs, "steadyMs");
        this.wallMs = Objects.requireNonNull(wallMs, "wallMs");
        this.throughput = new Throughput(steadyMs.getAsLong());
    }

    public void add(SourceMetric metric, long more) {
        values.add(metric, more);
    }

    public long value(SourceMetric metric) {
        return values.value(metric);
    }

    /** Records the backlog that a scan found. */
    public void recordBacklog(Backlog backlog) {
        values.set(SourceMetric.FILES_FOUND, backlog.filesFound());
        values.set(SourceMetric.FILES_LEFT, backlog.filesLeft());
        values.set(SourceMetric.ROWS_LEFT, backlog.rowsLeft());
        values.set(SourceMetric.BYTES_LEFT, backlog.bytesLeft());
        bytesLeft = backlog.bytesLeft();
        oldestMs = backlog.filesLeft() == 0 ? Long.MAX_VALUE : backlog.oldestMs();
    }

    /**
     * Records a batch that was given to the worker.
     *
     * @param bytes of the records
     * @param fileBytes bytes of the files that hold these rows
     */
    public void recordSent(long rows, long bytes, double fileBytes) {
        values.add(SourceMetric.ROWS_SENT, rows);
        values.add(SourceMetric.BYTES_SENT, bytes);
        if (values.value(SourceMetric.ROWS_LEFT) != UNKNOWN) {
            values.set(SourceMetric.ROWS_LEFT, Math.max(0, values.value(SourceMetric.ROWS_LEFT) - rows));
        }
        bytesLeft = Math.max(0, bytesLeft - fileBytes);
        values.set(SourceMetric.BYTES_LEFT, Math.round(bytesLeft));
        if (rows > 0) {
            throughput.add(fileBytes, steadyMs.getAsLong());
            bytesPerSecond = throughput.perSecond();
        }
    }

    /** Records how many ledgers could not be read at the last scan. */
    public void recordBrokenLedgers(int ledgers) {
        values.set(SourceMetric.LEDGERS_BROKEN, ledgers);
    }

    /** Records how many directories could not be listed at the last scan. */
    public void recordUnlistedDirectories(int directories) {
        values.set(SourceMetric.DIRECTORIES_UNLISTED, directories);
    }

    /** Records how many offsets are missing. */
    public void recordMissingOffsets(long offsets) {
        values.set(SourceMetric.MISSING_OFFSETS, offsets);
    }

    /** Records the memory of open files. */
    public void recordMemory(long ownBytes, long allBytes, long limitBytes, boolean waits) {
        values.set(SourceMetric.RETAINED_BYTES, ownBytes);
        values.set(SourceMetric.WORKER_RETAINED_BYTES, allBytes);
        values.set(SourceMetric.BUDGET_BYTES, limitBytes);
        values.set(SourceMetric.WAITING_FOR_MEMORY, waits ? 1 : 0);
    }

    /** Age of the oldest file that was not sent completely at the last scan; 0 when there was none. */
    public long lagMs() {
        long oldest = oldestMs;
        return oldest == Long.MAX_VALUE ? 0 : Math.max(0, wallMs.getAsLong() - oldest);
    }

    /** How long the rest takes at the throughput of the last minute; -1 before the first batch. */
    public long secondsToGo() {
        long left = values.value(SourceMetric.BYTES_LEFT);
        double perSecond = bytesPerSecond;
        return left == 0 ? 0 : perSecond == 0 ? UNKNOWN : (long) Math.ceil(left / perSecond);
    }

    @Override
    public void failing(boolean failing) {
        values.set(SourceMetric.STORAGE_FAILING, failing ? 1 : 0);
    }

    @Override
    public void retried() {
        values.add(SourceMetric.RETRIES, 1);
    }

    /** Registers all metrics with the worker. */
    public void show(WorkerMetrics metrics) {
        values.register(metrics);
        metrics.gauge(
                LAG,
                "Age of the oldest file that was not sent completely at the last scan; 0 when there was none.",
                Map.of(),
                this::lagMs);
        metrics.gauge(
                SECONDS_TO_GO,
                "Time to send the rest at the throughput of the last minute; -1 while that is unknown.",
                Map.of(),
                this::secondsToGo);
    }
}
