package io.parquetry.connect.source.config;

/** How the schemas of several files go together. */
public enum SchemaMerge {
    /** Rows have the schema of their file. */
    PER_FILE,
    /** All rows of a topic have one schema, which holds those of all its files. */
    UNION
}
