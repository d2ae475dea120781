package io.parquetry.format.internal.record;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.MemoryLimitException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.column.read.ColumnBatch;
import io.parquetry.format.internal.column.read.ColumnChunkReader;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import java.io.IOException;
import java.util.Arrays;

/**
 * Reads the entries of one column and converts their values to the host's objects, many entries at a time. Loads the
 * next batch when it needs one. The position is that of the first entry that has not been converted.
 */
final class ColumnEntryReader {
    private final ColumnChunkReader reader;
    private final ColumnBatch batch;
    private final ValueConverter converter;
    private final boolean repeated;
    private final byte[] allAtMax;
    private int batchNumber;
    private int position;
    private int entries;

    ColumnEntryReader(ColumnChunkReader reader, LeafMaker leafMaker) {
        this.reader = reader;
        this.batch = reader.batch();
        this.converter = ValueConverter.of(reader.leaf(), leafMaker);
        this.repeated = reader.leaf().maxRepetitionLevel() > 0;
        this.allAtMax = new byte[batch.capacity()];
        Arrays.fill(allAtMax, (byte) reader.leaf().maxDefinitionLevel());
    }

    /** Starts a chunk: the reader has just been opened on it. */
    void start() {
        position = 0;
        entries = 0;
    }

    /** A number that differs for each batch. */
    int batchNumber() {
        return batchNumber;
    }

    /** Index, in its batch, of the first entry that has not been converted. */
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

    /** Loads the next batch if this one is used up; false at the end of the chunk. */
    boolean ensureEntry() throws IOException {
        return position < entries || load();
    }

    /** Loads the next batch; false at the end of the chunk. */
    private boolean load() throws IOException {
        boolean more = reader.next();
        position = more ? batch.first() : 0;
        entries = more ? batch.entries() : 0;
        if (more) {
            batchNumber++;
            converter.start(batch);
        }
        return more;
    }

    /** How many of the next {@code count} entries can be converted at once, at least one; there must be one. */
    int convertible(int count) {
        int to = Math.min(entries, (int) Math.min(Integer.MAX_VALUE, (long) position + count));
        return converter.limit(batch, position, to) - position;
    }

    /**
     * Converts the values of the next entries.
     *
     * @param count at most what {@link #convertible} has returned
     */
    void convert(int count, ValueTarget target) {
        try {
            converter.convert(batch, position, position + count, target);
        } catch (CorruptFileException | UnsupportedFeatureException | MemoryLimitException e) {
            throw e.at(reader.place());
        }
        position += count;
    }

    /** Skips records; for a repeated column and 0 records, the rest of the current record. */
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
        converter.skip(batch, position, to);
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
