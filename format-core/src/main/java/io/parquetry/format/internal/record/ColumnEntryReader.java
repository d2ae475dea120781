package io.parquetry.format.internal.record;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.column.ColumnBatch;
import io.parquetry.format.internal.column.ColumnChunkReader;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import java.io.IOException;
import java.util.Arrays;

/**
 * The entries of one column, of which objects are made stretch by stretch. It passes from batch to batch by itself, and
 * stands in front of the first entry that no object has been made of.
 */
final class ColumnEntryReader {
    private final ColumnChunkReader reader;
    private final ColumnBatch batch;
    private final ValueConverter maker;
    private final boolean repeated;
    private final byte[] allAtMax;
    private int batchNumber;
    private int position;
    private int entries;

    ColumnEntryReader(ColumnChunkReader reader, LeafMaker leafMaker) {
        this.reader = reader;
        this.batch = reader.batch();
        this.maker = ValueConverter.of(reader.leaf(), leafMaker);
        this.repeated = reader.leaf().maxRepetitionLevel() > 0;
        this.allAtMax = new byte[batch.capacity()];
        Arrays.fill(allAtMax, (byte) reader.leaf().maxDefinitionLevel());
    }

    /** Turns to the chunk that the reader has turned to. */
    void start() {
        position = 0;
        entries = 0;
    }

    /** Another number for each batch that it has had. */
    int batchNumber() {
        return batchNumber;
    }

    /** Where it stands in its batch. */
    int position() {
        return position;
    }

    /** Number of entries in the batch. */
    int entries() {
        return entries;
    }

    /** Whether every entry of the batch has a value. */
    boolean allPresent() {
        return batch.allPresent();
    }

    /** Definition levels of the batch. */
    byte[] definition() {
        return batch.allPresent() ? allAtMax : batch.definition();
    }

    /** Repetition levels of the batch; empty for columns that are not repeated. */
    byte[] repetition() {
        return batch.repetition();
    }

    boolean repeated() {
        return repeated;
    }

    /** Whether there is another entry. */
    boolean hasNext() throws IOException {
        return position < entries || load();
    }

    /** Takes the next batch. */
    private boolean load() throws IOException {
        boolean more = reader.next();
        position = more ? batch.first() : 0;
        entries = more ? batch.entries() : 0;
        if (more) {
            batchNumber++;
            maker.start(batch);
        }
        return more;
    }

    /** How many of the next {@code count} entries can be made at once, at least one; there must be one. */
    int ready(int count) {
        int to = Math.min(entries, (int) Math.min(Integer.MAX_VALUE, (long) position + count));
        return maker.limit(batch, position, to) - position;
    }

    /** Makes objects of the next entries, which must be ready. */
    void make(int count, ValueTarget target) {
        try {
            maker.make(batch, position, position + count, target);
        } catch (UnsupportedFeatureException e) {
            throw e.at(reader.place());
        }
        position += count;
    }

    /** Passes over the next records, or over the rest of one when there are none to pass over. */
    void skipRows(long rows) throws IOException {
        long left = rows;
        int to = position;
        if (repeated) {
            byte[] repetition = batch.repetition();
            while (to < entries && (repetition[to] != 0 || left-- > 0)) {
                to++;
            }
        } else {
            to = (int) Math.min(entries, position + left);
            left -= to - position;
        }
        maker.skip(batch, position, to);
        position = to;
        if (to == entries && (repeated || left > 0)) {
            reader.skipRows(left);
            load();
        }
    }

    CorruptFileException corrupt(String reason) {
        return new CorruptFileException(reader.place(), reason);
    }
}
