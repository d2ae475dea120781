package io.parquetry.format.file;

import io.parquetry.format.UsageException;
import io.parquetry.format.internal.column.read.ColumnGatherer;
import io.parquetry.format.schema.LeafColumn;

/**
 * One column of the current batch of {@link ColumnBatches}; the same object for all batches.
 *
 * <p>An entry is a value or a null. A column that is not repeated has one for each row, so that entry {@code i} is that
 * of row {@code i} of the batch. Each entry has its slot in {@link #values}, and the slot of a null holds 0, false or
 * no bytes. A repeated column has the entries of all rows one after the other; a row begins where the repetition level
 * is 0.
 *
 * <p>All arrays belong to the reader: they may only be read, only up to {@link #entries}, and only until the next
 * batch.
 */
public final class ColumnArrays {
    private final ColumnGatherer gathered;
    private final ValueArrays values;
    private final ValueArrays dictionary;

    ColumnArrays(ColumnGatherer gathered) {
        this.gathered = gathered;
        values = new ValueArrays(gathered.leaf(), gathered::values);
        dictionary = new ValueArrays(gathered.leaf(), gathered::dictionary);
    }

    public LeafColumn leaf() {
        return gathered.leaf();
    }

    /** Number of entries. */
    public int entries() {
        return gathered.entries();
    }

    public boolean isNull(int entry) {
        return gathered.definition()[entry] < leaf().maxDefinitionLevel();
    }

    /** Definition level of each entry; less than the column's maximum for a null, an empty list or a missing parent. */
    public byte[] definitionLevels() {
        return gathered.definition();
    }

    /** Repetition level of each entry. */
    public byte[] repetitionLevels() {
        return gathered.repetition();
    }

    /** A value for each entry. Those of a dictionary are looked up when this is called first for a batch. */
    public ValueArrays values() {
        return values;
    }

    /**
     * Whether all values of this batch come from the dictionary of the column chunk. It may differ from batch to batch:
     * a writer may give a dictionary up.
     */
    public boolean isDictionaryCoded() {
        return gathered.coded();
    }

    /** Position of each value in {@link #dictionary}, and -1 for a null; only if {@link #isDictionaryCoded}. */
    public int[] ids() {
        requireDictionary();
        return gathered.positions();
    }

    /** The values that {@link #ids} speak of; only if {@link #isDictionaryCoded}. */
    public ValueArrays dictionary() {
        requireDictionary();
        return dictionary;
    }

    public int dictionarySize() {
        requireDictionary();
        return gathered.dictionarySize();
    }

    /** A number that differs for each dictionary of the column, so that what was made of one can be kept for it. */
    public int dictionaryNumber() {
        requireDictionary();
        return gathered.dictionaryNumber();
    }

    private void requireDictionary() {
        if (!gathered.coded()) {
            throw new UsageException("column " + leaf().dottedPath()
                    + " is not dictionary-coded in this batch; ask isDictionaryCoded() first, or take values()");
        }
    }
}
