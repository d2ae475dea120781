/**
 * What sinks cost in a real worker: {@link io.parquetry.benchmarks.worker.PreparedTopic} is read by connectors in one
 * {@link io.parquetry.benchmarks.worker.MeasuredWorker} each. {@link
 * io.parquetry.benchmarks.worker.EmptySinkConnector} tells what the worker costs without a sink.
 */
package io.parquetry.benchmarks.worker;
