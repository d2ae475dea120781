package io.parquetry.format.file;

import io.parquetry.format.Place;
import io.parquetry.format.internal.column.read.ChunkFiles;
import io.parquetry.format.internal.column.read.ColumnBatch;
import io.parquetry.format.internal.column.read.ColumnChunkReader;
import io.parquetry.format.internal.rowgroup.PageIndexes;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Iterates over the entries of one column, values and nulls, with their levels; made for inspecting a file. */
public final class ColumnCursor {
    private final Place file;
    private final List<RowGroupMetadata> rowGroups;
    private final ColumnChunkReader reader;
    private final ChunkFiles files;
    private final PageIndexes indexes;
    private final ColumnBatch batch;
    private final LeafColumn leaf;

    private int nextRowGroup;
    private boolean inRowGroup;
    private int entry = -1;
    private int nextValue;
    private Object value;
    private long wantedRow;

    /** Whether the reader is somewhere in a page that cannot be decoded. */
    private boolean failed;

    /**
     * @param files of the reader's chunks
     * @param indexes reads their page indexes
     */
    ColumnCursor(
            Place file,
            List<RowGroupMetadata> rowGroups,
            ColumnChunkReader reader,
            ChunkFiles files,
            PageIndexes indexes) {
        this.file = file;
        this.rowGroups = rowGroups;
        this.reader = reader;
        this.files = files;
        this.indexes = indexes;
        this.batch = reader.batch();
        this.leaf = reader.leaf();
    }

    /**
     * Moves to the next entry.
     *
     * @return whether there is an entry
     */
    public boolean next() throws IOException {
        entry++;
        while (entry >= batch.entries() || !inRowGroup) {
            if (inRowGroup && nextBatch()) {
                entry = batch.first();
                nextValue = batch.firstValue();
            } else if (nextRowGroup < rowGroups.size()) {
                openRowGroup();
                entry = Integer.MAX_VALUE;
            } else {
                inRowGroup = false;
                return false;
            }
        }
        value = definitionLevel() == leaf.maxDefinitionLevel() ? valueAt(nextValue++) : null;
        return true;
    }

    private boolean nextBatch() throws IOException {
        failed = true;
        boolean more = reader.next();
        failed = false;
        return more;
    }

    private void openRowGroup() throws IOException {
        RowGroupMetadata rowGroup = rowGroups.get(nextRowGroup);
        reader.open(chunk(nextRowGroup), rowGroup.rows(), place(nextRowGroup));
        nextRowGroup++;
        inRowGroup = true;
    }

    private ColumnChunkMetadata chunk(int rowGroup) {
        return rowGroups.get(rowGroup).columns().get(leaf.ordinal());
    }

    private Place place(int rowGroup) {
        return file.rowGroup(rowGroup).column(leaf.dottedPath());
    }

    /**
     * Moves before the first entry of a row, also backwards and after a failure. With an offset index, pages before
     * that row are not fetched; without one, they are not decoded where their headers tell how many rows they have.
     *
     * @param row number of the row in its row group; there must be such a row
     */
    public void seek(int rowGroup, long row) throws IOException {
        boolean isAhead = inRowGroup && !failed && rowGroup == nextRowGroup - 1 && row >= reader.rowsRead();
        inRowGroup = false;
        wantedRow = row;
        if (!isAhead) {
            nextRowGroup = rowGroup;
            openRowGroup();
            indexes.offsetIndex(
                            files.of(chunk(rowGroup), place(rowGroup)),
                            chunk(rowGroup),
                            leaf,
                            rowGroups.get(rowGroup).rows(),
                            place(rowGroup))
                    .ifPresent(index -> reader.plan(
                            index, next -> next <= wantedRow ? wantedRow : Long.MAX_VALUE, indexes.ignored()));
            inRowGroup = false;
        }
        reader.skipRows(row - reader.rowsRead());
        failed = false;
        inRowGroup = true;
        entry = Integer.MAX_VALUE - 1;
    }

    private Object valueAt(int number) {
        return value(leaf, batch, batch.dictionaryCoded() ? batch.indexes()[number] : number);
    }

    /** A value of the batch, or of the dictionary that it holds. */
    static Object value(LeafColumn leaf, ColumnBatch batch, int at) {
        return switch (leaf.type().physicalType()) {
            case BOOLEAN -> batch.booleans()[at];
            case INT32 -> batch.ints()[at];
            case INT64 -> batch.longs()[at];
            case FLOAT -> batch.floats()[at];
            case DOUBLE -> batch.doubles()[at];
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                Arrays.copyOfRange(batch.bytes(), batch.offsets()[at], batch.offsets()[at] + batch.lengths()[at]);
        };
    }

    /**
     * Bytes that page headers state in addition to those that their pages have, of all pages read so far. Levels and
     * values of these pages are complete.
     */
    public long excessBytes() {
        return reader.excessBytes();
    }

    /**
     * Pages read so far whose dictionary has one entry, and whose indexes of 0 bits lack the run that gives their
     * number. Other readers want it.
     */
    public long pagesWithoutRuns() {
        return reader.pagesWithoutRuns();
    }

    /** Ordinal of the row group that the entry is in. */
    public int rowGroup() {
        return nextRowGroup - 1;
    }

    /** Position of the value in the dictionary of its chunk; -1 for a null, and in pages without the dictionary. */
    public int dictionaryPosition() {
        return value != null && batch.dictionaryCoded() ? batch.indexes()[nextValue - 1] : -1;
    }

    public int repetitionLevel() {
        return leaf.maxRepetitionLevel() == 0 ? 0 : batch.repetition()[entry];
    }

    public int definitionLevel() {
        return batch.allPresent() ? leaf.maxDefinitionLevel() : batch.definition()[entry];
    }

    /**
     * The value in its physical form (Boolean, Integer, Long, Float, Double or byte[]), or null where the definition
     * level marks a null.
     */
    public Object value() {
        return value;
    }
}
