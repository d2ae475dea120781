package io.parquetry.format.internal.rowgroup;

import java.io.IOException;
import java.util.BitSet;

/** Tests the rows of one chunk after the other, forwards, by the entries of one column. */
interface RowTest {
    /** Starts a chunk: the reader of the column has just been opened on it. */
    void start();

    /** Removes those of these rows that do not match; bit {@code i} is row {@code base + i} of the row group. */
    void retainMatches(BitSet rows, int from, int to, long base) throws IOException;
}
