package io.parquetry.format.file;

import io.parquetry.format.internal.rowgroup.ReadMetrics;
import io.parquetry.format.internal.rowgroup.ReadMetrics.Reason;

/**
 * What a cursor has touched so far, and what it could leave untouched. The footer, which the reader has read before, is
 * not counted.
 *
 * @param rowGroups row groups that were come to, without those before the first row of the query
 * @param rowGroupsByStatistics of them, those left out because of bounds and counts of their columns
 * @param rowGroupsByDictionary those left out because a dictionary has none of the wanted values
 * @param rowGroupsByBloomFilter those left out because a bloom filter has none of the wanted values
 * @param rowGroupsByColumnIndex those of which every page could be left out
 * @param pagesJudged pages of the filter's columns that a column index was asked about
 * @param pagesByColumnIndex of them, those left out
 * @param pagesRead data pages of all columns that were decompressed and decoded; one that is tested and then read counts
 *     twice
 * @param rows rows of the row groups that were come to, from the first row of the query on
 * @param rowsTested rows whose values were compared
 * @param records records that were put together
 * @param reads how often the storage was asked for bytes
 * @param bytesRead bytes that it gave
 */
public record ReadCounters(
        int rowGroups,
        int rowGroupsByStatistics,
        int rowGroupsByDictionary,
        int rowGroupsByBloomFilter,
        int rowGroupsByColumnIndex,
        long pagesJudged,
        long pagesByColumnIndex,
        long pagesRead,
        long rows,
        long rowsTested,
        long records,
        long reads,
        long bytesRead) {
    static ReadCounters of(ReadMetrics tally, long pagesRead, long records) {
        return new ReadCounters(
                tally.rowGroups(),
                tally.rowGroupsPruned(Reason.STATISTICS),
                tally.rowGroupsPruned(Reason.DICTIONARY),
                tally.rowGroupsPruned(Reason.BLOOM_FILTER),
                tally.rowGroupsPruned(Reason.COLUMN_INDEX),
                tally.pagesChecked(),
                tally.pagesPruned(),
                pagesRead,
                tally.rows(),
                tally.rowsTested(),
                records,
                tally.reads(),
                tally.bytesRead());
    }
}
