/**
 * What a task tells about itself: {@link io.parquetry.connect.common.metrics.TaskMetrics} counts, {@link
 * io.parquetry.connect.common.metrics.WorkerMetrics} shows what is counted among the worker's metrics where the worker
 * takes any. Which figures there are is for each connector to say; nothing here decides anything.
 */
package io.parquetry.connect.common.metrics;
