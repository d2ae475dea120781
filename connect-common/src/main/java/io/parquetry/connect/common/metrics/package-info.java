/**
 * The metrics of tasks: {@link io.parquetry.connect.common.metrics.TaskMetrics} counts, {@link
 * io.parquetry.connect.common.metrics.WorkerMetrics} registers the metrics with the worker, or as MBeans of our own
 * where the worker takes no metrics of plugins. Each connector defines its own metrics.
 */
package io.parquetry.connect.common.metrics;
