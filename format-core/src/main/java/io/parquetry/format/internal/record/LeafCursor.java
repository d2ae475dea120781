package io.parquetry.format.internal.record;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.column.ColumnBatch;
import io.parquetry.format.internal.column.ColumnChunkReader;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import java.io.IOException;
import java.util.Arrays;

/** Stands at one entry of a column, whose object has been made already. It passes from batch to batch by itself. */
final class LeafCursor {
    private static final int OBJECTS_AHEAD_LEAST = 16;

    private final ColumnChunkReader reader;
    private final ColumnBatch batch;
    private final ObjectMaker maker;
    private final byte[] allAtMax;

    private Object[] objects = {};
    private byte[] definition = {};
    private final byte[] repetition;
    private int position;
    private int made;
    private int entries;
    private int objectsAheadMax = Integer.MAX_VALUE;

    LeafCursor(ColumnChunkReader reader, LeafMaker leafMaker) {
        this.reader = reader;
        this.batch = reader.batch();
        this.repetition = batch.repetition();
        this.maker = ObjectMaker.of(reader.leaf(), leafMaker);
        this.allAtMax = new byte[batch.capacity()];
        Arrays.fill(allAtMax, (byte) reader.leaf().maxDefinitionLevel());
    }

    /** Turns to the chunk that the reader has turned to. */
    void start() {
        position = 0;
        made = 0;
        entries = 0;
        objectsAheadMax = Integer.MAX_VALUE;
    }

    /** Says that so many records will be taken before anything is skipped, so that few objects are made in vain. */
    void expect(long rows) {
        objectsAheadMax = (int) Math.min(Integer.MAX_VALUE, Math.max(rows, OBJECTS_AHEAD_LEAST));
    }

    /** Passes over the next records, standing where one begins. */
    void skipRows(long rows) throws IOException {
        long left = rows;
        int to = position;
        if (reader.leaf().maxRepetitionLevel() == 0) {
            to = (int) Math.min(entries, position + left);
            left -= to - position;
        } else {
            while (to < entries && (repetition[to] != 0 || left-- > 0)) {
                to++;
            }
        }
        if (to > made) {
            maker.skip(batch, made, to);
            made = to;
        }
        position = to;
        if (to == entries && left > 0 || reader.leaf().maxRepetitionLevel() > 0 && to == entries) {
            reader.skipRows(left);
            load();
        }
    }

    /** Whether the chunk has been read to its end. */
    boolean atEnd() throws IOException {
        return position == made && !advance();
    }

    /** The definition level of this entry. */
    int definition() throws IOException {
        if (position == made) {
            requireAdvance();
        }
        return definition[position];
    }

    /** The repetition level of this entry of a repeated column; at the end 0, as if another record began. */
    int repetition() throws IOException {
        return position == made && !advance() ? 0 : repetition[position];
    }

    /** The object of this entry, or null; goes to the next entry. */
    Object take() throws IOException {
        if (position == made) {
            requireAdvance();
        }
        return objects[position++];
    }

    /** Checks the definition level of the entry that was taken last and had no object. */
    void requireTakenAt(int level) {
        requireLevel(definition[position - 1], level);
    }

    /** Passes over this entry, which must say that nothing is there from {@code level} on. */
    void skip(int level) throws IOException {
        requireLevel(definition(), level);
        position++;
    }

    private void requireLevel(int found, int wanted) {
        if (found != wanted) {
            throw corrupt("a definition level is " + found
                    + (wanted < 0
                            ? ": null where null is not allowed, or where its group has a value"
                            : ", but " + wanted + " is what the levels around it ask for"));
        }
    }

    CorruptFileException corrupt(String reason) {
        return new CorruptFileException(reader.place(), reason);
    }

    private void requireAdvance() throws IOException {
        if (!advance()) {
            throw corrupt("the column ends in the middle of a record");
        }
    }

    private boolean advance() throws IOException {
        if (made == entries && !load()) {
            return false;
        }
        int most = Math.min(entries, (int) Math.min(Integer.MAX_VALUE, (long) made + objectsAheadMax));
        objects = new Object[most];
        int to = maker.limit(batch, made, most);
        try {
            maker.make(batch, made, to, new ObjectMaker.Slots(objects));
        } catch (UnsupportedFeatureException e) {
            throw e.at(reader.place());
        }
        made = to;
        return true;
    }

    /** Takes the next batch. */
    private boolean load() throws IOException {
        boolean more = reader.next();
        position = more ? batch.first() : 0;
        made = position;
        entries = more ? batch.entries() : 0;
        if (more) {
            definition = batch.allPresent() ? allAtMax : batch.definition();
            maker.start(batch);
        }
        return more;
    }
}
