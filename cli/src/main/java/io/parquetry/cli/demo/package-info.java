/**
 * {@code parquetry demo}: a topic becomes Parquet files, the files become a topic, and every record is compared. {@link
 * io.parquetry.cli.demo.Demo} tells the story from top to bottom; the other classes are its scenes. Broker and worker
 * are those of {@code local-kafka}; the connectors run in the worker alone, this process talks to its REST API.
 */
package io.parquetry.cli.demo;
