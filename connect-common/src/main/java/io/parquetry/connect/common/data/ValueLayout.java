package io.parquetry.connect.common.data;

/** Where the fields of a value are in a file that has record metadata. */
public enum ValueLayout {
    /** In one group {@code value}. */
    NESTED,
    /** At the top of the file, each as a column of its own; a value that is no struct is one column {@code value}. */
    FLAT
}
