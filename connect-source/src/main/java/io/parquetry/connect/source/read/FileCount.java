package io.parquetry.connect.source.read;

import io.parquetry.connect.source.errors.RowRange;
import io.parquetry.connect.source.metrics.Backlog;
import java.util.Collection;

/** Counts what there is to be sent. Footers say how many rows a file has; what was never opened is counted by its size. */
final class FileCount {
    private long found;
    private long knownRows;
    private long knownBytes;

    /** A new look at the files begins. */
    void begin() {
        found = 0;
    }

    /** A file is there. */
    void see() {
        found++;
    }

    /** A footer was read. */
    void read(long rows, long bytes) {
        knownRows += rows;
        knownBytes += bytes;
    }

    /** @param left the files of which something is left */
    Backlog backlog(Collection<TrackedFile> left) {
        long rows = 0;
        double bytes = 0;
        double bytesUnread = 0;
        long oldestMs = Long.MAX_VALUE;
        for (TrackedFile file : left) {
            rows += file.rowsLeft().map(RowRange::count).orElse(0L);
            bytes += file.bytesLeft();
            bytesUnread += file.rowsLeft().isPresent() ? 0 : file.file.bytes();
            oldestMs = Math.min(oldestMs, file.file.modifiedMs());
        }
        return new Backlog(found, left.size(), rowsLeft(rows, bytesUnread), Math.round(bytes), oldestMs);
    }

    private long rowsLeft(long rows, double bytesUnread) {
        if (bytesUnread == 0) {
            return rows;
        }
        return knownBytes == 0 ? -1 : rows + Math.round(bytesUnread * knownRows / knownBytes);
    }
}
