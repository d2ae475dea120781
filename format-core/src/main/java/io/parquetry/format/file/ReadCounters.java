package io.parquetry.format.file;

import io.parquetry.format.internal.rowgroup.ReadMetrics;
import io.parquetry.format.internal.rowgroup.ReadMetrics.Reason;
import java.util.List;

/**
 * What a cursor has read so far, and what it could leave out. The footer is not counted.
 *
 * @param rowGroups row groups that the cursor has reached, without those before the first row of the query
 * @param rowGroupsByStatistics of these, the ones left out because of bounds and counts of their columns
 * @param rowGroupsByDictionary the ones left out because a dictionary has none of the wanted values
 * @param rowGroupsByBloomFilter the ones left out because a bloom filter has none of the wanted values
 * @param rowGroupsByColumnIndex the ones of which every page could be left out
 * @param pagesJudged pages of the filter's columns that were compared with a column index
 * @param pagesByColumnIndex of these, the ones left out
 * @param pagesRead data pages of all columns that were decompressed and decoded; a page that is tested and then read
 *     counts twice
 * @param rows rows of the row groups reached, from the first row of the query on
 * @param rowsTested rows whose values were compared
 * @param records records that were assembled
 * @param reads read requests to the storage
 * @param bytesRead bytes of these requests
 * @param ignoredIndexes for each column whose page indexes or bloom filter contradict the file and were not used, its
 *     place and the reason; the columns of the filter come first
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
        long bytesRead,
        List<String> ignoredIndexes) {
    public ReadCounters {
        ignoredIndexes = List.copyOf(ignoredIndexes);
    }

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
                tally.bytesRead(),
                tally.ignoredIndexes().remarks());
    }
}
