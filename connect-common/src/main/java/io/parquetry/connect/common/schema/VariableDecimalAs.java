package io.parquetry.connect.common.schema;

/** The columns of Debezium's decimals that have a scale each. */
public enum VariableDecimalAs {
    /** The struct that they are, of scale and bytes. */
    STRUCT,
    /** Text such as {@code 1.50}, which keeps the scale. */
    TEXT
}
