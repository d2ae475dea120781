/**
 * {@code parquetry demo}: a topic becomes Parquet files, the files become a topic, and every record is compared. {@link
 * io.parquetry.cli.demo.Demo} runs the steps in order. Broker and worker are those of {@code local-kafka}; the
 * connectors run only in the worker, and this process calls its REST API.
 */
package io.parquetry.cli.demo;
