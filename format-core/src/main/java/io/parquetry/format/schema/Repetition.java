package io.parquetry.format.schema;

/** How often a field may occur ({@code FieldRepetitionType} in parquet.thrift; the ordinal is the number there). */
public enum Repetition {
    REQUIRED,
    OPTIONAL,
    REPEATED
}
