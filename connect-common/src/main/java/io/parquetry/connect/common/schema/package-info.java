/**
 * Connect schemas and Parquet schemas: {@link io.parquetry.connect.common.schema.ToParquet} gives the Parquet type of a
 * Connect schema, {@link io.parquetry.connect.common.schema.ToConnect} the Connect schema of a file without a schema of
 * the sink, and {@link io.parquetry.connect.common.schema.SchemaJson} stores a Connect schema as JSON without loss.
 * {@code docs/reference/connect-mapping.md} has the tables.
 *
 * <p>Where records of one file have several schemas, {@link io.parquetry.connect.common.schema.SchemaUnion} gives the
 * schema that holds them all, {@link io.parquetry.connect.common.schema.Inference} a schema for values without schema,
 * and {@link io.parquetry.connect.common.schema.ValueConversion} converts values to that schema.
 *
 * <p>The layout of values in the columns of a file is in package {@code data}.
 */
package io.parquetry.connect.common.schema;
