package io.parquetry.connect.source.read;

import io.parquetry.connect.source.complete.DeliveryTracker;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.errors.RowRange;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.StreamPoint;
import java.util.Optional;

/** A file of which something is left to be sent, or to be heard. */
final class TrackedFile {
    /** The stream that the file is part of; null for a file of anybody but our sink. */
    final StreamState stream;

    /** Of the rows that were sent since the file was opened for the first time, or again after it had changed. */
    DeliveryTracker receipt = new DeliveryTracker();

    DataFile file;

    /** The row behind the last one that was given. */
    long nextRow;

    Optional<FilePosition> position;

    /** Nobody seems to be writing the file. */
    boolean settled;

    /** What the file holds now is not to be sent. */
    boolean ignored;

    /** What is left of the file cannot be read, and that has been noted. */
    boolean bad;

    long sameSinceMs;
    long seenLook;
    long seenMs;

    TrackedFile(DataFile file, Optional<FilePosition> position, StreamState stream, long look, long nowMs) {
        this.file = file;
        this.position = position;
        this.stream = stream;
        this.sameSinceMs = nowMs;
        this.seenLook = look;
        this.seenMs = nowMs;
    }

    /** Notes what a look shows; whether the file has changed since the last one. */
    boolean see(DataFile seen, long look, long nowMs) {
        boolean changed = !seen.isSameAs(file);
        if (changed) {
            ignored = false;
            bad = false;
            nextRow = 0;
            sameSinceMs = nowMs;
        }
        settled = !changed;
        file = seen;
        seenLook = look;
        seenMs = nowMs;
        return changed;
    }

    /** Whether nothing is left to be sent. A file of no bytes is settled like any other: it may be about to grow. */
    boolean isDone() {
        return ignored
                || bad
                || settled && file.bytes() == 0
                || isBehindItsStream()
                || position.filter(sent -> sent.isFinished(file.bytes(), file.modifiedMs()))
                        .isPresent();
    }

    /** How far the file was sent; empty when none of its rows were, so that it may be any file. */
    Optional<FilePosition> begun() {
        return position.filter(sent -> sent.row() > 0 || receipt.hasGiven());
    }

    /** Whether rows of the file were given up. */
    boolean hasLost() {
        return position.filter(sent -> sent.lost() > 0).isPresent();
    }

    /** The rows that were not sent, where a task has seen how many there are. */
    Optional<RowRange> rowsLeft() {
        return position.flatMap(sent -> sent.file()
                .filter(known -> known.bytes() == file.bytes())
                .map(known -> new RowRange(Math.min(Math.max(sent.row(), nextRow), known.rows()), known.rows())));
    }

    /** The bytes of the rows that were not sent. */
    double bytesLeft() {
        return rowsLeft()
                .map(left -> (double) file.bytes() * left.count() / Math.max(1, left.to()))
                .orElse((double) file.bytes());
    }

    /** The first point of the file's stream that a row may have that was not sent. */
    StreamPoint firstPoint() {
        return from().isBefore(file.first()) ? file.first() : from();
    }

    boolean isBehindItsStream() {
        return stream != null && file.last().isBefore(stream.next());
    }

    /** Where the rows begin that were not sent, as far as the stream's position says. */
    StreamPoint from() {
        return stream == null ? StreamPoint.START : stream.next();
    }
}
