/**
 * Connect schemas and Parquet schemas: {@link io.parquetry.connect.common.schema.ToParquet} gives the Parquet type of a
 * Connect schema, {@link io.parquetry.connect.common.schema.ToConnect} the Connect schema of a file whose writer left
 * none, and {@link io.parquetry.connect.common.schema.SchemaJson} keeps a Connect schema as JSON without losing
 * anything. The tables stand in {@code docs/connect-mapping.md}.
 *
 * <p>Where records of one file have several schemas, {@link io.parquetry.connect.common.schema.SchemaUnion} gives the
 * one that holds them all, {@link io.parquetry.connect.common.schema.Inference} one for values that have none, and
 * {@link io.parquetry.connect.common.schema.ValueConversion} brings values there.
 *
 * <p>How values stand in the columns of a file is not known here; that is {@code data}'s business.
 */
package io.parquetry.connect.common.schema;
