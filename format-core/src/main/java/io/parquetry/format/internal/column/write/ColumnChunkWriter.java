package io.parquetry.format.internal.column.write;

import io.parquetry.format.UsageException;
import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.event.PageWrittenEvent;
import io.parquetry.format.internal.page.PageWriter;
import io.parquetry.format.internal.page.WrittenPage;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.MinMax;
import io.parquetry.format.io.OutputFile;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Writes one leaf column: holds the levels of the open page, cuts pages, and finishes one chunk after the other. The
 * values are held by {@link ChunkValues}. A subclass only adds the method that takes a value of its type.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>(a) A page begins with the first entry of a row: pages are cut only before an entry with repetition level 0.
 *   <li>(b) Until the next row begins, the row before can be rolled back ({@link #rollBack}); it is in the open page.
 *   <li>(c) Every array that grows is counted in {@link RetainedBytes}, and so are finished pages.
 *   <li>(d) Pages depend on the rows that were kept, and on nothing else: not on rows that were rolled back, nor on
 *       calls that estimate sizes. Only where the last row of a chunk is rolled back, the page before it is encoded as
 *       if more rows came: it was checked, and cut if it was full, when that row began.
 *   <li>(e) After a failure while the page is checked or cut, as for want of memory, no page is cut any more: values
 *       may be there twice, or the page be counted already.
 * </ul>
 */
public abstract sealed class ColumnChunkWriter
        permits BooleanColumnWriter, IntColumnWriter, LongColumnWriter, BinaryColumnWriter {
    /** Levels, a number or a range, and the row's first entry and value. */
    private static final long ENTRY_DECODED_BYTES = 18;

    private final LeafColumn column;
    private final ChunkSettings settings;
    private final RetainedBytes retained;
    private final ChunkValues values;
    private final ChunkLevel level;
    private final PageWriter pages;
    private final PendingPages pendingPages;
    /** Null where a column has no such levels. */
    private final LevelBuffer repetitionLevels;

    private final LevelBuffer definitionLevels;
    private final boolean repeated;
    private final boolean defined;
    private final int maxDefinitionLevel;
    private final ChunkSummary summary;
    private final Optional<BloomFilterBuilder> bloomFilter;
    private final SizeEstimate pageEstimate = new SizeEstimate();
    private final SizeEstimate dictionaryEstimate = new SizeEstimate();
    /** Null until a page has been cut. */
    private MinMax chunkMinMax;

    // Of the open page
    private int entries;
    private int absentEntries;
    /** The page is checked before the first row that begins at or after this entry. */
    private int checkAtEntries;
    /** The same, without the values of the row that was begun last. */
    private int checkPlannedAtEntries;

    // Of the open page of a repeated column; in others each row has one entry
    private int repeatedRows;
    private int rowFirstEntry;
    private int rowFirstAbsent;

    private long rowsInPages;
    private boolean unfinished;

    /** @param dictionary null for types without one */
    ColumnChunkWriter(ColumnContext context, ValueBuffer buffer, ChunkDictionary dictionary) {
        this.column = context.column();
        this.settings = context.settings();
        this.pages = context.pages();
        this.pendingPages = context.pendingPages();
        this.retained = context.retained();
        this.values = new ChunkValues(context, buffer, dictionary);
        this.level = new ChunkLevel(context);
        this.maxDefinitionLevel = column.maxDefinitionLevel();
        this.repeated = column.maxRepetitionLevel() > 0;
        this.defined = maxDefinitionLevel > 0;
        this.repetitionLevels = repeated ? new LevelBuffer(column.maxRepetitionLevel(), 0, retained) : null;
        this.definitionLevels = defined ? new LevelBuffer(maxDefinitionLevel, maxDefinitionLevel, retained) : null;
        this.bloomFilter = settings.bloomFilter().map(filter -> new BloomFilterBuilder(column.type(), filter));
        this.summary = new ChunkSummary(column, settings.order(), retained);
    }

    /** Adds an entry without a value: null, or an empty or absent list above. */
    public final void addAbsent(int repetitionLevel, int definitionLevel) {
        startEntry(repetitionLevel);
        definitionLevels.set(entries, definitionLevel);
        entries++;
        absentEntries++;
    }

    /** Adds the entry of a value, whose definition level is the usual one; the caller adds the value itself. */
    final void addPresent(int repetitionLevel) {
        startEntry(repetitionLevel);
        entries++;
    }

    private void startEntry(int repetitionLevel) {
        if (repetitionLevel == 0 && entries >= checkAtEntries) {
            checkPage();
        }
        if (repeated) {
            startRepeatedEntry(repetitionLevel);
        }
    }

    private void startRepeatedEntry(int repetitionLevel) {
        if (repetitionLevel == 0) {
            repeatedRows++;
            rowFirstEntry = entries;
            rowFirstAbsent = absentEntries;
        } else {
            repetitionLevels.set(entries, repetitionLevel);
        }
    }

    private int rows() {
        return repeated ? repeatedRows : entries;
    }

    /** Has the page checked before the next row; for values of variable size. */
    final void checkBeforeNextRow() {
        checkAtEntries = 0;
    }

    private void checkPage() {
        begin();
        boolean wasUndecided = values.isUndecided();
        if (values.check(pageIsFull(), rowsInPages + rows())) {
            cutPage();
            values.giveUp();
        }
        noteDecision(wasUndecided);
        if (pageIsFull()) {
            cutPage();
        }
        long bytesPerEntry = Math.max(1, entries == 0 ? 8 : values.bytes() / entries + 1);
        long untilFull = (settings.pageBytesMax() - values.bytes()) / bytesPerEntry;
        long more = Math.min(Math.min(untilFull, values.valuesUntilCheck()), settings.pageRowsMax() - rows());
        checkPlannedAtEntries = entries + (int) Math.max(1, more);
        checkAtEntries = checkPlannedAtEntries;
        unfinished = false;
    }

    /** Begins work that leaves the page as it must not be written, until it is finished. */
    private void begin() {
        if (unfinished) {
            throw new UsageException("column " + column.dottedPath()
                    + ": a page was not finished, for a reason that was told before; discard the file and begin"
                    + " another");
        }
        unfinished = true;
    }

    /** A dictionary that is given up does not grow any more, so its size is measured once more. */
    private void noteDecision(boolean wasUndecided) {
        if (wasUndecided && !values.isUndecided()) {
            dictionaryEstimate.allowMeasurement();
        }
    }

    /** Whether the open page is cut before the next row. */
    private boolean pageIsFull() {
        return rows() >= settings.pageRowsMax() || entries > 0 && values.bytes() >= settings.pageBytesMax();
    }

    /** Rolls back the row that was begun last, if it is beyond the first {@code rowsKept} rows of this chunk. */
    public final void rollBack(long rowsKept) {
        if (rowsInPages + rows() <= rowsKept) {
            return;
        }
        if (repeated) {
            repeatedRows--;
            entries = rowFirstEntry;
            absentEntries = rowFirstAbsent;
            repetitionLevels.truncate(entries);
        } else {
            entries--;
            if (defined && definitionLevels.at(entries) < maxDefinitionLevel) {
                absentEntries--;
            }
        }
        if (defined) {
            definitionLevels.truncate(entries);
        }
        checkAtEntries = checkPlannedAtEntries;
        values.truncate(entries - absentEntries);
    }

    /** Appends levels and values of the open page to the page body, and returns the encoding of the values. */
    private Encoding encodePage() {
        return values.encode(startPage());
    }

    /** Appends the levels of the open page to the page body. */
    private ByteAppender startPage() {
        ByteAppender body = pages.start();
        if (repeated) {
            pages.startLevels();
            repetitionLevels.encode(entries, body);
            pages.endRepetitionLevels();
        }
        if (defined) {
            pages.startLevels();
            definitionLevels.encode(entries, body);
            pages.endDefinitionLevels();
        }
        return body;
    }

    /** The compressed size of the open page if it had these values. */
    private int measurePage(Consumer<ByteAppender> encodedValues) {
        encodedValues.accept(startPage());
        return pages.measureCompressed();
    }

    /** Cuts the open page, if it has rows. */
    private void cutPage() {
        if (entries == 0) {
            return;
        }
        values.chooseEncoding(this::measurePage, this::measureDictionary);
        Encoding encoding = encodePage();
        MinMax minMax = values.minMax();
        summary.addCut(encoding, countPage(), minMax);
        mergeIntoChunk(minMax);
        int valueBytes = values.bytes();
        pendingPages.add(
                pages.finishData(entries, absentEntries, rows(), encoding, level.compressor(encoding)), page -> {
                    summary.addPage(page);
                    recordPage(page);
                    pageEstimate.learn(valueBytes, page.bytes().length);
                });
        fillBloomFilter(values::addPageTo);
        rowsInPages += rows();
        entries = 0;
        absentEntries = 0;
        repeatedRows = 0;
        if (repeated) {
            repetitionLevels.clear();
        }
        if (defined) {
            definitionLevels.clear();
        }
        values.startPage();
    }

    private void recordPage(WrittenPage page) {
        PageWrittenEvent.emit(column, page.encoding(), page.bytes().length, page.uncompressedBytes());
    }

    private ChunkSummary.PageCounts countPage() {
        long[] repetitionHistogram = new long[column.maxRepetitionLevel() + 1];
        long[] definitionHistogram = new long[maxDefinitionLevel + 1];
        if (repeated) {
            repetitionLevels.countInto(entries, repetitionHistogram);
        }
        if (defined) {
            definitionLevels.countInto(entries, definitionHistogram);
        }
        return new ChunkSummary.PageCounts(
                entries,
                entries - absentEntries,
                rows(),
                repetitionHistogram,
                definitionHistogram,
                values.unencodedBytes());
    }

    private void mergeIntoChunk(MinMax page) {
        long before = chunkMinMax == null ? 0 : chunkMinMax.retainedBytes();
        if (chunkMinMax == null) {
            chunkMinMax = page;
        } else {
            chunkMinMax.merge(page);
        }
        retained.add(chunkMinMax.retainedBytes() - before);
    }

    private void fillBloomFilter(Consumer<BloomFilterBuilder> filler) {
        bloomFilter.ifPresent(filter -> {
            long before = filter.retainedBytes();
            filler.accept(filter);
            retained.add(filter.retainedBytes() - before);
        });
    }

    /** Finishes pending pages and estimates the bytes of the chunk if it ended now: only open pages are not exact. */
    public final long estimateBytes() {
        values.intern();
        pendingPages.finishAll();
        return summary.compressedBytes()
                + pageEstimate.bytes(values.bytes(), this::measurePage)
                + (hasDictionaryPage()
                        ? dictionaryEstimate.bytes(values.dictionaryBytes(), this::measureDictionary)
                        : 0)
                + bloomFilter.map(BloomFilterBuilder::retainedBytes).orElse(0L);
    }

    /** Whether the chunk would have a dictionary page if it ended now. */
    private boolean hasDictionaryPage() {
        return values.hasDictionary() || summary.hasDictionaryPages();
    }

    private int measurePage() {
        encodePage();
        return pages.measureCompressed();
    }

    private int measureDictionary() {
        values.encodeDictionary(pages.start());
        return pages.measureCompressed();
    }

    /** Bytes that footer and indexes would need for the chunk. */
    public final long expectedFooterBytes() {
        return summary.expectedFooterBytes();
    }

    /** Finishes pending pages and estimates the bytes of the decoded chunk, levels and row positions included. */
    public final long estimateDecodedBytes() {
        pendingPages.finishAll();
        return summary.uncompressedBytes()
                + values.bytes()
                + (hasDictionaryPage() ? values.dictionaryBytes() : 0)
                + (summary.entries() + entries) * ENTRY_DECODED_BYTES;
    }

    /** Cuts the last pages of the chunk; only {@link #finish} may follow. */
    public final void endPages() {
        begin();
        boolean wasUndecided = values.isUndecided();
        values.endChunk();
        noteDecision(wasUndecided);
        cutPage();
        unfinished = false;
        if (!summary.hasDictionaryPages()) {
            return;
        }
        fillBloomFilter(values::addDictionaryTo);
        values.encodeDictionary(pages.start());
        int size = values.dictionarySize();
        int valueBytes = values.dictionaryBytes();
        pendingPages.add(pages.finishDictionary(size), page -> {
            summary.setDictionaryPage(page, size);
            recordPage(page);
            dictionaryEstimate.learn(valueBytes, page.bytes().length);
        });
    }

    /** Number of data pages that have been cut. */
    public final int pagesCut() {
        return summary.pages();
    }

    /**
     * Writes the pages of the chunk, the last of which have been cut, to {@code out} and starts the next chunk.
     *
     * @param indexed whether the chunk gets a column index, if it can have one, and an offset index
     */
    public final WrittenChunk finish(OutputFile out, boolean indexed) throws IOException {
        pendingPages.finishAll();
        MinMax minMax = chunkMinMax == null ? values.minMax() : chunkMinMax;
        WrittenChunk written =
                summary.write(out, pages.codecId(), minMax, bloomFilter.flatMap(BloomFilterBuilder::build), indexed);
        summary.clear();
        fillBloomFilter(BloomFilterBuilder::clear);
        retained.add(-minMax.retainedBytes());
        chunkMinMax = null;
        if (repeated) {
            repetitionLevels.release();
        }
        if (defined) {
            definitionLevels.release();
        }
        values.finishChunk();
        level.startChunk();
        checkAtEntries = 0;
        rowsInPages = 0;
        return written;
    }
}
