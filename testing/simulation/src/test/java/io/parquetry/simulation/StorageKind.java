package io.parquetry.simulation;

/** What a simulated storage is like. */
enum StorageKind {
    /**
     * A local file system: a file gets its name by a link, and names are durable when their directory was synced. A
     * step is done or not when its process dies, never later.
     */
    LOCAL,

    /** HDFS: a rename does not overwrite, and names are durable at once; a request may arrive late, or twice. */
    HDFS,

    /** An object store: a document appears whole, by one request that is done only if its name is free. */
    OBJECTS;

    /** Whether a request may outlive the process that sent it. */
    boolean isRemote() {
        return this != LOCAL;
    }
}
