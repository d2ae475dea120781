package io.parquetry.connect.sink.memory;

import io.parquetry.connect.sink.file.DataFileWriter;

/**
 * The memory in which the spilled rows of an open file are written again.
 *
 * @param usage of the open file
 * @param otherBytes what the open file holds beside its writer
 * @param rowGroupBytesMax bytes of a row group at which it is written to the file
 */
public record ReloadMemory(MemoryBudget.Usage usage, long otherBytes, long rowGroupBytesMax) {
    /** Accounts for what the writer holds now. */
    void account(DataFileWriter writer) {
        usage.set(otherBytes + writer.retainedBytes());
    }
}
