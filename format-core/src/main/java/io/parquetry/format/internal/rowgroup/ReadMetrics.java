package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.internal.column.read.IgnoredIndexes;

/** Counts what one query has read of a file, and what it could skip. */
public final class ReadMetrics {
    /** Why a row group was skipped. */
    public enum Reason {
        STATISTICS,
        DICTIONARY,
        BLOOM_FILTER,
        COLUMN_INDEX
    }

    private final IgnoredIndexes ignoredIndexes = new IgnoredIndexes();
    private final int[] rowGroupsPruned = new int[Reason.values().length];
    private int rowGroups;
    private long pagesChecked;
    private long pagesPruned;
    private long rows;
    private long rowsTested;
    private long reads;
    private long bytesRead;

    /** @param rowsFromFirst rows of the row group from the first row of the query on */
    public void addRowGroup(long rowsFromFirst) {
        rowGroups++;
        rows += rowsFromFirst;
    }

    void addPrunedRowGroup(Reason reason) {
        rowGroupsPruned[reason.ordinal()]++;
    }

    void addPages(int checked, int pruned) {
        pagesChecked += checked;
        pagesPruned += pruned;
    }

    void addRowsTested(long count) {
        rowsTested += count;
    }

    void addRead(int bytes) {
        reads++;
        bytesRead += bytes;
    }

    /** The page indexes that the query does not use. */
    public IgnoredIndexes ignoredIndexes() {
        return ignoredIndexes;
    }

    /** Row groups that the query has reached. */
    public int rowGroups() {
        return rowGroups;
    }

    public int rowGroupsPruned(Reason reason) {
        return rowGroupsPruned[reason.ordinal()];
    }

    /** Pages of the filter's columns that were checked by a column index. */
    public long pagesChecked() {
        return pagesChecked;
    }

    public long pagesPruned() {
        return pagesPruned;
    }

    /** Rows of the row groups that the query has reached, from its first row on. */
    public long rows() {
        return rows;
    }

    /** Rows whose values were compared. */
    public long rowsTested() {
        return rowsTested;
    }

    /** Number of reads from the storage. */
    public long reads() {
        return reads;
    }

    public long bytesRead() {
        return bytesRead;
    }
}
