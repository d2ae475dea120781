/**
 * Connect schemas and Parquet schemas: {@link io.parquetry.connect.common.schema.ToParquet} gives the Parquet type of a
 * Connect schema, {@link io.parquetry.connect.common.schema.ToConnect} the Connect schema of a file whose writer left
 * none, and {@link io.parquetry.connect.common.schema.SchemaJson} keeps a Connect schema as JSON without losing
 * anything. The tables stand in {@code docs/connect-mapping.md}.
 *
 * <p>Values are not moved here; that is {@code data}'s business. The only values this package knows are the defaults
 * inside schemas and the JSON form of single values ({@link io.parquetry.connect.common.schema.ValueJson}).
 */
package io.parquetry.connect.common.schema;
