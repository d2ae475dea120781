package io.parquetry.connect.common.schema;

/** What becomes of text in a foreign file that is not UTF-8. */
public enum InvalidUtf8 {
    /** The file is a bad one. */
    FAIL,
    /** Each sequence of bytes that is no character becomes U+FFFD, which cannot be undone. */
    REPLACE,
    /** All text columns are given as bytes, whatever their values are: a column has one type. */
    BYTES
}
