package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.internal.column.read.ColumnBatch;
import io.parquetry.format.internal.column.read.ColumnChunkReader;
import java.io.IOException;
import java.util.BitSet;

/**
 * Tests whether a column, struct, list or map is null, by the definition level of the first entry that a row has in the
 * column or in one below.
 */
final class PresenceFilter implements RowTest {
    private final int presentLevel;
    private final boolean nullWanted;
    private final boolean presentWanted;
    private final boolean repeated;
    private final ColumnChunkReader reader;
    private final ColumnBatch batch;

    /** The row, within the row group, that begins at or behind {@code position} of the batch. */
    private long row;

    private int position;
    private int entries;

    PresenceFilter(RowCondition.Column condition, ColumnChunkReader reader) {
        this.presentLevel = condition.presentLevel();
        this.nullWanted = condition.nullWanted();
        this.presentWanted = !condition.values().isEmpty();
        this.repeated = condition.leaf().maxRepetitionLevel() > 0;
        this.reader = reader;
        this.batch = reader.batch();
    }

    @Override
    public void start() {
        row = 0;
        position = 0;
        entries = 0;
    }

    @Override
    public void retainMatches(BitSet rows, int from, int to, long base) throws IOException {
        seek(base + from);
        for (int bit = from; bit < to; bit++) {
            seekRowStart();
            boolean isPresent = batch.allPresent() || batch.definition()[position] >= presentLevel;
            if (!(isPresent ? presentWanted : nullWanted)) {
                rows.clear(bit);
            }
            position++;
            row++;
        }
    }

    private void seek(long target) throws IOException {
        while (row < target && position < entries) {
            row += isRowStart() ? 1 : 0;
            position++;
        }
        if (row < target) {
            reader.skipRows(target - row);
            load();
            row = target;
        }
    }

    /** Passes what is left of the row before. */
    private void seekRowStart() throws IOException {
        while (position == entries || !isRowStart()) {
            if (position == entries) {
                load();
            } else {
                position++;
            }
        }
    }

    private boolean isRowStart() {
        return !repeated || batch.repetition()[position] == 0;
    }

    private void load() throws IOException {
        reader.requireNext();
        position = batch.first();
        entries = batch.entries();
    }
}
