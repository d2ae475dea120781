package io.parquetry.connect.source.tracking;

import io.parquetry.connect.common.ledger.CommittedOffset;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.FailureSettings.OnMissingOffsets;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.discover.Scanner;
import io.parquetry.connect.source.offset.PointRanges;
import io.parquetry.connect.source.offset.PointRanges.Range;
import io.parquetry.connect.source.offset.Stream;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.connect.source.read.FileNeighbours;
import io.parquetry.connect.source.select.Selection;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Decides what happens where offsets of a stream are missing: a file says that another one holds them, and no file that
 * was listed does.
 *
 * <ol type="a">
 *   <li>A stream is never sent behind missing offsets before a later scan has not found them either, and before they
 *       are named.
 *   <li>Offsets that no file promises are not missing: transactions, compaction and bad records leave some out.
 *   <li>Where a file of an earlier version promises nothing, an offset between two files may be missing or not. Such
 *       offsets are named and passed over.
 *   <li>Offsets that were passed over are kept in the position of the stream, and sent if a file with them comes.
 * </ol>
 */
final class MissingOffsets {
    private static final Log LOG = Log.of(MissingOffsets.class);

    /** So many ranges that are unknown are named for a stream. */
    private static final int UNKNOWN_LOGGED_MAX = 10;

    private final Selection selection;
    private final OnMissingOffsets policy;
    private final long timeoutMs;
    private final Scanner scanner;

    /** What is missing where each of the streams waits. */
    private final Map<Stream, Hole> holes = new HashMap<>();

    private final Map<Stream, Integer> unknown = new HashMap<>();

    /** For streams with missing offsets, those in files that are not read; of one scan. */
    private final Map<Stream, PointRanges> leftOut = new HashMap<>();

    /** @param isNamed whether the log has it */
    private record Hole(StreamPoint from, long scan, long sinceMs, Range range, boolean isNamed) {}

    MissingOffsets(FailureSettings settings, Selection selection, Scanner scanner) {
        this.selection = Objects.requireNonNull(selection, "selection");
        this.policy = settings.onMissingOffsets();
        this.timeoutMs = settings.missingOffsetsTimeoutMs();
        this.scanner = Objects.requireNonNull(scanner, "scanner");
    }

    void beginScan() {
        leftOut.clear();
    }

    /** The number of offsets for which streams wait, or that they have passed over. */
    long count(Iterable<StreamProgress> streams) {
        long count = 0;
        for (Hole hole : holes.values()) {
            count += hole.range().count();
        }
        for (StreamProgress stream : streams) {
            for (Range range : stream.missing()) {
                count += range.count();
            }
        }
        return count;
    }

    /**
     * Whether the row of a file at a point may be sent, as far as earlier rows are concerned.
     *
     * @throws ConnectException where missing offsets fail the task
     */
    boolean mayPass(TrackedFile file, StreamPoint row, FileNeighbours neighbours, long scan, long nowMs)
            throws IOException {
        StreamProgress stream = file.stream();
        DataFile data = file.file();
        StreamPoint from = stream.unsentBefore(row);
        StreamPoint selected = atLeast(from, data);
        if (!selected.isBefore(row)) {
            return true;
        }
        if (neighbours.previous().isEmpty()) {
            return passUnknown(file, stream.uncoveredFrom(selected), row, scan, nowMs);
        }
        OptionalLong promised = neighbours.promised(
                selected.offset(), row.offset(), data.first().offset());
        if (promised.isEmpty() || stream.isCovered(new StreamPoint(row.generation(), promised.getAsLong()))) {
            holes.remove(data.stream().orElseThrow());
            return true;
        }
        StreamPoint last = new StreamPoint(row.generation(), promised.getAsLong());
        Range range = new Range(selected, last);
        if (!mayPass(data.stream().orElseThrow(), range, data.path(), scan, nowMs)) {
            return false;
        }
        if (row.isBefore(stream.next())) {
            stream.keepMissing(last, row);
        } else {
            markMissing(data.stream().orElseThrow(), stream, range);
        }
        return true;
    }

    private void markMissing(Stream stream, StreamProgress progress, Range range) {
        progress.markMissing(range)
                .ifPresent(forgotten -> LOG.warn(
                        "{} has more than {} ranges of missing offsets; {} are forgotten. A file that brings them later"
                                + " is not sent.",
                        stream,
                        StreamProgress.MISSING_MAX,
                        forgotten));
    }

    /** The first of the points that the configuration selects. */
    private StreamPoint atLeast(StreamPoint from, DataFile file) {
        OptionalLong bound = selection.firstOffset(file.stream().orElseThrow());
        return bound.isPresent() && from.offset() < bound.getAsLong()
                ? new StreamPoint(from.generation(), bound.getAsLong())
                : from;
    }

    /** The file does not say which offsets before it are in other files. */
    private boolean passUnknown(TrackedFile file, StreamPoint from, StreamPoint row, long scan, long nowMs) {
        StreamProgress progress = file.stream();
        StreamPoint first = file.file().first();
        if (!from.isBefore(first) || row.isBefore(progress.next())) {
            return true;
        }
        Stream stream = file.file().stream().orElseThrow();
        Range range = new Range(from, new StreamPoint(first.generation(), first.offset() - 1));
        Hole before = holes.get(stream);
        boolean scannedAgain = from.offset() == 0
                || file.isOlderThan(scan)
                || before != null && before.from().equals(from) && before.scan() < scan;
        if (!scannedAgain) {
            holes.put(stream, new Hole(from, scan, nowMs, range, false));
            return false;
        }
        holes.remove(stream);
        int logged = unknown.merge(stream, 1, Integer::sum);
        if (logged <= UNKNOWN_LOGGED_MAX) {
            LOG.warn(
                    "No file of {} has the offsets {}, and {} does not say whether one should{}. They are passed over,"
                            + " and sent if a file brings them.",
                    stream,
                    range,
                    file.file().path(),
                    logged == UNKNOWN_LOGGED_MAX ? ", like further ones that are not named" : "");
        }
        markMissing(stream, progress, range);
        return true;
    }

    /** Waits, warns or fails; returns whether to go on behind the missing offsets. */
    private boolean mayPass(Stream stream, Range range, String behind, long scan, long nowMs) throws IOException {
        Hole hole = holes.get(stream);
        if (hole == null || !hole.from().equals(range.first())) {
            holes.put(stream, new Hole(range.first(), scan, nowMs, range, false));
            return false;
        }
        if (hole.scan() == scan) {
            return false;
        }
        if (isLeftOut(stream, range)) {
            holes.remove(stream);
            LOG.info("The offsets {} of {} are in files that path.include and the like leave out", range, stream);
            return true;
        }
        String missing =
                "No file of " + stream + " has the offsets " + range + ", though " + behind + " says that one should. ";
        boolean isTimeUp = nowMs - hole.sinceMs() >= timeoutMs;
        if (policy == OnMissingOffsets.FAIL || policy == OnMissingOffsets.WAIT && isTimeUp) {
            throw new ConnectException(missing + "Restore the files that hold them, or set "
                    + FailureSettings.ON_MISSING_OFFSETS + "=warn to go on without them");
        }
        if (!hole.isNamed()) {
            LOG.warn(
                    "{}{}",
                    missing,
                    policy == OnMissingOffsets.WARN
                            ? "They are passed over, and sent if a file brings them."
                            : "Nothing behind them is sent for " + timeoutMs + " ms, then the task fails; restore the"
                                    + " files, or set " + FailureSettings.ON_MISSING_OFFSETS + "=warn.");
        }
        if (policy == OnMissingOffsets.WARN) {
            holes.remove(stream);
            return true;
        }
        holes.put(stream, new Hole(hole.from(), hole.scan(), hole.sinceMs(), range, true));
        return false;
    }

    private boolean isLeftOut(Stream stream, Range range) throws IOException {
        PointRanges found = leftOut.get(stream);
        if (found == null) {
            found = scanner.leftOut(stream);
            leftOut.put(stream, found);
        }
        return found.contains(range.last());
    }

    /**
     * Names the offsets at the end of a stream that its ledger says are in a file, where no file may have them.
     *
     * @param newest the file of the stream with the largest offsets
     */
    void checkEnd(
            Stream stream, StreamProgress progress, CommittedOffset committed, DataFile newest, long scan, long nowMs)
            throws IOException {
        if (committed.last().isEmpty() || committed.last().getAsLong() < 0) {
            return;
        }
        StreamPoint last =
                new StreamPoint(committed.generation(), committed.last().getAsLong());
        StreamPoint from = progress.unsentBefore(last);
        from = newest.last().isBefore(from) ? from : newest.last().next();
        from = from.generation() == last.generation() ? from : new StreamPoint(last.generation(), 0);
        boolean isHere = newest.stream().isPresent() && !newest.last().isBefore(last);
        if (!isHere && !last.isBefore(from) && !progress.isCovered(last)) {
            Range range = new Range(atLeast(from, newest), last);
            if (mayPass(stream, range, "its ledger", scan, nowMs)) {
                progress.cover(range);
                if (!progress.next().isBefore(from)) {
                    markMissing(stream, progress, range);
                }
            }
        }
    }
}
