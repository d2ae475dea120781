package io.parquetry.connect.sink.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongConsumer;

/** The figures of one task. The task's thread changes them, any thread may read them. */
public final class TaskFigures {
    private final AtomicLongArray figures = new AtomicLongArray(Figure.values().length);
    private final Map<String, AtomicLong> rotations = new LinkedHashMap<>();

    /** When the oldest record was dealt with that is not committed; {@link Long#MAX_VALUE} when there is none. */
    private final AtomicLong uncommittedSinceMs = new AtomicLong(Long.MAX_VALUE);

    private volatile LongConsumer commitLatency = latencyMs -> {};

    /** @param rotationReasons for which files end */
    public TaskFigures(List<String> rotationReasons) {
        rotationReasons.forEach(reason -> rotations.put(reason, new AtomicLong()));
    }

    public void add(Figure figure, long more) {
        figures.addAndGet(figure.ordinal(), more);
    }

    public void set(Figure figure, long value) {
        figures.set(figure.ordinal(), value);
    }

    public long value(Figure figure) {
        return figures.get(figure.ordinal());
    }

    /** A file has ended for one of the reasons. */
    public void rotated(String reason) {
        rotations.get(reason).incrementAndGet();
    }

    public long rotations(String reason) {
        return rotations.get(reason).get();
    }

    List<String> rotationReasons() {
        return List.copyOf(rotations.keySet());
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
        add(Figure.COMMITS, 1);
        commitLatency.accept(tookMs);
    }

    void onCommit(LongConsumer listener) {
        commitLatency = listener;
    }
}
