package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.column.ChunkFiles;
import io.parquetry.format.internal.column.ColumnChunkReader;
import io.parquetry.format.internal.statistics.LongRanges;
import io.parquetry.format.internal.statistics.SplitBlockBloomFilter;
import io.parquetry.format.internal.statistics.StatisticsValidator;
import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.PageEncodingStats;
import io.parquetry.format.metadata.PageType;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.Statistics;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Asks one condition of one row group after the other: first of what the file says about the chunk, cheapest first, then of
 * the pages, at last of the values. Once an answer is no, nothing else is asked.
 */
final class ColumnFilter {
    /** More values than that are likely to have one in every chunk, and each takes a look into the filter. */
    private static final int BLOOM_FILTER_VALUES_MAX = 1000;

    private final RowCondition.Column condition;
    private final ColumnChunkReader reader;
    private final ValueFilter values;
    private final ChunkFiles files;
    private final StatisticsValidator validator;
    private final Optional<List<byte[]>> members;

    private ColumnChunkMetadata chunk;
    private Place place = Place.of("");
    private long rows;
    private Statistics believed;
    private boolean possible;
    private boolean opened;
    private boolean planned;
    private Optional<OffsetIndex> offsets = Optional.empty();
    private BitSet asked = new BitSet();
    private long askedBase;

    ColumnFilter(
            RowCondition.Column condition, ColumnChunkReader reader, ChunkFiles files, StatisticsValidator validator) {
        this.condition = condition;
        this.reader = reader;
        this.values = new ValueFilter(condition, reader);
        this.files = files;
        this.validator = validator;
        this.members = condition.isOfLeaf() && !condition.nullWanted() && isHashedAsWritten(condition)
                ? condition.values().members(BLOOM_FILTER_VALUES_MAX)
                : Optional.empty();
    }

    /** Other bytes for the same value would have another hash. */
    private static boolean isHashedAsWritten(RowCondition.Column condition) {
        ValueOrder order = ValueOrder.of(condition.leaf().type());
        boolean anyLength =
                order == ValueOrder.DECIMAL_BYTES && condition.leaf().type().typeLength() == 0;
        return order != ValueOrder.NONE && order != ValueOrder.BOOLEAN && !anyLength;
    }

    /** Turns to a row group; no byte is read. */
    void open(RowGroupMetadata rowGroup, Place rowGroupPlace) {
        chunk = rowGroup.columns().get(condition.leaf().ordinal());
        place = rowGroupPlace.column(condition.leaf().dottedPath());
        rows = rowGroup.rows();
        believed = validator.of(condition.leaf(), chunk);
        possible = StatisticsFilter.mayMatch(condition, believed, chunk.entries());
        opened = false;
        planned = false;
        offsets = Optional.empty();
    }

    /** Whether the statistics of the chunk allow a wanted row. */
    boolean mayMatchByStatistics() {
        return possible;
    }

    /** Whether the dictionary allows a wanted row; it tells when every page is coded with it. */
    boolean mayMatchByDictionary() throws IOException {
        boolean all = condition.values().isEmpty() || condition.values().not().isEmpty();
        if (!possible || all || !condition.isOfLeaf() || !isDictionaryCoded()) {
            return possible;
        }
        openReader();
        if (reader.readDictionary()) {
            possible = condition.nullWanted() && StatisticsFilter.mayBeNull(believed) || values.anyInDictionary();
        }
        return possible;
    }

    /** Old writers do not count pages by encoding; with them, PLAIN among the encodings means that the dictionary overflowed. */
    private boolean isDictionaryCoded() {
        if (chunk.pageEncodings().isEmpty()) {
            List<Integer> ids = chunk.encodingIds();
            return ids.contains(Encoding.PLAIN_DICTIONARY.id())
                    && ids.stream().allMatch(ColumnFilter::isDictionaryOrLevels);
        }
        List<PageEncodingStats> ofData = chunk.pageEncodings().stream()
                .filter(each -> isOfData(each) && each.pages() != 0)
                .toList();
        return !ofData.isEmpty()
                && ofData.stream()
                        .allMatch(each -> each.encodingId() == Encoding.RLE_DICTIONARY.id()
                                || each.encodingId() == Encoding.PLAIN_DICTIONARY.id());
    }

    private static boolean isDictionaryOrLevels(int encodingId) {
        return encodingId == Encoding.PLAIN_DICTIONARY.id()
                || encodingId == Encoding.RLE.id()
                || encodingId == Encoding.BIT_PACKED.id();
    }

    private static boolean isOfData(PageEncodingStats each) {
        return each.pageTypeId() == PageType.DATA_PAGE.id() || each.pageTypeId() == PageType.DATA_PAGE_V2.id();
    }

    /** Whether the bloom filter allows a wanted row. One that is damaged tells nothing. */
    boolean mayMatchByBloomFilter() throws IOException {
        if (!possible
                || members.isEmpty()
                || chunk.indexes().bloomFilterOffset().isEmpty()) {
            return possible;
        }
        Optional<SplitBlockBloomFilter> filter;
        try {
            filter = BloomFilters.read(files.of(chunk, place), chunk, place);
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            return true;
        }
        possible = filter.isEmpty() || members.get().stream().anyMatch(value -> values.mightBeIn(filter.get(), value));
        return possible;
    }

    /** The rows that the column index leaves over; all when it says nothing. */
    LongRanges rowsOfPages(ReadMetrics metrics) throws IOException {
        if (!possible) {
            return LongRanges.NONE;
        }
        InputFile file = files.of(chunk, place);
        offsets = PageIndexes.offsetIndex(file, chunk, rows);
        Optional<ColumnIndex> index = offsets.isEmpty()
                ? Optional.empty()
                : PageIndexes.columnIndex(file, chunk, offsets.get().pages().size());
        if (index.isEmpty()) {
            return LongRanges.between(0, rows);
        }
        ColumnIndexFilter pruning = new ColumnIndexFilter(condition, validator, index.get(), offsets.get(), rows);
        LongRanges left = pruning.rows();
        metrics.pages(pruning.pages(), pruning.pages() - pruning.kept());
        return left;
    }

    private void openReader() throws IOException {
        if (!opened) {
            reader.open(chunk, rows, place);
            values.start();
            opened = true;
        }
    }

    /** Takes the rows out that are not wanted; row {@code base + i} of the row group is bit {@code i}. */
    void test(BitSet candidates, long base) throws IOException {
        if (!possible) {
            candidates.clear();
        }
        if (candidates.isEmpty()) {
            return;
        }
        asked = (BitSet) candidates.clone();
        askedBase = base;
        openReader();
        if (!planned) {
            offsets.ifPresent(index -> reader.plan(index, this::nextAsked));
            planned = true;
        }
        int from = candidates.nextSetBit(0);
        while (from >= 0) {
            int to = candidates.nextClearBit(from);
            values.test(candidates, from, to, base);
            from = candidates.nextSetBit(to);
        }
    }

    private long nextAsked(long row) {
        long bit = Math.max(0, row - askedBase);
        int next = bit >= asked.length() ? -1 : asked.nextSetBit((int) bit);
        return next < 0 ? Long.MAX_VALUE : askedBase + next;
    }

    long pagesRead() {
        return reader.pagesRead();
    }
}
