package io.parquetry.connect.common.metrics;

/** A metric of a task. Metrics whose names end in {@code total} only grow. */
public interface Metric {
    /** The name of the metric. */
    String metric();

    /** The description of the metric, for users of JMX. */
    String description();
}
