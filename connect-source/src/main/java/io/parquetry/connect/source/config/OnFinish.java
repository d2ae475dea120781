package io.parquetry.connect.source.config;

/** What becomes of a file after all of it was sent. */
public enum OnFinish {
    /** It stays where it is. */
    KEEP,
    /** It is deleted. */
    DELETE,
    /** It is moved to another directory of the same storage. */
    MOVE
}
