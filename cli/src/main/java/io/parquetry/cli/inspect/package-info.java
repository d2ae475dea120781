/**
 * The commands that look into files: {@code schema}, {@code cat}, {@code levels}, {@code dump}, {@code meta}, {@code
 * pages} and {@code verify}. One table says how each Parquet type reads as text ({@link
 * io.parquetry.cli.json.LeafText}), whichever command prints it. They read with the engine alone: no Kafka, no Connect
 * schema.
 */
package io.parquetry.cli.inspect;
