package io.parquetry.connect.common.schema;

/** The annotations of Debezium's Enum, Uuid, Geometry and Point. */
public enum DebeziumTypes {
    /** What all engines read: text and bytes. */
    PLAIN,
    /** ENUM, UUID, and GEOMETRY on the column {@code wkb}. */
    LOGICAL
}
