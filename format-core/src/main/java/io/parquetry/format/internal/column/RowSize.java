package io.parquetry.format.internal.column;

import io.parquetry.format.internal.page.ReadMemory;

/**
 * Watches how much of a repeated column one record takes. A few bytes of runs and a dictionary may stand for billions of
 * elements, all of which would end up in the list of one record: neither pages nor batches bound that.
 */
final class RowSize {
    /** What a record has in the batch that it begins in is not counted where the batch's values have fewer bytes. */
    private static final int BATCH_BYTES_FREE = 1 << 18;

    private final ReadMemory memory;
    private final int maxDefinition;
    private long entries;
    private long bytes;

    RowSize(ReadMemory memory, int maxDefinition) {
        this.memory = memory;
        this.maxDefinition = maxDefinition;
    }

    void start() {
        become(0, 0);
    }

    /** Counts a batch that was just filled, in which {@code rows} records begin. */
    void add(ColumnBatch batch, int rows) {
        long batchBytes = batch.valueBytes(0, batch.values);
        if (rows == 0) {
            become(entries + batch.entries, bytes + batchBytes);
        } else if (batchBytes <= BATCH_BYTES_FREE) {
            become(0, 0);
        } else {
            walk(batch);
        }
    }

    private void walk(ColumnBatch batch) {
        long recordEntries = entries;
        long recordBytes = bytes;
        int value = 0;
        for (int entry = 0; entry < batch.entries; entry++) {
            if (batch.repetition[entry] == 0) {
                become(recordEntries, recordBytes);
                recordEntries = 0;
                recordBytes = 0;
            }
            recordEntries++;
            if (batch.allPresent || batch.definition[entry] == maxDefinition) {
                recordBytes += batch.valueBytes(value, value + 1);
                value++;
            }
        }
        become(recordEntries, recordBytes);
    }

    private void become(long newEntries, long newBytes) {
        memory.replaceInRecord(entries, newEntries, bytes, newBytes);
        entries = newEntries;
        bytes = newBytes;
    }
}
