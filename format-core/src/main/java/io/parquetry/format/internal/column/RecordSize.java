package io.parquetry.format.internal.column;

import io.parquetry.format.UnsupportedFeatureException;

/**
 * Watches how much of a repeated column one record takes. A few bytes of runs and a dictionary may stand for billions of
 * elements, all of which would end up in the list of one record: neither pages nor batches bound that.
 */
final class RecordSize {
    private final long entriesMax;
    private final long bytesMax;
    private final int maxDefinition;
    private long entries;
    private long bytes;

    /** @param bytesMax most bytes of binary values in a record */
    RecordSize(long entriesMax, long bytesMax, int maxDefinition) {
        this.entriesMax = entriesMax;
        this.bytesMax = bytesMax;
        this.maxDefinition = maxDefinition;
    }

    void start() {
        entries = 0;
        bytes = 0;
    }

    /** Counts a batch that was just filled, in which {@code rows} records begin. */
    void add(ColumnBatch batch, int rows) {
        long batchBytes = batch.valueBytes(0, batch.values);
        if (rows > 0 && batchBytes > bytesMax / 16) {
            walk(batch);
        } else {
            // A little too much where records begin in the batch, but never by more than that batch.
            entries = batch.entries + (rows == 0 ? entries : 0);
            bytes = batchBytes + (rows == 0 ? bytes : 0);
            requireWithin();
        }
    }

    private void walk(ColumnBatch batch) {
        int value = 0;
        for (int entry = 0; entry < batch.entries; entry++) {
            if (batch.repetition[entry] == 0) {
                start();
            }
            entries++;
            if (batch.allPresent || batch.definition[entry] == maxDefinition) {
                bytes += batch.valueBytes(value, value + 1);
                value++;
            }
            requireWithin();
        }
    }

    private void requireWithin() {
        if (entries > entriesMax || bytes > bytesMax) {
            throw new UnsupportedFeatureException("unsupported: one record has " + entries + " entries with " + bytes
                    + " bytes in this column, which is more than this reader takes into memory; its limits are "
                    + entriesMax + " entries and " + bytesMax + " bytes");
        }
    }
}
