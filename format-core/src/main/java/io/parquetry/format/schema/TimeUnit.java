package io.parquetry.format.schema;

/** The unit of a TIME or TIMESTAMP ({@code TimeUnit} in parquet.thrift). */
public enum TimeUnit {
    MILLIS,
    MICROS,
    NANOS
}
