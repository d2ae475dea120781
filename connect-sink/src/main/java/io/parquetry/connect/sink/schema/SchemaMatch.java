package io.parquetry.connect.sink.schema;

/** Whether records of one schema can share files with records of another. */
sealed interface SchemaMatch {
    /** They can, in files that are written in {@code schema}. */
    record Compatible(ObservedSchema schema) implements SchemaMatch {}

    /** The configuration, or a default of the table, gives each schema files of its own. */
    record Separate() implements SchemaMatch {}

    /** No file can hold both. */
    record Conflict(String reason) implements SchemaMatch {}
}
