package io.parquetry.connect.sink.memory;

import io.parquetry.connect.common.log.Log;

/** Counts what was done to free memory, and logs it now and then. */
public final class FreedMemoryLog {
    private static final Log LOG = Log.of(FreedMemoryLog.class);
    private static final long BETWEEN_MESSAGES_MS = 10_000;

    private final MemoryBudget.Account account;
    private long nextMessageMs = Long.MIN_VALUE;
    private long rowGroups;
    private long rowGroupBytes;
    private long spilledFiles;
    private long closedFiles;

    public FreedMemoryLog(MemoryBudget.Account account) {
        this.account = account;
    }

    public void rowGroupWritten(long bytes) {
        rowGroups++;
        rowGroupBytes += bytes;
    }

    public void spilled(int files) {
        spilledFiles += files;
    }

    public void fileClosed() {
        closedFiles++;
    }

    /** @param beforeBytes what all tasks held before memory was freed */
    public void log(long beforeBytes, long nowMs) {
        if (nowMs < nextMessageMs) {
            return;
        }
        LOG.info(
                "memory is scarce: open files held {} MiB of {} MiB (buffer.memory.bytes); since the last message {}"
                        + " row groups of {} MiB were written early, the rows of {} files were spilled to the"
                        + " storage until their files are closed, and {} files were closed early; open files hold {}"
                        + " MiB now, {} MiB of it this task's",
                beforeBytes >> 20,
                account.limitBytes() >> 20,
                rowGroups,
                rowGroupBytes >> 20,
                spilledFiles,
                closedFiles,
                account.allBytes() >> 20,
                account.ownBytes() >> 20);
        nextMessageMs = nowMs + BETWEEN_MESSAGES_MS;
        rowGroups = 0;
        rowGroupBytes = 0;
        spilledFiles = 0;
        closedFiles = 0;
    }
}
