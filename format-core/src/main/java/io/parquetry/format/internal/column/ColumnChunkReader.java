package io.parquetry.format.internal.column;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.encoding.LevelsDecoder;
import io.parquetry.format.internal.page.DataPage;
import io.parquetry.format.internal.page.PageReader;
import io.parquetry.format.internal.page.ReadMemory;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.OffsetIndex.PageLocation;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.List;

/**
 * Decodes the chunks of one column, one row group after the other, in batches. What it holds is one page, one dictionary
 * and one batch, and their room is used again for the next ones.
 *
 * <p>Checked here, so that whoever takes the batches need not: (a) levels are within the column's maximum and indexes
 * within the dictionary; (b) there is a value for each entry whose definition level is the maximum; (c) the chunk begins
 * with a record; (d) its pages hold as many entries as the footer says, and as many records as the row group has rows;
 * (e) pages hold what their headers say.
 */
public final class ColumnChunkReader {
    private final ChunkFiles files;
    private static final int LEVELS_LOOKED_AT_MAX = 1 << 16;

    private final LeafColumn leaf;
    private final boolean repeated;
    private final PageReader pages;
    private final ColumnBatch batch;
    private final PageValues values;
    private final RowSize recordSize;

    // Of the chunk
    private InputFile file;
    private Place place = Place.of("");
    private ChunkRange range = new ChunkRange(0, 0);
    private CompressionCodec codec = CompressionCodec.UNCOMPRESSED;
    private long chunkEntries;
    private long chunkRows;
    private long entriesRead;
    private long rowsRead;
    private boolean allEntriesCounted;
    private boolean atRecordStart;
    private boolean batchIsWaiting;
    private boolean pageIsWaiting;
    private boolean dictionarySought;
    private long firstDataPage;
    private List<PageLocation> locations = List.of();
    private WantedRows wanted = WantedRows.ALL;
    private int pagesPlanned;
    private long pagesRead;

    // Of the page
    private DataPage page;
    private int pageEntriesLeft;
    private int pageNulls;
    private long pageRows;
    private boolean nextIsPrepared;

    /** Whether the page before was read to its end, so that others are likely to be, too. */
    private boolean goesOn;

    /** @param memory what this column holds it takes from there, together with the others of its cursor */
    public ColumnChunkReader(ChunkFiles files, LeafColumn leaf, ChunkLimits limits, ReadMemory memory) {
        this.files = files;
        this.leaf = leaf;
        this.repeated = leaf.maxRepetitionLevel() > 0;
        this.pages = new PageReader(leaf, limits.pages(), memory);
        this.batch = new ColumnBatch(leaf, limits.batchEntries(), memory);
        this.values = new PageValues(leaf.type(), batch, memory);
        this.recordSize = new RowSize(memory, leaf.maxDefinitionLevel());
    }

    /** A reader of what was written in this process, which takes what it needs. */
    public static ColumnChunkReader unlimited(ChunkFiles files, LeafColumn leaf, ChunkLimits limits) {
        return new ColumnChunkReader(files, leaf, limits, new ReadMemory(Long.MAX_VALUE, Long.MAX_VALUE));
    }

    public LeafColumn leaf() {
        return leaf;
    }

    /** The batch that {@link #next()} has filled. */
    public ColumnBatch batch() {
        return batch;
    }

    /** Where the reader is, for messages. */
    public Place place() {
        return pages.place();
    }

    /**
     * Turns to a chunk.
     *
     * @param rows rows of its row group
     * @param where the chunk's place: file of the footer, row group and column
     */
    public void open(ColumnChunkMetadata chunk, long rows, Place where) throws IOException {
        file = files.of(chunk, where);
        place = where.file(file.name());
        chunkEntries = chunk.entries();
        chunkRows = rows;
        entriesRead = 0;
        rowsRead = 0;
        allEntriesCounted = true;
        atRecordStart = true;
        batchIsWaiting = false;
        pageIsWaiting = false;
        dictionarySought = false;
        firstDataPage = chunk.offsets().firstDataPage();
        locations = List.of();
        wanted = WantedRows.ALL;
        pagesPlanned = 0;
        pageEntriesLeft = 0;
        values.forgetDictionary();
        recordSize.start();
        range = ChunkRange.of(chunk);
        try {
            codec = chunk.codec();
            pages.open(file, range.from(), range.to(), codec, place);
        } catch (UnsupportedFeatureException e) {
            throw e.at(place);
        }
    }

    /** Gives its memory back; neither it nor its batch may be used any more. */
    public void close() {
        pages.close();
    }

    /**
     * Tells of the chunk that has just been opened where its pages lie, which makes {@link #skipRows} jump, and which rows
     * will be read: pages without any are not fetched along with others.
     *
     * @param index must fit the chunk
     */
    public void plan(OffsetIndex index, WantedRows rows) {
        locations = index.pages();
        firstDataPage = locations.get(0).offset();
        wanted = rows;
    }

    /**
     * Takes in the dictionary that the chunk begins with, before any data page is read; the batch then holds it. Says
     * whether there is one.
     */
    public boolean readDictionary() throws IOException {
        try {
            seekDictionary();
            return values.hasDictionary();
        } catch (ParquetException e) {
            throw e.at(pages.place());
        }
    }

    private void seekDictionary() throws IOException {
        boolean before = !dictionarySought && firstDataPage > range.from();
        dictionarySought = true;
        if (!before) {
            return;
        }
        pages.wantUntil(firstDataPage);
        if (pages.next()) {
            if (pages.header().content() instanceof PageHeader.Dictionary dictionary) {
                values.readDictionary(pages, dictionary);
            } else {
                pageIsWaiting = true;
            }
        }
        pages.wantUntil(range.to());
    }

    /**
     * Takes in the dictionary of a chunk that has just been opened, and lets a spare core begin with the page of the first
     * row that will be read, as far as it is known which one that is.
     */
    public void prepare(long row) throws IOException {
        readDictionary();
        int ordinal = pageOf(row);
        if (ordinal >= 0) {
            planFrom(ordinal);
            pages.prepare(locations.get(ordinal).offset(), 0);
        } else if (firstDataPage >= range.from()) {
            pages.prepare(firstDataPage, repeated ? 0 : row);
        }
    }

    /** Begins with the page that was prepared, unless somebody has, or there is none. */
    public void beginPrepared() {
        pages.beginPrepared();
    }

    /** How many data pages have been decoded so far, of all chunks. */
    public long pagesRead() {
        return pagesRead;
    }

    /** Decodes the next entries into the batch, or says that the chunk has been read to its end. */
    public boolean next() throws IOException {
        if (batchIsWaiting) {
            batchIsWaiting = false;
            return true;
        }
        try {
            while (pageEntriesLeft == 0) {
                if (!nextPage()) {
                    return false;
                }
                openPage();
            }
            readBatch();
            return true;
        } catch (ParquetException e) {
            throw e.at(pages.place());
        }
    }

    /** Goes to the header of the next data page, taking in the dictionary on the way. */
    private boolean nextPage() throws IOException {
        dictionarySought = true;
        while (pageIsWaiting || goToPage()) {
            pageIsWaiting = false;
            if (pages.header().content() instanceof PageHeader.Dictionary dictionary) {
                if (entriesRead > 0) {
                    throw new CorruptFileException("the dictionary page comes after data pages; it must be the first");
                }
                values.readDictionary(pages, dictionary);
            } else {
                entriesRead += pageEntries();
                if (allEntriesCounted && entriesRead > chunkEntries) {
                    requireLevels();
                    throw new CorruptFileException("the pages have at least " + entriesRead
                            + " values and nulls, but the footer says " + chunkEntries);
                }
                return true;
            }
        }
        if (allEntriesCounted && entriesRead != chunkEntries) {
            throw new CorruptFileException(
                    place, "the pages have " + entriesRead + " values and nulls, but the footer says " + chunkEntries);
        }
        requireRows(rowsRead == chunkRows);
        return false;
    }

    private boolean goToPage() throws IOException {
        planFrom(pages.nextDataPage());
        return pages.next();
    }

    /** Sees to it that of the pages from this one on only those are fetched along with it that are wanted. */
    private void planFrom(int next) {
        if (next >= pagesPlanned && next < locations.size()) {
            pagesPlanned = next + 1;
            while (pagesPlanned < locations.size() && isWanted(pagesPlanned)) {
                pagesPlanned++;
            }
            pages.wantUntil(
                    pagesPlanned < locations.size()
                            ? locations.get(pagesPlanned).offset()
                            : range.to());
        }
    }

    private boolean isWanted(int page) {
        long end = page + 1 < locations.size() ? locations.get(page + 1).firstRow() : chunkRows;
        return wanted.next(locations.get(page).firstRow()) < end;
    }

    /** Whether the page that is too much has as many levels as it says; if not, that is the nearer defect. */
    private void requireLevels() throws IOException {
        int entries = pageEntries();
        if (repeated && entries <= LEVELS_LOOKED_AT_MAX) {
            pages.data().repetition().read(new byte[entries + LevelsDecoder.SLACK_BYTES], entries);
        }
    }

    private void requireRows(boolean right) {
        if (!right) {
            throw new CorruptFileException(
                    place,
                    "the column has " + (rowsRead > chunkRows ? "at least " : "") + rowsRead
                            + " rows, but its row group has " + chunkRows);
        }
    }

    private int pageEntries() {
        return pages.header().content() instanceof PageHeader.DataV1 v1
                ? v1.entries()
                : ((PageHeader.DataV2) pages.header().content()).entries();
    }

    private void openPage() throws IOException {
        page = pages.data();
        pagesRead++;
        values.start(page);
        nextIsPrepared = false;
        pageEntriesLeft = page.entries();
        pageNulls = 0;
        pageRows = 0;
        if (pageEntriesLeft == 0) {
            page.requireCounts(0, 0);
        }
    }

    private void readBatch() {
        int count = values.fitting(Math.min(pageEntriesLeft, batch.capacity()));
        int rows = repeated ? count - page.repetition().read(batch.repetition, count) : count;
        if (atRecordStart && repeated && batch.repetition[0] != 0) {
            throw new CorruptFileException(
                    "the first repetition level is " + batch.repetition[0] + ", as if a record went on; it must be 0");
        }
        readPresence(count);
        if (batch.values > 0) {
            values.read(batch.values);
        }
        if (repeated) {
            recordSize.add(batch, rows);
        }
        passed(rows);
        if (pageEntriesLeft == 0) {
            goesOn = true;
        } else if (!nextIsPrepared && pageEntriesLeft <= page.entries() / 2) {
            nextIsPrepared = true;
            pages.prepareNext(goesOn);
        }
    }

    private void readPresence(int count) {
        batch.allPresent = leaf.maxDefinitionLevel() == 0 || page.definition().skipIfAllAtMax(count);
        batch.values = batch.allPresent ? count : page.definition().read(batch.definition, count);
        batch.entries = count;
        batch.first = 0;
        batch.firstValue = 0;
    }

    /** Counts the batch that has been read or stepped over. */
    private void passed(int rows) {
        atRecordStart = false;
        rowsRead += rows;
        pageRows += rows;
        pageNulls += batch.entries - batch.values;
        pageEntriesLeft -= batch.entries;
        requireRows(rowsRead <= chunkRows);
        if (pageEntriesLeft == 0) {
            page.requireCounts(pageRows, pageNulls);
        }
    }

    /**
     * Steps over the next rows, when all of the batch has been taken. Pages that hold nothing else are not decompressed,
     * nor even fetched where it is known where the next one lies.
     *
     * @param rows at most as many as there are
     */
    public void skipRows(long rows) throws IOException {
        try {
            skip(jump(rows));
        } catch (ParquetException e) {
            throw e.at(pages.place());
        }
    }

    /** Goes to the page that holds the row behind so many, if it is known and none that comes anyway; the rows still left. */
    private long jump(long rows) throws IOException {
        long row = rowsRead + rows;
        int ordinal = pageOf(row);
        int comes = pages.nextDataPage() - (pageEntriesLeft > 0 || pageIsWaiting ? 1 : 0);
        if (ordinal <= comes) {
            return rows;
        }
        seekDictionary();
        PageLocation location = locations.get(ordinal);
        pages.seek(location.offset(), ordinal);
        pageIsWaiting = false;
        pageEntriesLeft = 0;
        goesOn = false;
        entriesRead = location.firstRow();
        rowsRead = location.firstRow();
        allEntriesCounted &= !repeated;
        atRecordStart = true;
        recordSize.start();
        return row - location.firstRow();
    }

    /** The last page that begins at this row or before it; -1 when no locations are known. */
    private int pageOf(long row) {
        int low = 0;
        int high = locations.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (locations.get(middle).firstRow() <= row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    private void skip(long rows) throws IOException {
        long left = rows;
        while (left > 0 || repeated) {
            if (pageEntriesLeft == 0) {
                if (!nextPage()) {
                    return;
                }
                long whole = rowsOfPageHeader();
                if (whole <= left) {
                    left -= whole;
                    rowsRead += whole;
                    atRecordStart = true;
                    requireRows(rowsRead <= chunkRows);
                    continue;
                }
                openPage();
                continue;
            }
            if (!repeated) {
                left -= skipEntries(left);
                continue;
            }
            readBatch();
            left = skipInBatch(left);
            if (batchIsWaiting) {
                return;
            }
        }
    }

    /** Rows of the page as far as its header tells, else a number that nobody asks for. */
    private long rowsOfPageHeader() {
        if (!repeated) {
            return pageEntries();
        }
        return pages.header().content() instanceof PageHeader.DataV2 v2 ? v2.rows() : Long.MAX_VALUE;
    }

    /** Steps over some of the next entries of the page, of a column that has one for each row. */
    private int skipEntries(long rows) {
        int count = (int) Math.min(rows, values.fitting(Math.min(pageEntriesLeft, batch.capacity())));
        readPresence(count);
        if (batch.values > 0) {
            values.skip(batch.values);
        }
        passed(count);
        return count;
    }

    /** Steps over up to {@code rows} rows of the batch of a repeated column; what follows them in it is left waiting. */
    private long skipInBatch(long rows) {
        long left = rows;
        int at = 0;
        for (; at < batch.entries; at++) {
            if (batch.repetition[at] == 0 && left-- == 0) {
                left = 0;
                break;
            }
        }
        if (at < batch.entries) {
            batch.first = at;
            batch.firstValue = valuesBefore(at);
            batchIsWaiting = true;
        }
        return left;
    }

    private int valuesBefore(int entry) {
        if (batch.allPresent) {
            return entry;
        }
        int count = 0;
        for (int i = 0; i < entry; i++) {
            count += batch.definition[i] == leaf.maxDefinitionLevel() ? 1 : 0;
        }
        return count;
    }
}
