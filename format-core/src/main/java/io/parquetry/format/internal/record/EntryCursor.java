package io.parquetry.format.internal.record;

import io.parquetry.format.CorruptFileException;
import java.io.IOException;
import java.util.List;

/**
 * Stands at one entry of a column, or of columns that have their entries in common, whose object has been made already.
 * Objects are made for a stretch of entries at once.
 */
abstract sealed class EntryCursor permits LeafCursor, StructCursor {
    private static final int OBJECTS_AHEAD_LEAST = 16;

    /** The column that tells the levels; objects stand at the numbers of its entries. */
    private final ColumnEntryReader lead;

    private Object[] objects = {};
    private final byte[] repetition;
    private byte[] definition = {};
    private int position;
    private int made;
    private int batch;
    private long expected = Long.MAX_VALUE;

    EntryCursor(ColumnEntryReader lead) {
        this.lead = lead;
        this.repetition = lead.repetition();
    }

    /** All columns, the one that tells the levels first. */
    abstract List<ColumnEntryReader> columns();

    /**
     * An array for the objects of a batch of so many entries. It is a new one, as the objects are: to put new objects into
     * an array that has outlived some collections of garbage takes much longer.
     */
    Object[] room(int entries) {
        return new Object[entries];
    }

    /**
     * Makes objects of the next entries, as many as all columns have ready.
     *
     * @param objects where they go, by number of the entry in the batch of the first column
     * @param most how many at most
     * @return how many
     */
    abstract int make(Object[] objects, int most) throws IOException;

    /** Turns to the chunks that the readers have turned to. */
    final void start() {
        position = 0;
        made = 0;
        expected = Long.MAX_VALUE;
        for (ColumnEntryReader column : columns()) {
            column.start();
        }
    }

    /**
     * Says that so many records will be taken before anything is skipped, so that few objects are made in vain: none
     * where each record has one entry.
     */
    final void expect(long rows) {
        expected = rows;
    }

    /** Passes over the next records, standing where one begins. */
    final void skipRows(long rows) throws IOException {
        long left = rows;
        if (lead.repeated()) {
            while (position < made && (repetition[position] != 0 || left-- > 0)) {
                position++;
            }
        } else {
            int step = (int) Math.min(left, made - position);
            position += step;
            left -= step;
        }
        if (position == made) {
            for (ColumnEntryReader column : columns()) {
                column.skipRows(left);
            }
            position = lead.position();
            made = position;
        }
    }

    /** Checks that every chunk has been read to its end. */
    final void requireEnd() throws IOException {
        for (ColumnEntryReader column : columns()) {
            if (position < made || column.hasNext()) {
                throw column.corrupt("the column goes on behind the last row of its row group");
            }
        }
    }

    /** The definition level of this entry. */
    final int definition() throws IOException {
        if (position == made) {
            requireAdvance();
        }
        return definition[position];
    }

    /** The repetition level of this entry of a repeated column; at the end 0, as if another record began. */
    final int repetition() throws IOException {
        return position == made && !advance() ? 0 : repetition[position];
    }

    /**
     * How many entries follow one another here, this one included, all but the first with the given repetition level.
     * There may be more than are known of.
     */
    final int run(int level) throws IOException {
        if (position == made) {
            requireAdvance();
        }
        int end = position + 1;
        while (end < made && repetition[end] == level) {
            end++;
        }
        return end - position;
    }

    /** The object of this entry, or null; goes to the next entry. */
    final Object take() throws IOException {
        if (position == made) {
            requireAdvance();
        }
        return objects[position++];
    }

    /** Checks the definition level of the entry that was taken last and had no object. */
    final void requireTakenAt(int level) {
        requireLevel(definition[position - 1], level);
    }

    /** Passes over this entry, which must say that nothing is there from {@code level} on. */
    final void skip(int level) throws IOException {
        requireLevel(definition(), level);
        position++;
    }

    private void requireLevel(int found, int wanted) {
        if (found != wanted) {
            throw wrongLevel(lead, found, wanted);
        }
    }

    /** @param wanted negative where a value must be there */
    static CorruptFileException wrongLevel(ColumnEntryReader column, int found, int wanted) {
        return column.corrupt("a definition level is " + found
                + (wanted < 0
                        ? ": null where null is not allowed, or where its group has a value"
                        : ", but " + wanted + " is what the levels around it ask for"));
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
        if (!lead.hasNext()) {
            return false;
        }
        if (batch != lead.batchNumber()) {
            batch = lead.batchNumber();
            objects = room(lead.entries());
            definition = lead.definition();
        }
        position = lead.position();
        made = position + make(objects, aheadMax());
        if (!lead.repeated()) {
            expected -= made - position;
        }
        return true;
    }

    private int aheadMax() {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(expected, lead.repeated() ? OBJECTS_AHEAD_LEAST : 1));
    }
}
