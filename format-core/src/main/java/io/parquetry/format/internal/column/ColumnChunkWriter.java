package io.parquetry.format.internal.column;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.page.PageWriter;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.MinMax;
import io.parquetry.format.io.OutputFile;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Takes the entries of one leaf column and turns them into the pages of one chunk after the other.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>(a) A page begins with the first entry of a row: pages are cut only before an entry with repetition level 0.
 *   <li>(b) Until the next row begins, the row before can be taken back ({@link #takeBack}); it lies in the open page.
 *   <li>(c) Every array that grows is counted in {@link RetainedBytes}, and so are finished pages.
 *   <li>(d) Pages depend on the rows that were kept, and on nothing else: not on rows that were taken back, nor on who
 *       asked for sizes meanwhile.
 * </ul>
 */
public abstract sealed class ColumnChunkWriter permits BooleanColumnWriter, DictionaryColumnWriter {
    /** Levels, a number or a range, and the row's beginnings. */
    private static final long ENTRY_DECODED_BYTES = 18;

    final LeafColumn column;
    final ChunkSettings settings;
    final RetainedBytes retained;
    /** Values in the open page. */
    int values;

    private final PageWriter pages;
    private final PendingPages pagesInWork;
    /** Null where a column has no such levels. */
    private final LevelBuffer repetitionLevels;

    private final LevelBuffer definitionLevels;
    private final boolean repeated;
    private final boolean defined;
    private final int maxDefinitionLevel;
    private final ChunkSummary summary;
    private final Optional<BloomFilterBuilder> bloomFilter;
    private final SizeEstimate pageForecast = new SizeEstimate();
    private final SizeEstimate dictionaryForecast = new SizeEstimate();
    /** Null until a page has been cut. */
    private MinMax chunkBounds;

    private int entries;
    private int rows;
    private int rowFirstEntry;
    private int rowFirstValue;
    /** There is nothing to check before the page has this many entries. */
    private int checkAtEntries;

    private long rowsInPages;
    private long valuesInPages;

    ColumnChunkWriter(ColumnContext context) {
        this.column = context.column();
        this.settings = context.settings();
        this.pages = context.pages();
        this.pagesInWork = context.pagesInWork();
        this.retained = context.retained();
        this.maxDefinitionLevel = column.maxDefinitionLevel();
        this.repeated = column.maxRepetitionLevel() > 0;
        this.defined = maxDefinitionLevel > 0;
        this.repetitionLevels = repeated ? new LevelBuffer(column.maxRepetitionLevel(), retained) : null;
        this.definitionLevels = defined ? new LevelBuffer(maxDefinitionLevel, retained) : null;
        this.bloomFilter = settings.bloomFilter().map(BloomFilterBuilder::new);
        this.summary = new ChunkSummary(column, settings.order(), retained);
    }

    /** Bytes of the open page's values, before encoding. */
    abstract int pendingValueBytes();

    /**
     * Looks at the values before another row begins, when {@link #valuesUntilCheck} more have come or earlier.
     *
     * @param pageIsFull whether the open page is going to be cut
     */
    abstract void checkValues(boolean pageIsFull);

    /** After how many more values {@link #checkValues} is to be called. */
    abstract long valuesUntilCheck();

    /** Brings the dictionary up to the last value; called between rows. */
    abstract void settleValues();

    /** The last look at the values of a chunk. */
    abstract void endValues();

    /** Whether values are being replaced by indexes. */
    abstract boolean hasDictionary();

    /** Bytes of the dictionary page before compression. */
    abstract int dictionaryBytes();

    abstract int dictionarySize();

    /** Drops the values from {@code firstValue} on, all of which are of the row that was begun last. */
    abstract void takeBackValues(int firstValue);

    /** Appends the open page's values to the page body and says how. */
    abstract Encoding encodeValues(ByteAppender body);

    /** Bounds of the open page, gathered now; nobody else holds them. */
    abstract MinMax pageBounds();

    /** Bytes of the open page's BYTE_ARRAY values without their lengths; 0 for other types. */
    abstract long unencodedBytes();

    /** Appends the dictionary's values, PLAIN. */
    abstract void encodeDictionary(ByteAppender body);

    /** Adds the open page's values, which are not indexes. */
    abstract void addValuesTo(BloomFilterBuilder filter);

    abstract void addDictionaryTo(BloomFilterBuilder filter);

    /** Forgets the values of the page just cut. */
    abstract void clearValues();

    /** Gives everything back and begins a new chunk. */
    abstract void startChunk();

    /** A place where there is no value: null, or an empty or absent list above. */
    public final void addAbsent(int repetitionLevel, int definitionLevel) {
        if (repetitionLevel == 0) {
            startRow();
        }
        if (repeated) {
            repetitionLevels.add(repetitionLevel);
        }
        definitionLevels.add(definitionLevel);
        entries++;
    }

    /** The levels of a value that is there; the subclass adds the value itself. */
    final void addPresent(int repetitionLevel) {
        if (repetitionLevel == 0) {
            startRow();
        }
        if (repeated) {
            repetitionLevels.add(repetitionLevel);
        }
        if (defined) {
            definitionLevels.add(maxDefinitionLevel);
        }
        entries++;
    }

    private void startRow() {
        if (entries >= checkAtEntries) {
            checkPage();
        }
        rows++;
        rowFirstEntry = entries;
        rowFirstValue = values;
    }

    /** Has the page looked at before the next row; for values whose size is not known beforehand. */
    final void checkBeforeNextRow() {
        checkAtEntries = 0;
    }

    private void checkPage() {
        checkValues(pageIsFull());
        if (pageIsFull()) {
            cutPage();
        }
        long bytesPerEntry = Math.max(1, entries == 0 ? 8 : pendingValueBytes() / entries + 1);
        long untilFull = (settings.pageBytesMax() - pendingValueBytes()) / bytesPerEntry;
        long more = Math.min(Math.min(untilFull, valuesUntilCheck()), settings.pageRowsMax() - rows);
        checkAtEntries = entries + (int) Math.max(1, more);
    }

    /** Whether the open page is cut before the next row. */
    final boolean pageIsFull() {
        return rows >= settings.pageRowsMax() || rows > 0 && pendingValueBytes() >= settings.pageBytesMax();
    }

    /** Takes the row back that was begun last, if it is beyond the first {@code rowsKept} rows of this chunk. */
    public final void takeBack(long rowsKept) {
        if (rowsInPages + rows <= rowsKept) {
            return;
        }
        rows--;
        entries = rowFirstEntry;
        if (repeated) {
            repetitionLevels.truncate(entries);
        }
        if (defined) {
            definitionLevels.truncate(entries);
        }
        takeBackValues(rowFirstValue);
        values = rowFirstValue;
    }

    /** Values of the chunk, those of the open page included. */
    final long valuesInChunk() {
        return valuesInPages + values;
    }

    /** Whether a page of the chunk has been cut. */
    final boolean hasPages() {
        return summary.pages() > 0;
    }

    /** Lays the open page out as a page body, and says how its values are encoded. */
    private Encoding encodePage() {
        ByteAppender body = pages.start();
        if (repeated) {
            pages.startLevels();
            repetitionLevels.encode(body);
            pages.endRepetitionLevels();
        }
        if (defined) {
            pages.startLevels();
            definitionLevels.encode(body);
            pages.endDefinitionLevels();
        }
        return encodeValues(body);
    }

    /** Cuts the open page, if it has rows. */
    final void cutPage() {
        if (rows == 0) {
            return;
        }
        Encoding encoding = encodePage();
        MinMax bounds = pageBounds();
        long[] repetitionHistogram = new long[column.maxRepetitionLevel() + 1];
        long[] definitionHistogram = new long[maxDefinitionLevel + 1];
        if (repeated) {
            repetitionLevels.countInto(repetitionHistogram);
        }
        if (defined) {
            definitionLevels.countInto(definitionHistogram);
        }
        summary.addCut(
                encoding,
                new ChunkSummary.PageFigures(
                        entries, values, rows, repetitionHistogram, definitionHistogram, unencodedBytes()),
                bounds);
        mergeIntoChunk(bounds);
        int valueBytes = pendingValueBytes();
        pagesInWork.add(pages.finishData(entries, entries - values, rows, encoding), page -> {
            summary.addPage(page);
            pageForecast.settle(valueBytes, page.bytes().length);
        });
        if (!hasDictionary()) {
            fill(this::addValuesTo);
        }
        valuesInPages += values;
        rowsInPages += rows;
        entries = 0;
        rows = 0;
        values = 0;
        if (repeated) {
            repetitionLevels.clear();
        }
        if (defined) {
            definitionLevels.clear();
        }
        clearValues();
    }

    private void mergeIntoChunk(MinMax page) {
        long before = chunkBounds == null ? 0 : chunkBounds.retainedBytes();
        if (chunkBounds == null) {
            chunkBounds = page;
        } else {
            chunkBounds.merge(page);
        }
        retained.add(chunkBounds.retainedBytes() - before);
    }

    private void fill(Consumer<BloomFilterBuilder> values) {
        bloomFilter.ifPresent(filter -> {
            long before = filter.retainedBytes();
            values.accept(filter);
            retained.add(filter.retainedBytes() - before);
        });
    }

    /** Bytes that the chunk would have if it ended now: finished pages as they are, the open one by a forecast. */
    public final long expectedBytes() {
        settleValues();
        pagesInWork.settle();
        return summary.compressedBytes()
                + pageForecast.bytes(pendingValueBytes(), this::tryPage)
                + (hasDictionary() || summary.hasDictionaryPages()
                        ? dictionaryForecast.bytes(dictionaryBytes(), this::tryDictionary)
                        : 0)
                + bloomFilter.map(BloomFilterBuilder::retainedBytes).orElse(0L);
    }

    /** The dictionary stays as it is. */
    final void endDictionary() {
        dictionaryForecast.tryOnceMore();
    }

    private int tryPage() {
        encodePage();
        return pages.tryOut();
    }

    private int tryDictionary() {
        encodeDictionary(pages.start());
        return pages.tryOut();
    }

    /** Bytes that footer and indexes would need for the chunk. */
    public final long expectedFooterBytes() {
        return summary.expectedFooterBytes();
    }

    /** Bytes that the chunk would take decoded, with what entries take beside their values; nearly. */
    public final long decodedBytes() {
        pagesInWork.settle();
        return summary.uncompressedBytes()
                + pendingValueBytes()
                + (hasDictionary() || summary.hasDictionaryPages() ? dictionaryBytes() : 0)
                + (summary.entries() + entries) * ENTRY_DECODED_BYTES;
    }

    /** Cuts the last pages of the chunk; nothing but {@link #finish} may follow. */
    public final void endPages() {
        endValues();
        cutPage();
        if (!summary.hasDictionaryPages()) {
            return;
        }
        fill(this::addDictionaryTo);
        encodeDictionary(pages.start());
        int size = dictionarySize();
        int valueBytes = dictionaryBytes();
        pagesInWork.add(pages.finishDictionary(size), page -> {
            summary.setDictionaryPage(page, size);
            dictionaryForecast.settle(valueBytes, page.bytes().length);
        });
    }

    /** Writes the pages of the chunk, the last of which have been cut, to {@code out} and begins the next chunk. */
    public final WrittenChunk finish(OutputFile out) throws IOException {
        pagesInWork.settle();
        MinMax bounds = chunkBounds == null ? pageBounds() : chunkBounds;
        WrittenChunk written =
                summary.write(out, pages.codecId(), bounds, bloomFilter.flatMap(BloomFilterBuilder::build));
        summary.clear();
        fill(BloomFilterBuilder::clear);
        retained.add(-bounds.retainedBytes());
        chunkBounds = null;
        if (repeated) {
            repetitionLevels.release();
        }
        if (defined) {
            definitionLevels.release();
        }
        startChunk();
        checkAtEntries = 0;
        rowsInPages = 0;
        valuesInPages = 0;
        return written;
    }
}
