package io.parquetry.format.internal.rowgroup;

/** Counts what one reading of a file touched, and what it could leave untouched. */
public final class ReadMetrics {
    /** Why a row group was left out. */
    public enum Reason {
        STATISTICS,
        DICTIONARY,
        BLOOM_FILTER,
        COLUMN_INDEX
    }

    private final int[] rowGroupsPruned = new int[Reason.values().length];
    private int rowGroups;
    private long pagesChecked;
    private long pagesPruned;
    private long rows;
    private long rowsTested;
    private long reads;
    private long bytesRead;

    /** @param rowsInIt those that the query does not begin behind */
    public void rowGroup(long rowsInIt) {
        rowGroups++;
        rows += rowsInIt;
    }

    void pruned(Reason reason) {
        rowGroupsPruned[reason.ordinal()]++;
    }

    void pages(int judged, int pruned) {
        pagesChecked += judged;
        pagesPruned += pruned;
    }

    void tested(long count) {
        rowsTested += count;
    }

    void read(int bytes) {
        reads++;
        bytesRead += bytes;
    }

    /** Row groups that were come to. */
    public int rowGroups() {
        return rowGroups;
    }

    public int rowGroupsPruned(Reason reason) {
        return rowGroupsPruned[reason.ordinal()];
    }

    /** Pages of the filter's columns that a column index was asked about. */
    public long pagesChecked() {
        return pagesChecked;
    }

    public long pagesPruned() {
        return pagesPruned;
    }

    /** Rows of the row groups that were come to, without those that the query begins behind. */
    public long rows() {
        return rows;
    }

    /** Rows whose values were compared. */
    public long rowsTested() {
        return rowsTested;
    }

    /** How often the storage was asked. */
    public long reads() {
        return reads;
    }

    public long bytesRead() {
        return bytesRead;
    }
}
