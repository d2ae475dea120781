package io.parquetry.simulation;

/** What a catalog compares before it makes a change. */
enum CatalogKind {
    /** The whole metadata: the change is made to what the request was computed from, or refused. Such are JDBC and Hive. */
    METADATA,

    /**
     * What the change needs, as a REST catalog does: the UUID of the table, the branches that move, the last ids of
     * columns. No property is compared, so that a late request may set properties on any newer metadata.
     */
    REST
}
