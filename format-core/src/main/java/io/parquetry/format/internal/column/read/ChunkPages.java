package io.parquetry.format.internal.column.read;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.internal.page.PageReader;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.OffsetIndex.PageLocation;
import io.parquetry.format.metadata.PageHeader;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Moves a {@link PageReader} over the pages of one chunk after the other: to the dictionary page, to the next page, or
 * with an offset index to the page of a row. It decides which pages are fetched together; it does not decode them.
 */
final class ChunkPages {
    private final PageReader reader;
    private ChunkRange range = new ChunkRange(0, 0);
    private long chunkRows;
    private long firstDataPage;
    /** Empty without an offset index. */
    private List<PageLocation> locations = List.of();

    private WantedRows wanted = WantedRows.ALL;
    /** It has been decided up to which page pages are fetched with those before this one. */
    private int pagesPlanned;

    private long statedDictionary;
    /** Whether the first page may be a dictionary although its position is said to be that of the first data page. */
    private boolean mayBeginWithDictionary;

    private long readDictionaryAt;
    private boolean dictionarySought;
    /** Whether the reader is at a page that {@link #next} has not returned yet. */
    private boolean pageIsWaiting;

    ChunkPages(PageReader reader) {
        this.reader = reader;
    }

    void open(InputFile file, ColumnChunkMetadata chunk, long rows, Place place) {
        chunkRows = rows;
        firstDataPage = chunk.offsets().firstDataPage();
        statedDictionary = chunk.offsets().dictionaryPage().orElse(0);
        readDictionaryAt = -1;
        locations = List.of();
        wanted = WantedRows.ALL;
        pagesPlanned = 0;
        dictionarySought = false;
        pageIsWaiting = false;
        range = ChunkRange.of(chunk);
        mayBeginWithDictionary = mayBeginWithDictionary(chunk.encodingIds());
        reader.open(file, range.from(), range.to(), chunk.codec(), place);
    }

    /** @param index must fit the chunk */
    void plan(OffsetIndex index, WantedRows rows) {
        locations = index.pages();
        firstDataPage = locations.get(0).offset();
        wanted = rows;
    }

    /**
     * Reads the dictionary page, if the chunk begins with it or the footer says where it is, and no page has been read
     * yet. Many writers state its position as that of the first data page.
     */
    void readDictionary(PageValues values) throws IOException {
        boolean sought = dictionarySought;
        dictionarySought = true;
        if (!sought && hasLateDictionary()) {
            readLateDictionary(values);
            return;
        }
        boolean isBeforeData = firstDataPage > range.from();
        if (sought || !isBeforeData && (isIndexed() || !mayBeginWithDictionary)) {
            return;
        }
        if (isBeforeData) {
            reader.wantUntil(firstDataPage);
        }
        if (reader.next()) {
            if (reader.header().content() instanceof PageHeader.Dictionary dictionary) {
                values.readDictionary(reader, dictionary);
                firstDataPage = Math.max(firstDataPage, reader.nextPosition());
            } else {
                pageIsWaiting = true;
            }
        }
        reader.wantUntil(range.to());
    }

    private boolean mayBeginWithDictionary(List<Integer> encodings) {
        return statedDictionary == range.from()
                || encodings.isEmpty()
                || encodings.contains(Encoding.RLE_DICTIONARY.id())
                || encodings.contains(Encoding.PLAIN_DICTIONARY.id());
    }

    /** Whether the footer says that the dictionary page is behind data pages. */
    boolean hasLateDictionary() {
        return statedDictionary > range.from() && statedDictionary < range.to() && firstDataPage <= range.from();
    }

    /** Some writers state a position where there is no dictionary page; then the chunk is read without one. */
    private void readLateDictionary(PageValues values) throws IOException {
        reader.seek(statedDictionary, 0);
        try {
            if (reader.next() && reader.header().content() instanceof PageHeader.Dictionary dictionary) {
                values.readDictionary(reader, dictionary);
                readDictionaryAt = statedDictionary;
            }
        } catch (CorruptFileException e) {
            values.forgetDictionary();
        }
        reader.seek(range.from(), 0);
    }

    /** Whether the dictionary page that the reader is at was read before the first data page. */
    boolean isReadDictionary() {
        return reader.headerPosition() == readDictionaryAt;
    }

    /** Moves to the next page, of data or of a dictionary; returns whether there is one. */
    boolean next() throws IOException {
        dictionarySought = true;
        if (pageIsWaiting) {
            pageIsWaiting = false;
            return true;
        }
        planFrom(reader.nextDataPage());
        return reader.next();
    }

    /** Makes {@link #next} return the current page once more. */
    void hold() {
        pageIsWaiting = true;
    }

    /** Forgets the offset index; pages are found one after the other from here on. */
    void forgetIndex() {
        locations = List.of();
        wanted = WantedRows.ALL;
        reader.wantUntil(range.to());
    }

    /** Number of the data page that the reader is at. */
    int page() {
        return reader.nextDataPage() - 1;
    }

    /** Rows of that page, by the offset index. */
    long indexedRows() {
        return endOf(page()) - locations.get(page()).firstRow();
    }

    private long endOf(int page) {
        return page + 1 < locations.size() ? locations.get(page + 1).firstRow() : chunkRows;
    }

    /**
     * What the offset index says otherwise than the header of the data page that the reader is at, if anything.
     *
     * @param firstRow the row that the page begins with
     * @param repeated whether entries and rows have different numbers
     */
    Optional<String> contradiction(long firstRow, boolean repeated) {
        if (locations.isEmpty()) {
            return Optional.empty();
        }
        int page = page();
        if (page >= locations.size()) {
            return Optional.of("it has " + locations.size() + " pages, the column chunk has more");
        }
        PageLocation stated = locations.get(page);
        long bytes = (long) reader.headerBytes() + reader.header().compressedBytes();
        if (stated.offset() != reader.headerPosition() || stated.compressedBytes() != bytes) {
            return Optional.of("it says " + stated.compressedBytes() + " bytes at " + stated.offset() + " of page "
                    + page + ", which has " + bytes + " at " + reader.headerPosition());
        }
        if (stated.firstRow() != firstRow) {
            return Optional.of("it says that page " + page + " begins at row " + stated.firstRow()
                    + ", but the page begins at row " + firstRow);
        }
        return repeated || reader.header().entries() == indexedRows()
                ? Optional.empty()
                : Optional.of(wrongRows(reader.header().entries()));
    }

    /** @param rows what the page has */
    String wrongRows(long rows) {
        return "it says " + indexedRows() + " rows of page " + page() + ", which has " + rows;
    }

    /** Whether the offset index knows no further page. */
    boolean isBehindIndex() {
        return isIndexed() && reader.nextDataPage() >= locations.size();
    }

    /** Limits the fetch of the pages from this one on to consecutive ones that are wanted. */
    private void planFrom(int next) {
        if (next >= pagesPlanned && next < locations.size()) {
            pagesPlanned = next + 1;
            while (pagesPlanned < locations.size() && isWanted(pagesPlanned)) {
                pagesPlanned++;
            }
            reader.wantUntil(
                    pagesPlanned < locations.size()
                            ? locations.get(pagesPlanned).offset()
                            : range.to());
        }
    }

    private boolean isWanted(int page) {
        return wanted.next(locations.get(page).firstRow()) < endOf(page);
    }

    /**
     * Makes the page of a row the next one, if its location is known and it comes after the page that is next anyway.
     *
     * @param inPage whether the page that the reader is at has entries left
     * @param values get the dictionary, if the pages that are skipped begin with it
     * @return the first row of the page, or -1 if nothing was skipped
     */
    long seek(long row, boolean inPage, PageValues values) throws IOException {
        int ordinal = pageOf(row);
        int next = reader.nextDataPage() - (inPage || pageIsWaiting ? 1 : 0);
        if (ordinal <= next) {
            return -1;
        }
        readDictionary(values);
        reader.seek(locations.get(ordinal).offset(), ordinal);
        pageIsWaiting = false;
        return locations.get(ordinal).firstRow();
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

    /**
     * Where the page of a row begins, before any data page has been read; without locations the first page, whichever
     * rows it has, or the end of the chunk.
     */
    long planFirst(long row) {
        int ordinal = pageOf(row);
        if (ordinal >= 0) {
            planFrom(ordinal);
            return locations.get(ordinal).offset();
        }
        return firstDataPage >= range.from() ? firstDataPage : range.to();
    }

    /** Whether there is an offset index. */
    boolean isIndexed() {
        return !locations.isEmpty();
    }
}
