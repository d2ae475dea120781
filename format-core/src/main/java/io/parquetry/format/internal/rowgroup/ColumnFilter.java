package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.column.read.ChunkFiles;
import io.parquetry.format.internal.column.read.ColumnChunkReader;
import io.parquetry.format.internal.column.read.IgnoredIndexes;
import io.parquetry.format.internal.statistics.LongRanges;
import io.parquetry.format.internal.statistics.PageStatistics;
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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Applies one condition to one row group after the other: first to statistics, dictionary and bloom filter of the
 * chunk, the cheapest first, then to the column index, then to the values. Once no row can match, nothing else is
 * read.
 */
final class ColumnFilter {
    /** Of more values, one is likely to be in every chunk, and each has to be hashed and looked up. */
    private static final int BLOOM_FILTER_VALUES_MAX = 1000;

    private final RowCondition.Column condition;
    private final ColumnChunkReader reader;
    private final ValueFilter values;
    private final RowTest rowTest;
    private final ChunkFiles files;
    private final StatisticsValidator validator;
    private final IgnoredIndexes ignored;
    private final Optional<List<byte[]>> members;

    private ColumnChunkMetadata chunk;
    private Place place = Place.of("");
    private long rows;
    private Statistics trusted;
    /** Whether a row can match by what was looked at so far; asked for by {@link #checkStatistics}. */
    private boolean possible;
    /** Whether the statistics were compared with the column index, or are not what leaves out the row group. */
    private boolean compared;
    /** Whether neither is used: they contradict each other, or count the entries of lists and not rows. */
    private boolean unused;

    private boolean opened;
    private boolean planned;
    private Optional<OffsetIndex> offsets = Optional.empty();
    /** Whether rows of the row group were left out by the index. */
    private boolean pruned;

    private BitSet wanted = new BitSet();
    private long wantedBase;

    ColumnFilter(
            RowCondition.Column condition,
            ColumnChunkReader reader,
            ChunkFiles files,
            StatisticsValidator validator,
            IgnoredIndexes ignored) {
        this.condition = condition;
        this.reader = reader;
        this.values = new ValueFilter(condition, reader);
        this.rowTest = condition.isOnPresence() ? new PresenceFilter(condition, reader) : values;
        this.files = files;
        this.validator = validator;
        this.ignored = ignored;
        this.members = condition.isOfLeaf() && !condition.nullWanted() && hasOneForm(condition)
                ? condition.values().members(BLOOM_FILTER_VALUES_MAX)
                : Optional.empty();
    }

    /** Whether a value has only one PLAIN form; another form of the same value would have another hash. */
    private static boolean hasOneForm(RowCondition.Column condition) {
        ValueOrder order = ValueOrder.of(condition.leaf().type());
        boolean anyLength =
                order == ValueOrder.DECIMAL_BYTES && condition.leaf().type().typeLength() == 0;
        return order != ValueOrder.NONE && order != ValueOrder.BOOLEAN && !anyLength;
    }

    /** Starts a row group; no byte is read. */
    void open(RowGroupMetadata rowGroup, Place rowGroupPlace) {
        chunk = rowGroup.columns().get(condition.leaf().ordinal());
        place = rowGroupPlace.column(condition.leaf().dottedPath());
        rows = rowGroup.rows();
        unused = condition.leaf().maxRepetitionLevel() > 0;
        trusted = unused ? validator.nothing(condition.leaf()) : validator.of(condition.leaf(), chunk);
        possible = StatisticsFilter.mayMatch(condition, trusted, chunk.entries());
        // An index of one page repeats the statistics, and the other files of a table are not opened only to compare.
        boolean elsewhere = chunk.filePath().filter(path -> !path.isEmpty()).isPresent();
        compared = unused || elsewhere || chunk.indexes().columnIndex().isEmpty() || PageIndexes.hasOnePage(chunk);
        opened = false;
        planned = false;
        pruned = false;
        offsets = Optional.empty();
    }

    /** Whether rows were left out by an index of which the pages have proved since that it is wrong. */
    boolean hasPrunedWrongly() {
        return pruned && reader.hasLeftIndex();
    }

    /**
     * False if no row can match. Before statistics alone leave out a row group, they are compared with the column
     * index, which says the same in a file without faults.
     */
    boolean checkStatistics() throws IOException {
        if (!possible && !compared) {
            compared = true;
            // Only the values of the index matter here, so the headers of pages need not be read for it.
            Optional<String> contradiction =
                    readIndexes(new PageIndexes(false, new IgnoredIndexes())).flatMap(PageStatistics::contradiction);
            offsets = Optional.empty();
            if (contradiction.isPresent()) {
                ignored.add(place, "the statistics and the page indexes are not used: " + contradiction.get());
                unused = true;
                trusted = validator.nothing(condition.leaf());
                possible = StatisticsFilter.mayMatch(condition, trusted, chunk.entries());
            }
        }
        return possible;
    }

    /** Reads the dictionary, if it encodes every page; false if no row can match. */
    boolean checkDictionary() throws IOException {
        if (!checkStatistics() || condition.isOnPresence() || !isDictionaryCoded()) {
            return possible;
        }
        openReader();
        if (reader.readDictionary() && !values.testDictionary() && hasPagesOfIndex()) {
            possible = condition.nullWanted() && StatisticsFilter.mayBeNull(trusted);
            compared |= !condition.nullWanted();
        }
        return checkStatistics();
    }

    /** Old writers do not count pages by encoding; in their files, PLAIN means that the dictionary overflowed. */
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
                                || each.encodingId() == Encoding.PLAIN_DICTIONARY.id())
                && agreesWithEncodings();
    }

    /**
     * Whether the encodings of the pages are those of the chunk. PLAIN may be that of a dictionary page that is not
     * counted; levels have no page of their own.
     */
    private boolean agreesWithEncodings() {
        Set<Integer> ofPages = new HashSet<>();
        boolean countsDictionary = false;
        for (PageEncodingStats each : chunk.pageEncodings()) {
            ofPages.add(each.encodingId());
            countsDictionary |= each.pageTypeId() == PageType.DICTIONARY_PAGE.id();
        }
        Set<Integer> ofChunk = new HashSet<>(chunk.encodingIds());
        boolean stated =
                ofChunk.isEmpty() || ofPages.stream().allMatch(id -> ofChunk.contains(id) || id == Encoding.PLAIN.id());
        ofChunk.removeAll(ofPages);
        ofChunk.removeAll(Set.of(Encoding.RLE.id(), Encoding.BIT_PACKED.id()));
        if (!countsDictionary) {
            ofChunk.remove(Encoding.PLAIN.id());
        }
        return stated && ofChunk.isEmpty();
    }

    /** Whether the offset index, if there is one, has as many pages as are counted by encoding. */
    private boolean hasPagesOfIndex() throws IOException {
        return chunk.pageEncodings().isEmpty()
                || chunk.indexes().offsetIndex().isEmpty()
                || new PageIndexes(false, new IgnoredIndexes())
                        .offsetIndex(files.of(chunk, place), chunk, condition.leaf(), rows, place)
                        .isPresent();
    }

    private static boolean isDictionaryOrLevels(int encodingId) {
        return encodingId == Encoding.PLAIN_DICTIONARY.id()
                || encodingId == Encoding.RLE.id()
                || encodingId == Encoding.BIT_PACKED.id();
    }

    private static boolean isOfData(PageEncodingStats each) {
        return each.pageTypeId() == PageType.DATA_PAGE.id() || each.pageTypeId() == PageType.DATA_PAGE_V2.id();
    }

    /** Reads the bloom filter; false if no row can match. A filter that the file contradicts is ignored. */
    boolean checkBloomFilter() throws IOException {
        if (!checkStatistics()
                || members.isEmpty()
                || chunk.indexes().bloomFilterOffset().isEmpty()) {
            return possible;
        }
        SplitBlockBloomFilter filter;
        try {
            filter = BloomFilters.read(files.of(chunk, place), chunk, place).orElseThrow();
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            ignored.add(place, "the bloom filter is not used: " + e.reason());
            return true;
        }
        if (members.get().stream().anyMatch(value -> values.mightBeIn(filter, value))) {
            return true;
        }
        Optional<String> contradiction = contradiction(filter);
        contradiction.ifPresent(reason -> ignored.add(place, "the bloom filter is not used: " + reason));
        possible = contradiction.isPresent();
        compared = true;
        return possible;
    }

    /**
     * Why a filter cannot be the one of the chunk, if so. With a wrong size or the filter of another chunk, values are
     * looked up in wrong blocks. A size is proved by the footer; otherwise a power of two, as nearly all writers make
     * it, lets the bounds prove it.
     */
    private Optional<String> contradiction(SplitBlockBloomFilter filter) {
        if (chunk.indexes().bloomFilterLength().isEmpty() && Integer.bitCount(filter.bytes()) > 1) {
            return Optional.of("it has " + filter.bytes() + " bytes, which is no power of two, and the footer does not"
                    + " say its length");
        }
        boolean hasBounds = Stream.of(trusted.min(), trusted.max())
                .flatMap(Optional::stream)
                .filter(bound -> bound.exact().orElse(true))
                .allMatch(bound -> values.mightBeIn(filter, bound.value()));
        return hasBounds ? Optional.empty() : Optional.of("a bound of the statistics is not in it");
    }

    /** Reads the indexes of the chunk and returns the rows that can match by them; all rows without indexes. */
    LongRanges readCandidates(ReadMetrics metrics) throws IOException {
        if (!checkStatistics()) {
            return LongRanges.NONE;
        }
        if (unused) {
            return LongRanges.between(0, rows);
        }
        Optional<PageStatistics> read = readIndexes(new PageIndexes(validator.mustProveIndexRows(), ignored));
        if (read.isEmpty()) {
            return LongRanges.between(0, rows);
        }
        PageStatistics statistics = read.get();
        if (statistics.contradiction().isPresent()) {
            ignored.add(
                    place,
                    "the page indexes are not used: "
                            + statistics.contradiction().get());
            offsets = Optional.empty();
            return LongRanges.between(0, rows);
        }
        ColumnIndexFilter pages = new ColumnIndexFilter(
                condition, statistics, offsets.orElseThrow().rowsOfPages(rows));
        LongRanges left = pages.findRows();
        pruned = pages.kept() < pages.pages();
        metrics.addPages(pages.pages(), pages.pages() - pages.kept());
        return left;
    }

    /** Reads the statistics of the pages, where the chunk has them, and the offset index, which is kept. */
    private Optional<PageStatistics> readIndexes(PageIndexes indexes) throws IOException {
        InputFile file = files.of(chunk, place);
        offsets = indexes.offsetIndex(file, chunk, condition.leaf(), rows, place);
        Optional<ColumnIndex> index = offsets.isEmpty()
                ? Optional.empty()
                : indexes.columnIndex(file, chunk, offsets.get().pages().size(), place);
        return index.map(found -> PageStatistics.of(
                validator, condition.leaf(), found, offsets.get().rowsOfPages(rows), trusted));
    }

    private void openReader() throws IOException {
        if (!opened) {
            reader.open(chunk, rows, place);
            rowTest.start();
            opened = true;
        }
    }

    /** Removes the rows that do not match; row {@code base + i} of the row group is bit {@code i}. */
    void retainMatches(BitSet candidates, long base) throws IOException {
        if (!checkStatistics()) {
            candidates.clear();
        }
        if (candidates.isEmpty()) {
            return;
        }
        wanted = (BitSet) candidates.clone();
        wantedBase = base;
        openReader();
        if (!planned) {
            offsets.ifPresent(index -> reader.plan(index, this::nextWanted, ignored));
            planned = true;
        }
        int from = candidates.nextSetBit(0);
        while (from >= 0) {
            int to = candidates.nextClearBit(from);
            rowTest.retainMatches(candidates, from, to, base);
            from = candidates.nextSetBit(to);
        }
    }

    private long nextWanted(long row) {
        long bit = Math.max(0, row - wantedBase);
        int next = bit >= wanted.length() ? -1 : wanted.nextSetBit((int) bit);
        return next < 0 ? Long.MAX_VALUE : wantedBase + next;
    }

    long pagesRead() {
        return reader.pagesRead();
    }
}
