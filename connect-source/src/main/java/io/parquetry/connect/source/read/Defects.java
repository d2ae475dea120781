package io.parquetry.connect.source.read;

import io.parquetry.connect.source.errors.BadFile;
import io.parquetry.connect.source.errors.BadFileHandler;
import io.parquetry.connect.source.errors.Defect;
import io.parquetry.connect.source.errors.LostRows;
import io.parquetry.connect.source.errors.RowRange;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Says what a file that turns out to be bad costs, before anything is given that lies behind it. Where bad files fail the
 * task, what is wrong is thrown instead.
 */
final class Defects {
    private final BadFileHandler badFiles;
    private final Clocks clocks;
    private final long incompleteMsMax;

    /** @param incompleteMsMax how long a file may stay as it is without its end */
    Defects(BadFileHandler badFiles, Clocks clocks, long incompleteMsMax) {
        this.badFiles = Objects.requireNonNull(badFiles, "badFiles");
        this.clocks = Objects.requireNonNull(clocks, "clocks");
        this.incompleteMsMax = incompleteMsMax;
    }

    /** The file needs another look, which it does not get for ever; whether it is given up. */
    boolean incomplete(TrackedFile state, IncompleteFileException reason) throws IOException {
        state.settled = false;
        long waitedMs = clocks.steadyMs() - state.sameSinceMs;
        if (waitedMs <= incompleteMsMax) {
            return false;
        }
        unreadable(
                state,
                new CorruptFileException("the file " + state.file.path() + " has not changed for " + waitedMs
                        + " ms and is no whole Parquet file: " + reason.getMessage()));
        return true;
    }

    /** Nothing of the file that was not sent before can be sent. */
    void unreadable(TrackedFile state, ParquetException defect) throws IOException {
        if (badFiles.failsTask()) {
            throw defect;
        }
        long sent = state.begun().map(FilePosition::row).orElse(0L);
        Optional<LostRows.Offsets> offsets =
                state.file.stream().map(stream -> new LostRows.Offsets(state.firstPoint(), state.file.last()));
        badFiles.report(new BadFile(
                state.file,
                List.of(Defect.of(defect)),
                List.of(new RowRange(0, sent)),
                List.of(new LostRows(state.rowsLeft(), offsets))));
        state.bad = true;
        state.receipt.complete();
    }

    /** The rows of an open file from one on cannot be read. */
    void found(FileReader file, long row, StreamPoint next, ParquetException defect) throws IOException {
        if (badFiles.failsTask()) {
            throw defect;
        }
        badFiles.report(file.badFrom(row, next, defect));
    }

    /** A file was opened, which may have shown that some of its row groups are bad. */
    void opened(FileReader file) throws IOException {
        if (file.bad().isEmpty()) {
            return;
        }
        try {
            badFiles.report(file.bad().get());
        } catch (IOException | RuntimeException e) {
            try (file) {
                throw e;
            }
        }
    }
}
