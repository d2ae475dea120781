package io.parquetry.connect.source.config;

/** What is done with a file that cannot be read as it should be. */
public enum OnBadFile {
    /** The task fails: somebody has to look at the file. */
    FAIL,
    /** What is left of the file is not sent; the file stays where it is. */
    SKIP,
    /** As with skip, and the file is moved out of the way, with a report beside it. */
    QUARANTINE
}
