/**
 * The commands that print what is in a file: {@code schema}, {@code cat}, {@code levels}, {@code dump}, {@code meta}
 * and {@code pages}. {@link io.parquetry.cli.json.LeafText} gives the text of each Parquet type for all of them. They
 * read with the engine alone: no Kafka, no Connect schema.
 */
package io.parquetry.cli.inspect;
