package io.parquetry.format.internal.column;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.page.PageWriter;
import io.parquetry.format.internal.page.WrittenPage;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.Bounds;
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
 *   <li>(d) A dictionary is given up only before a row. Pages cut before stay dictionary-coded.
 * </ul>
 */
public abstract sealed class ColumnChunkWriter
        permits BooleanColumnWriter, IntColumnWriter, LongColumnWriter, BinaryColumnWriter {
    /** The dictionary is judged at this many values, and each time their number has doubled. */
    private static final int FIRST_PROBE_VALUES = 8192;

    /** Levels, a number or a range, and the row's beginnings. */
    private static final long ENTRY_DECODED_BYTES = 18;

    final LeafColumn column;
    final ChunkSettings settings;
    final RetainedBytes retained;
    /** Values in the open page. */
    int values;

    private final PageWriter pages;
    /** Null where a column has no such levels. */
    private final LevelBuffer repetitionLevels;

    private final LevelBuffer definitionLevels;
    private final boolean repeated;
    private final boolean defined;
    private final int maxDefinitionLevel;
    private final ChunkSummary summary;
    private final Optional<BloomFilterBuilder> bloomFilter;
    private final SizeForecast pageForecast = new SizeForecast();
    private final SizeForecast dictionaryForecast = new SizeForecast();
    /** Null until a page has been cut. */
    private Bounds chunkBounds;

    private int entries;
    private int rows;
    private int rowFirstEntry;
    private int rowFirstValue;
    /** No page is full and no probe is due before the page has this many entries. */
    private int checkAtEntries;

    private long rowsTaken;
    private long valuesInChunk;
    private long nextProbeValues = FIRST_PROBE_VALUES;

    ColumnChunkWriter(LeafColumn column, ChunkSettings settings, PageWriter pages, RetainedBytes retained) {
        this.column = column;
        this.settings = settings;
        this.pages = pages;
        this.retained = retained;
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

    /** Whether values are being replaced by indexes. */
    abstract boolean hasDictionary();

    /** Bytes of the dictionary page before compression. */
    abstract int dictionaryBytes();

    abstract int dictionarySize();

    /** Whether indexes and dictionary together are smaller than the values that they stand for. */
    abstract boolean dictionaryPays(long valuesSoFar);

    /** Goes on without dictionary; values of the open page are laid out again. */
    abstract void giveUpDictionary();

    /** Notes how far values and dictionary are, for {@link #takeBackValues}. */
    abstract void markRow();

    /** Drops the values from {@code firstValue} on and what they added to the dictionary. */
    abstract void takeBackValues(int firstValue);

    /** Appends the open page's values to the page body and says how. */
    abstract Encoding encodeValues(ByteAppender body);

    /** Bounds of the open page, gathered now; nobody else holds them. */
    abstract Bounds pageBounds();

    /** Bytes of the open page's BYTE_ARRAY values without their lengths; 0 for other types. */
    abstract long unencodedBytes();

    /** Appends the dictionary's values, PLAIN. */
    abstract void encodeDictionary(ByteAppender body);

    /** Adds the open page's values, which are not indexes. */
    abstract void addValuesTo(BloomFilterBuilder filter);

    abstract void addDictionaryTo(BloomFilterBuilder filter);

    /** Forgets the values of the page just cut. */
    abstract void clearValues();

    /** Gives everything back and begins a new chunk; a dictionary that did not pay is not tried again. */
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
        rowsTaken++;
        rowFirstEntry = entries;
        rowFirstValue = values;
        markRow();
    }

    /** Has the page looked at before the next row; for values whose size is not known beforehand. */
    final void checkBeforeNextRow() {
        checkAtEntries = 0;
    }

    private void checkPage() {
        if (hasDictionary()) {
            judgeDictionary();
        }
        if (rows > 0 && (rows >= settings.pageRowsMax() || pendingValueBytes() >= settings.pageBytesMax())) {
            cutPage();
        }
        long bytesPerEntry = Math.max(1, entries == 0 ? 8 : pendingValueBytes() / entries + 1);
        long untilFull = (settings.pageBytesMax() - pendingValueBytes()) / bytesPerEntry;
        long untilProbe = hasDictionary() ? nextProbeValues - valuesInChunk - values : Long.MAX_VALUE;
        long more = Math.min(Math.min(untilFull, untilProbe), settings.pageRowsMax() - rows);
        checkAtEntries = entries + (int) Math.max(1, more);
    }

    private void judgeDictionary() {
        long valuesSoFar = valuesInChunk + values;
        boolean due = valuesSoFar >= nextProbeValues;
        boolean pays = !due || dictionaryPays(valuesSoFar);
        if (due) {
            nextProbeValues = valuesSoFar * 2;
        }
        if (!pays && summary.pages() == 0) {
            giveUpDictionary();
        } else if (!pays || dictionaryBytes() > settings.dictionaryBytesMax()) {
            if (rows > 0) {
                cutPage();
            }
            giveUpDictionary();
        }
    }

    /** Takes the row back that was begun last, if it is beyond the first {@code rowsKept} rows of this chunk. */
    public final void takeBack(long rowsKept) {
        if (rowsTaken <= rowsKept) {
            return;
        }
        rowsTaken--;
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
        // A page of nulls before the first value: an index page would ask for a dictionary that holds nothing.
        boolean nothingYet = hasDictionary() && dictionarySize() == 0;
        return nothingYet ? Encoding.PLAIN : encodeValues(body);
    }

    private void cutPage() {
        Encoding encoding = encodePage();
        Bounds bounds = pageBounds();
        long[] repetitionHistogram = new long[column.maxRepetitionLevel() + 1];
        long[] definitionHistogram = new long[maxDefinitionLevel + 1];
        if (repeated) {
            repetitionLevels.countInto(repetitionHistogram);
        }
        if (defined) {
            definitionLevels.countInto(definitionHistogram);
        }
        WrittenPage page = pages.finishData(entries, entries - values, rows, encoding);
        summary.addPage(
                page,
                new ChunkSummary.PageFigures(
                        entries, values, rows, repetitionHistogram, definitionHistogram, unencodedBytes()),
                bounds);
        mergeIntoChunk(bounds);
        pageForecast.settle(pendingValueBytes(), page.bytes().length);
        if (!hasDictionary()) {
            fill(this::addValuesTo);
        }
        valuesInChunk += values;
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

    private void mergeIntoChunk(Bounds page) {
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
        return summary.compressedBytes()
                + pageForecast.bytes(pendingValueBytes(), this::tryPage)
                + (hasDictionary() || summary.hasDictionaryPages()
                        ? dictionaryForecast.bytes(dictionaryBytes(), this::tryDictionary)
                        : 0)
                + bloomFilter.map(BloomFilterBuilder::retainedBytes).orElse(0L);
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
        return summary.uncompressedBytes()
                + pendingValueBytes()
                + (hasDictionary() || summary.hasDictionaryPages() ? dictionaryBytes() : 0)
                + (summary.entries() + entries) * ENTRY_DECODED_BYTES;
    }

    /** Finishes the chunk, writes its pages to {@code out} and begins the next chunk. */
    public final WrittenChunk finish(OutputFile out) throws IOException {
        if (values > 0 && summary.pages() == 0 && hasDictionary() && !dictionaryPays(values)) {
            giveUpDictionary();
        }
        if (entries > 0) {
            cutPage();
        }
        if (summary.hasDictionaryPages()) {
            fill(this::addDictionaryTo);
            encodeDictionary(pages.start());
            WrittenPage page = pages.finishDictionary(dictionarySize());
            dictionaryForecast.settle(dictionaryBytes(), page.bytes().length);
            summary.setDictionaryPage(page, dictionarySize());
        }
        Bounds bounds = chunkBounds == null ? pageBounds() : chunkBounds;
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
        rowsTaken = 0;
        valuesInChunk = 0;
        nextProbeValues = FIRST_PROBE_VALUES;
        return written;
    }
}
