package io.parquetry.connect.common.metrics;

/** A number that a task tells about itself, as a metric. Those whose names end in {@code total} only grow. */
public interface Metric {
    /** The name of the metric. */
    String metric();

    /** What it says, for those who look at it. */
    String description();
}
