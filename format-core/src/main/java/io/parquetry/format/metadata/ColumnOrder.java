package io.parquetry.format.metadata;

/**
 * How the values of a column compare, which is what its bounds rest on ({@code ColumnOrder} in parquet.thrift; the ids
 * are the field numbers of that union).
 */
public enum ColumnOrder {
    /** The order of the logical type, or else of the physical type (field 1). */
    TYPE_DEFINED,
    /** IEEE 754 total order for floating point (field 2). */
    IEEE_754_TOTAL,
    /** An order that this engine does not know: bounds of the column must not be used. */
    UNRECOGNIZED
}
