package io.parquetry.format.internal.record;

import io.parquetry.format.CorruptFileException;
import java.io.IOException;
import java.util.List;

/**
 * A cursor over the entries of a column, or of columns that have the same entries, with one object for each entry. The
 * values are converted to objects for many entries at once, ahead of the cursor.
 */
abstract sealed class EntryCursor permits LeafCursor, StructCursor {
    private static final int OBJECTS_AHEAD_LEAST = 16;

    /** The levels come from this column; an object has the index of its entry in this column's batch. */
    private final ColumnEntryReader lead;

    private Object[] objects = {};
    private final byte[] repetition;
    private byte[] definition = {};
    private int position;
    private int converted;
    private int batch;
    private long expected = Long.MAX_VALUE;

    EntryCursor(ColumnEntryReader lead) {
        this.lead = lead;
        this.repetition = lead.repetition();
    }

    /** All columns; the levels come from the first. */
    abstract List<ColumnEntryReader> columns();

    /**
     * An array for the objects of a batch. It is always new, like the objects: storing new objects in an array that has
     * survived some garbage collections takes much longer.
     */
    Object[] newBatch(int entries) {
        return new Object[entries];
    }

    /**
     * Converts the values of the next entries, as many as every column can convert at once.
     *
     * @param objects gets the objects, by index of the entry in the batch of the first column
     * @param most number of entries at most
     * @return number of entries
     */
    abstract int convert(Object[] objects, int most) throws IOException;

    /** Starts a row group: the readers have just been opened on its chunks. */
    final void start() {
        position = 0;
        converted = 0;
        expected = Long.MAX_VALUE;
        for (ColumnEntryReader column : columns()) {
            column.start();
        }
    }

    /**
     * Announces how many records will be read before any is skipped, so that few values are converted for nothing: none
     * where each record has one entry.
     */
    final void expect(long rows) {
        expected = rows;
    }

    /** Skips records; the cursor must be at the first entry of a record. */
    final void skipRows(long rows) throws IOException {
        long left = rows;
        if (lead.repeated()) {
            while (position < converted && (repetition[position] != 0 || left-- > 0)) {
                position++;
            }
        } else {
            int step = (int) Math.min(left, converted - position);
            position += step;
            left -= step;
        }
        if (position == converted) {
            for (ColumnEntryReader column : columns()) {
                column.skipRows(left);
            }
            position = lead.position();
            converted = position;
        }
    }

    /** Checks that every chunk has been read whole. */
    final void requireEnd() throws IOException {
        for (ColumnEntryReader column : columns()) {
            if (position < converted || column.ensureEntry()) {
                throw column.corrupt("the column goes on behind the last row of its row group");
            }
        }
    }

    /** The definition level of this entry. */
    final int definition() throws IOException {
        if (position == converted) {
            requireAdvance();
        }
        return definition[position];
    }

    /**
     * The repetition level of this entry of a repeated column; 0 at the end of the chunk, as at the start of a
     * record.
     */
    final int repetition() throws IOException {
        return position == converted && !advance() ? 0 : repetition[position];
    }

    /**
     * Number of entries from this one on that have the given repetition level; that of this entry does not matter. Only
     * converted entries are counted, so the run may go on.
     */
    final int runLength(int level) throws IOException {
        if (position == converted) {
            requireAdvance();
        }
        int end = position + 1;
        while (end < converted && repetition[end] == level) {
            end++;
        }
        return end - position;
    }

    /** Returns the object of this entry, or null, and advances. */
    final Object next() throws IOException {
        if (position == converted) {
            requireAdvance();
        }
        return objects[position++];
    }

    /** Checks the definition level of the entry for which {@link #next} has just returned null. */
    final void requireLastLevel(int level) {
        requireLevel(definition[position - 1], level);
    }

    /** Skips this entry, which must have this definition level. */
    final void skip(int level) throws IOException {
        requireLevel(definition(), level);
        position++;
    }

    private void requireLevel(int found, int wanted) {
        if (found != wanted) {
            throw wrongLevel(lead, found, wanted);
        }
    }

    /** @param wanted negative where a value is required */
    static CorruptFileException wrongLevel(ColumnEntryReader column, int found, int wanted) {
        return column.corrupt("a definition level is " + found
                + (wanted < 0
                        ? ": null where null is not allowed, or where its group has a value"
                        : ", but the levels of its group require " + wanted));
    }

    final CorruptFileException corrupt(String reason) {
        return lead.corrupt(reason);
    }

    private void requireAdvance() throws IOException {
        if (!advance()) {
            throw corrupt("the column ends in the middle of a record");
        }
    }

    private boolean advance() throws IOException {
        if (!lead.ensureEntry()) {
            return false;
        }
        if (batch != lead.batchNumber()) {
            batch = lead.batchNumber();
            objects = newBatch(lead.entries());
            definition = lead.definition();
        }
        position = lead.position();
        converted = position + convert(objects, aheadMax());
        if (!lead.repeated()) {
            expected -= converted - position;
        }
        return true;
    }

    private int aheadMax() {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(expected, lead.repeated() ? OBJECTS_AHEAD_LEAST : 1));
    }
}
