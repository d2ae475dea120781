package io.parquetry.format.internal.column.read;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.encoding.LevelsDecoder;
import io.parquetry.format.internal.event.ChunkReadEvent;
import io.parquetry.format.internal.event.PageReadEvent;
import io.parquetry.format.internal.page.DataPage;
import io.parquetry.format.internal.page.PageReader;
import io.parquetry.format.internal.page.ReadMemory;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Decodes the chunks of one column, one row group after the other, in batches. It holds one page, one dictionary and
 * one batch, whose arrays are reused for the next ones.
 *
 * <p>Invariants of the batches, checked here: (a) levels are within the column's maximum and indexes within the
 * dictionary; (b) there is a value for each entry whose definition level is the maximum; (c) the chunk begins with a
 * record; (d) its pages hold as many entries as the footer says, and as many records as the row group has rows; what
 * is behind them in the chunk is not read; (e) after a jump by the offset index, the page has the rows that the index
 * says. An index that does not say what the pages have is left: the chunk is then read without it.
 */
public final class ColumnChunkReader {
    private static final int LEVELS_CHECKED_MAX = 1 << 16;

    private final ChunkFiles files;
    private final LeafColumn leaf;
    private final boolean repeated;
    private final PageReader pages;
    private final ChunkPages chunk;
    private final ColumnBatch batch;
    private final PageValues values;
    private final RowSize rowSize;

    // Of the chunk
    private InputFile file;
    private ColumnChunkMetadata metadata;
    private Place place = Place.of("");
    private long chunkEntries;
    private long chunkRows;
    private long entriesRead;
    private long rowsRead;
    private boolean allEntriesCounted;
    private boolean atRecordStart;
    private boolean batchIsWaiting;

    // Of its offset index
    private IgnoredIndexes ignored = new IgnoredIndexes();
    private boolean leftIndex;
    /** The first rows of the pages to which the index led, by the ordinals of the pages. */
    private final Map<Integer, Long> jumps = new HashMap<>();

    // Of the page
    private DataPage page;
    private int pageEntriesLeft;
    private boolean nextIsPrefetched;

    /** Whether the page before was read to its end, so that others are likely to be, too. */
    private boolean readsOn;

    private long pagesRead;

    /** @param memory limits this column together with the others of its cursor */
    public ColumnChunkReader(ChunkFiles files, LeafColumn leaf, ChunkLimits limits, ReadMemory memory) {
        this.files = files;
        this.leaf = leaf;
        this.repeated = leaf.maxRepetitionLevel() > 0;
        this.pages = new PageReader(leaf, limits.pages(), memory);
        this.chunk = new ChunkPages(pages);
        this.batch = new ColumnBatch(leaf, limits.batchEntries(), memory);
        this.values = new PageValues(leaf.type(), batch, memory);
        this.rowSize = new RowSize(memory, leaf.maxDefinitionLevel());
    }

    /** A reader of chunks that this process wrote, without a limit of memory. */
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
     * Opens a chunk.
     *
     * @param rows rows of its row group
     * @param where the chunk's place: file of the footer, row group and column
     */
    public void open(ColumnChunkMetadata opened, long rows, Place where) throws IOException {
        file = files.of(opened, where);
        metadata = opened;
        place = where.file(file.name());
        chunkEntries = opened.entries();
        chunkRows = rows;
        leftIndex = false;
        jumps.clear();
        begin();
        ChunkReadEvent.emit(place, opened);
    }

    private void begin() {
        entriesRead = 0;
        rowsRead = 0;
        allEntriesCounted = true;
        atRecordStart = true;
        batchIsWaiting = false;
        pageEntriesLeft = 0;
        values.forgetDictionary();
        rowSize.start();
        try {
            chunk.open(file, metadata, chunkRows, place);
        } catch (UnsupportedFeatureException e) {
            throw e.at(place);
        }
    }

    /** Releases its memory; neither the reader nor its batch may be used any more. */
    public void close() {
        pages.close();
    }

    /**
     * Sets the offset index of the chunk that was just opened, with which {@link #skipRows} seeks, and the rows that
     * will be read: pages without any are not fetched along with others.
     *
     * @param index must fit the chunk
     * @param remarks is told of the index if it contradicts the pages
     */
    public void plan(OffsetIndex index, WantedRows rows, IgnoredIndexes remarks) {
        ignored = remarks;
        chunk.plan(index, rows);
    }

    /** Whether the offset index of the chunk contradicted its pages, so that it is not used any more. */
    public boolean hasLeftIndex() {
        return leftIndex;
    }

    /**
     * Reads the dictionary that the chunk begins with, before any data page; the batch then holds it.
     *
     * @return whether there is one
     */
    public boolean readDictionary() throws IOException {
        try {
            chunk.readDictionary(values);
            return values.hasDictionary();
        } catch (ParquetException e) {
            throw e.at(pages.place());
        }
    }

    /**
     * Reads the dictionary of a chunk that was just opened, and offers the page of the first row that will be read to
     * helper threads, if its location is known.
     */
    public void prefetch(long row) throws IOException {
        readDictionary();
        pages.prefetch(chunk.planFirst(row), repeated || chunk.isIndexed() ? 0 : row);
    }

    /** Decompresses the page that was offered, unless a helper thread has begun, or there is none. */
    public void beginPrefetched() {
        pages.beginPrefetched();
    }

    /** How many rows of the chunk have begun in the batches so far, skipped ones included. */
    public long rowsRead() {
        return rowsRead;
    }

    /** How many data pages have been decoded so far, of all chunks. */
    public long pagesRead() {
        return pagesRead;
    }

    /** Bytes that the headers of the pages read so far state in addition to those that the pages have. */
    public long excessBytes() {
        return pages.excessBytes();
    }

    /** How many of the pages read so far have dictionary indexes of 0 bits without a run. */
    public long pagesWithoutRuns() {
        return values.pagesWithoutRuns();
    }

    /** Decodes the next entries into the batch; returns false at the end of the chunk. */
    public boolean next() throws IOException {
        if (batchIsWaiting) {
            batchIsWaiting = false;
            return true;
        }
        try {
            return nextBatch();
        } catch (IndexContradiction e) {
            leaveIndex(e.getMessage());
            return next();
        } catch (ParquetException e) {
            throw e.at(pages.place());
        }
    }

    /** Decodes the next entries where the row group has more rows. */
    public void requireNext() throws IOException {
        if (!next()) {
            throw new CorruptFileException(place(), "the column ends before its row group does");
        }
    }

    private boolean nextBatch() throws IOException {
        while (pageEntriesLeft == 0) {
            if (!nextPage()) {
                return false;
            }
            openPage();
        }
        readBatch();
        return true;
    }

    /** Moves to the next data page, and reads the dictionary on the way. */
    private boolean nextPage() throws IOException {
        if (chunk.hasLateDictionary()) {
            chunk.readDictionary(values);
        }
        while (!atEnd() && chunk.next()) {
            if (pages.header().content() instanceof PageHeader.Dictionary dictionary) {
                if (!chunk.isReadDictionary()) {
                    values.readDictionary(pages, dictionary);
                }
            } else {
                checkLocation();
                entriesRead += pages.header().entries();
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

    /** Whether all entries have been read; bytes that a writer left behind them are no pages. */
    private boolean atEnd() {
        return allEntriesCounted ? entriesRead == chunkEntries : rowsRead == chunkRows && chunk.isBehindIndex();
    }

    /**
     * Checks the levels of a page that exceeds the footer's count: a page with fewer than it claims is the real defect.
     */
    private void requireLevels() throws IOException {
        int entries = pages.header().entries();
        if (repeated && entries <= LEVELS_CHECKED_MAX) {
            pages.data().repetition().read(new byte[entries + LevelsDecoder.SLACK_BYTES], entries);
        }
    }

    private void requireRows(boolean valid) {
        if (!valid) {
            throw new CorruptFileException(
                    place,
                    "the column has " + (rowsRead > chunkRows ? "at least " : "") + rowsRead
                            + " rows, but its row group has " + chunkRows);
        }
    }

    private void openPage() throws IOException {
        PageReadEvent event = PageReadEvent.start();
        page = pages.data();
        event.finish(place, page.encoding(), pages.header());
        pagesRead++;
        values.start(page);
        nextIsPrefetched = false;
        pageEntriesLeft = page.entries();
    }

    private void readBatch() {
        int count = values.fitting(Math.min(pageEntriesLeft, batch.capacity()));
        int rows = repeated ? count - page.repetition().read(batch.repetition, count) : count;
        if (repeated) {
            requireRecordStart();
        }
        readPresence(count);
        if (batch.values > 0) {
            requireDictionary();
            values.read(batch.values);
        }
        if (repeated) {
            rowSize.add(batch, rows);
        }
        countBatch(rows);
        if (pageEntriesLeft == 0) {
            readsOn = true;
        } else if (!nextIsPrefetched && pageEntriesLeft <= page.entries() / 2) {
            nextIsPrefetched = true;
            pages.prefetchNext(readsOn);
        }
    }

    /** A dictionary page may be behind data pages that the index led past. */
    private void requireDictionary() {
        if (!jumps.isEmpty() && !leftIndex && batch.dictionaryCoded && !values.hasDictionary()) {
            String reason = "no page before those that it led to has the dictionary";
            if (repeated && batch.repetition[0] != 0) {
                throw inRecord(reason);
            }
            throw new IndexContradiction(reason);
        }
    }

    /** Checks the first repetition level of the batch where a record must begin. */
    private void requireRecordStart() {
        if (atRecordStart && batch.repetition[0] != 0) {
            throw new CorruptFileException(
                    "the first repetition level is " + batch.repetition[0] + ", as if a record went on; it must be 0");
        }
    }

    private void readPresence(int count) {
        batch.allPresent = leaf.maxDefinitionLevel() == 0 || page.definition().skipIfAllAtMax(count);
        batch.values = batch.allPresent ? count : page.definition().read(batch.definition, count);
        batch.entries = count;
        batch.first = 0;
        batch.firstValue = 0;
    }

    /** Counts the batch that has been read or skipped. */
    private void countBatch(int rows) {
        atRecordStart = false;
        rowsRead += rows;
        pageEntriesLeft -= batch.entries;
        requireRows(rowsRead <= chunkRows);
    }

    /**
     * Skips the next rows, when the whole batch has been used. Pages that hold no other rows are not decompressed, and
     * not even fetched where the location of the next page is known.
     *
     * @param rows at most as many as there are
     */
    public void skipRows(long rows) throws IOException {
        long target = rowsRead + rows;
        try {
            skip(seek(rows));
        } catch (IndexContradiction e) {
            restartWithoutIndex(e.getMessage(), target);
        } catch (ParquetException e) {
            throw e.at(pages.place());
        }
    }

    /** Seeks the page of the row to go on with; returns the rows still to be skipped. */
    private long seek(long rows) throws IOException {
        long row = rowsRead + rows;
        long firstRow = chunk.seek(row, pageEntriesLeft > 0, values);
        if (firstRow < 0) {
            return rows;
        }
        pageEntriesLeft = 0;
        readsOn = false;
        entriesRead = firstRow;
        rowsRead = firstRow;
        allEntriesCounted &= !repeated;
        atRecordStart = true;
        rowSize.start();
        checkJump(firstRow);
        return row - firstRow;
    }

    /** Checks the page to which the offset index led: nothing has been counted on the way to it. */
    private void checkJump(long firstRow) throws IOException {
        try {
            boolean found = chunk.next() && !(pages.header().content() instanceof PageHeader.Dictionary);
            if (!found) {
                throw new IndexContradiction("a page that it locates is not there");
            }
            checkLocation();
            long rows = repeated ? countRows() : chunk.indexedRows();
            if (rows != chunk.indexedRows()) {
                throw new IndexContradiction(chunk.wrongRows(rows));
            }
        } catch (ParquetException e) {
            throw new IndexContradiction(e.reason());
        }
        chunk.hold();
        jumps.put(chunk.page(), firstRow);
    }

    private long countRows() throws IOException {
        LevelsDecoder levels = pages.header().content() instanceof PageHeader.DataV2 v2
                ? pages.repetitionLevels(v2)
                : pages.data().repetition();
        long rows = countRows(levels, pages.header().entries());
        atRecordStart = true;
        return rows;
    }

    /** Compares the page that the reader is at with its location, or after the index was left with earlier jumps. */
    private void checkLocation() {
        Optional<String> contradiction = chunk.contradiction(rowsRead, repeated);
        if (contradiction.isPresent()) {
            throw new IndexContradiction(contradiction.get());
        }
        if (leftIndex && jumps.getOrDefault(chunk.page(), rowsRead) != rowsRead) {
            throw new CorruptFileException("the offset index led to the page as row " + jumps.get(chunk.page())
                    + ", but the page begins at row " + rowsRead
                    + "; rows before it were read by that index, so read the file from its beginning");
        }
    }

    /** Goes on without the offset index, from the page that the reader is at, which begins with the next record. */
    private void leaveIndex(String reason) throws IOException {
        if (jumps.isEmpty()) {
            noteIndex(reason);
            chunk.forgetIndex();
            chunk.hold();
            return;
        }
        if (repeated && countRows(pages.data().repetition(), 1) == 0) {
            throw inRecord(reason);
        }
        restartWithoutIndex(reason, rowsRead);
    }

    /** The begin of the record has been read already, so that it cannot be read again without the index. */
    private CorruptFileException inRecord(String reason) {
        return new CorruptFileException(place, "the offset index is wrong and was used: " + reason);
    }

    /** Finds a row without the offset index; on the way, the pages to which the index led before are checked. */
    private void restartWithoutIndex(String reason, long row) throws IOException {
        noteIndex(reason);
        begin();
        try {
            skip(row);
        } catch (ParquetException e) {
            throw e.at(pages.place());
        }
    }

    private void noteIndex(String reason) {
        leftIndex = true;
        ignored.add(place, "the offset index is not used: " + reason);
    }

    /** The offset index does not say what the pages have. */
    private static final class IndexContradiction extends RuntimeException {
        private static final long serialVersionUID = 1L;

        IndexContradiction(String reason) {
            super(reason, null, false, false);
        }
    }

    private void skip(long rows) throws IOException {
        long left = rows;
        while (left > 0 || repeated) {
            if (pageEntriesLeft == 0) {
                if (!nextPage()) {
                    return;
                }
                long whole = rowsOfPage();
                if (whole <= left) {
                    left -= whole;
                    rowsRead += whole;
                    requireRows(rowsRead <= chunkRows);
                    continue;
                }
                openPage();
                continue;
            }
            if (!repeated) {
                left -= pageEntriesLeft <= left ? skipPage() : skipEntries(left);
                continue;
            }
            readBatch();
            left = skipInBatch(left);
            if (batchIsWaiting) {
                return;
            }
        }
    }

    /** Rows of the page if they can be counted without decompressing it, else more than any caller skips. */
    private long rowsOfPage() throws IOException {
        if (!repeated) {
            return pages.header().entries();
        }
        // The number of rows that its header claims is not always right.
        return pages.header().content() instanceof PageHeader.DataV2 v2
                ? countRows(pages.repetitionLevels(v2), v2.entries())
                : Long.MAX_VALUE;
    }

    private long countRows(LevelsDecoder levels, int entries) {
        long rows = 0;
        int count;
        for (int left = entries; left > 0; left -= count) {
            count = Math.min(left, batch.capacity());
            rows += count - levels.read(batch.repetition, count);
            requireRecordStart();
            atRecordStart = false;
        }
        return rows;
    }

    /** Skips the rest of the page, of a column that has an entry for each row; nothing of it is decoded. */
    private int skipPage() {
        int count = pageEntriesLeft;
        pageEntriesLeft = 0;
        rowsRead += count;
        requireRows(rowsRead <= chunkRows);
        return count;
    }

    /** Skips some of the next entries of the page, of a column that has one for each row. */
    private int skipEntries(long rows) {
        int count = (int) Math.min(rows, values.fitting(Math.min(pageEntriesLeft, batch.capacity())));
        readPresence(count);
        if (batch.values > 0) {
            requireDictionary();
            values.skip(batch.values);
        }
        countBatch(count);
        return count;
    }

    /**
     * Skips up to {@code rows} rows of the batch of a repeated column; {@link #next} then returns the rest of the
     * batch.
     */
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
