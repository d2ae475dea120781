/**
 * {@code parquetry demo}: a topic becomes Parquet files, the files become a topic, and every record is compared. {@link
 * io.parquetry.demo.Demo} runs the steps in order. Broker and worker are those of {@link io.parquetry.local}; the
 * connectors run only in the worker, and this process calls its REST API.
 */
package io.parquetry.demo;
