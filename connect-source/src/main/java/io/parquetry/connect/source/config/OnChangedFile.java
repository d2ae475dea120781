package io.parquetry.connect.source.config;

/** What is done with a file that is not the one whose rows were sent. */
public enum OnChangedFile {
    /** The task fails: somebody has to say what is right. */
    FAIL,
    /** The file is sent from its first row, as if it were a new one. */
    RESTART,
    /** The rest of the file is not sent. */
    IGNORE
}
