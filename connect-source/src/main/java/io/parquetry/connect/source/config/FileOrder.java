package io.parquetry.connect.source.config;

/** In which order a task sends its files. */
public enum FileOrder {
    /**
     * Files of our sink stream by stream, merged by stored offset and only as far as the sink's ledger says that all is
     * published; all others by path.
     */
    OFFSET,
    /** What changed first is sent first. */
    MODIFIED,
    /** By path. */
    NAME
}
