package io.parquetry.format.internal.column.read;

import io.parquetry.format.internal.page.ReadMemory;

/**
 * Limits the entries and bytes of one record in a repeated column. A few bytes of runs and a dictionary may encode
 * billions of elements, all in one list of one record: the sizes of pages and batches do not bound that.
 */
final class RowSize {
    /** The part of a record in the batch where it begins is not counted if all values of the batch have fewer bytes. */
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
        replace(0, 0);
    }

    /** Counts a batch that was just read, in which {@code rows} records begin. */
    void add(ColumnBatch batch, int rows) {
        long batchBytes = batch.valueBytes(0, batch.values);
        if (rows == 0) {
            replace(entries + batch.entries, bytes + batchBytes);
        } else if (batchBytes <= BATCH_BYTES_FREE) {
            replace(0, 0);
        } else {
            addEntries(batch);
        }
    }

    private void addEntries(ColumnBatch batch) {
        long recordEntries = entries;
        long recordBytes = bytes;
        int value = 0;
        for (int entry = 0; entry < batch.entries; entry++) {
            if (batch.repetition[entry] == 0) {
                replace(recordEntries, recordBytes);
                recordEntries = 0;
                recordBytes = 0;
            }
            recordEntries++;
            if (batch.allPresent || batch.definition[entry] == maxDefinition) {
                recordBytes += batch.valueBytes(value, value + 1);
                value++;
            }
        }
        replace(recordEntries, recordBytes);
    }

    private void replace(long newEntries, long newBytes) {
        memory.replaceInRecord(entries, newEntries, bytes, newBytes);
        entries = newEntries;
        bytes = newBytes;
    }
}
