package io.parquetry.format.internal.column;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.page.DataPage;
import io.parquetry.format.internal.page.PageReader;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;

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
    private final LeafColumn leaf;
    private final boolean repeated;
    private final PageReader pages;
    private final ColumnBatch batch;
    private final PageValues values;
    private final RecordSize recordSize;

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

    // Of the page
    private DataPage page;
    private int pageEntriesLeft;
    private int pageNulls;
    private long pageRows;

    public ColumnChunkReader(ChunkFiles files, LeafColumn leaf, ChunkLimits limits) {
        this.files = files;
        this.leaf = leaf;
        this.repeated = leaf.maxRepetitionLevel() > 0;
        this.pages = new PageReader(leaf, limits.pages());
        this.batch = new ColumnBatch(leaf, limits.batchEntries());
        this.values = new PageValues(leaf.type(), batch);
        this.recordSize =
                new RecordSize(limits.recordEntriesMax(), limits.pages().pageBytesMax(), leaf.maxDefinitionLevel());
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
        } catch (CorruptFileException e) {
            throw e.at(pages.place());
        } catch (UnsupportedFeatureException e) {
            throw e.at(pages.place());
        }
    }

    /** Goes to the header of the next data page, taking in the dictionary on the way. */
    private boolean nextPage() throws IOException {
        while (pages.next()) {
            if (pages.header().content() instanceof PageHeader.Dictionary dictionary) {
                if (entriesRead > 0) {
                    throw new CorruptFileException("the dictionary page comes after data pages; it must be the first");
                }
                values.readDictionary(pages, dictionary);
            } else {
                entriesRead += pageEntries();
                if (allEntriesCounted && entriesRead > chunkEntries) {
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
        values.start(page);
        pageEntriesLeft = page.entries();
        pageNulls = 0;
        pageRows = 0;
        if (pageEntriesLeft == 0) {
            page.requireCounts(0, 0);
        }
    }

    private void readBatch() {
        int count = Math.min(pageEntriesLeft, batch.capacity());
        int rows = repeated ? count - page.repetition().read(batch.repetition, count) : count;
        if (atRecordStart && repeated && batch.repetition[0] != 0) {
            throw new CorruptFileException(
                    "the first repetition level is " + batch.repetition[0] + ", as if a record went on; it must be 0");
        }
        atRecordStart = false;
        batch.allPresent = leaf.maxDefinitionLevel() == 0 || page.definition().skipIfAllAtMax(count);
        batch.values = batch.allPresent ? count : page.definition().read(batch.definition, count);
        if (batch.values > 0) {
            values.read(batch.values);
        }
        batch.entries = count;
        batch.first = 0;
        batch.firstValue = 0;
        if (repeated) {
            recordSize.add(batch, rows);
        }
        rowsRead += rows;
        pageRows += rows;
        pageNulls += count - batch.values;
        pageEntriesLeft -= count;
        requireRows(rowsRead <= chunkRows);
        if (pageEntriesLeft == 0) {
            page.requireCounts(pageRows, pageNulls);
        }
    }

    /**
     * Steps over rows of a chunk that has just been opened. Pages that hold nothing else are not decompressed.
     *
     * @param rows at most as many as there are
     */
    public void skipRows(long rows) throws IOException {
        try {
            skip(rows);
        } catch (CorruptFileException e) {
            throw e.at(pages.place());
        } catch (UnsupportedFeatureException e) {
            throw e.at(pages.place());
        }
    }

    /** The same, jumping to the page that holds the row; {@code index} must fit the chunk. */
    public void skipRows(long rows, OffsetIndex index) throws IOException {
        int ordinal = 0;
        while (ordinal + 1 < index.pages().size()
                && index.pages().get(ordinal + 1).firstRow() <= rows) {
            ordinal++;
        }
        long firstRow = index.pages().get(ordinal).firstRow();
        if (ordinal > 0) {
            readLeadingDictionary(index.pages().get(0).offset());
            pages.open(file, range.from(), range.to(), codec, place);
            pages.seek(index.pages().get(ordinal).offset(), ordinal);
            entriesRead = firstRow;
            rowsRead = firstRow;
            allEntriesCounted = !repeated;
        }
        skipRows(rows - firstRow);
    }

    /** Reads the dictionary, if there is one before the first data page, and no byte of that page. */
    private void readLeadingDictionary(long firstDataPage) throws IOException {
        try {
            pages.open(file, range.from(), firstDataPage, codec, place);
            if (pages.next() && pages.header().content() instanceof PageHeader.Dictionary dictionary) {
                values.readDictionary(pages, dictionary);
            }
        } catch (CorruptFileException e) {
            throw e.at(pages.place());
        } catch (UnsupportedFeatureException e) {
            throw e.at(pages.place());
        }
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

    /** Steps over up to {@code rows} rows of the batch; what follows them in it is left waiting. */
    private long skipInBatch(long rows) {
        long left = rows;
        int at = 0;
        if (repeated) {
            for (; at < batch.entries; at++) {
                if (batch.repetition[at] == 0 && left-- == 0) {
                    left = 0;
                    break;
                }
            }
        } else {
            at = (int) Math.min(left, batch.entries);
            left -= at;
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
