package io.parquetry.connect.source.tracking;

import io.parquetry.connect.source.errors.RowRange;
import io.parquetry.connect.source.metrics.Backlog;
import java.util.Collection;

/** Counts the unsent files, rows and bytes. The rows of a file that was never opened are estimated by its size. */
final class BacklogCounter {
    private long found;
    private long knownRows;
    private long knownBytes;

    /** Begins a scan. */
    void beginScan() {
        found = 0;
    }

    /** Counts a file that the scan lists. */
    void addFound() {
        found++;
    }

    /** Takes in the number of rows that a footer says. */
    void addFooter(long rows, long bytes) {
        knownRows += rows;
        knownBytes += bytes;
    }

    /** @param unsent the files with something left to send */
    Backlog backlog(Collection<TrackedFile> unsent) {
        long rows = 0;
        double bytes = 0;
        double bytesUnread = 0;
        long oldestMs = Long.MAX_VALUE;
        for (TrackedFile file : unsent) {
            rows += file.rowsLeft().map(RowRange::count).orElse(0L);
            bytes += file.bytesLeft();
            bytesUnread += file.rowsLeft().isPresent() ? 0 : file.file().bytes();
            oldestMs = Math.min(oldestMs, file.file().modifiedMs());
        }
        return new Backlog(found, unsent.size(), rowsLeft(rows, bytesUnread), Math.round(bytes), oldestMs);
    }

    private long rowsLeft(long rows, double bytesUnread) {
        if (bytesUnread == 0) {
            return rows;
        }
        return knownBytes == 0 ? -1 : rows + Math.round(bytesUnread * knownRows / knownBytes);
    }
}
