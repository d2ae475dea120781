package io.parquetry.format.schema;

/** How the values of a leaf column are stored ({@code Type} in parquet.thrift; the ordinal is the number there). */
public enum PhysicalType {
    BOOLEAN,
    INT32,
    INT64,
    /** Legacy 12-byte timestamps; read, never written. */
    INT96,
    FLOAT,
    DOUBLE,
    BYTE_ARRAY,
    FIXED_LEN_BYTE_ARRAY
}
