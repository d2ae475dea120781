package io.parquetry.connect.source.tracking;

import io.parquetry.connect.common.ledger.CommittedOffset;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.FailureSettings.OnMissingOffsets;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.discover.StorageScanner;
import io.parquetry.connect.source.offset.PointRanges;
import io.parquetry.connect.source.offset.PointRanges.Range;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.connect.source.read.FileNeighbours;
import io.parquetry.connect.source.select.Selection;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
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
 *   <li>Where a file says nothing of what is between its offsets, since that takes too many bytes, the file is named.
 *   <li>Where a file does not know, because others were open when it was closed, offsets are waited for too, and passed
 *       over when the time is up.
 *   <li>Offsets in another directory to which the connector has written are not missing; they are sent from there.
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
    private final StorageScanner scanner;
    private final StreamLedgers ledgers;

    /** What is missing before the next row of each of the streams. */
    private final Map<SinkStream, Hole> holes = new HashMap<>();

    /** What is missing at the end of each of them. */
    private final Map<SinkStream, Hole> ends = new HashMap<>();

    private final Map<SinkStream, Integer> unknown = new HashMap<>();

    /** The streams of which a file was named that does not say what is between its offsets. */
    private final Set<SinkStream> unseen = new HashSet<>();

    /** The scan in which offsets that may be in no file were passed over: files from before need not wait again. */
    private final Map<SinkStream, Long> waitedUntil = new HashMap<>();

    /** For streams with missing offsets, those in files that are not read; of one scan. */
    private final Map<SinkStream, PointRanges> leftOut = new HashMap<>();

    /** The scan that has found the first offsets of a stream in files that are not read. */
    private final Map<SinkStream, Long> leftOutSince = new HashMap<>();

    /** The streams of which the log says that missing offsets are forgotten. */
    private final Set<SinkStream> saidForgotten = new HashSet<>();

    /** The offsets of streams whose connector has written to several directories, in files of this scan or before. */
    private final Map<SinkStream, PointRanges> ofOneLedger = new HashMap<>();

    /** Whether this scan has looked for them. */
    private boolean hasLooked;

    /** @param isNamed whether the log has it */
    private record Hole(StreamPoint from, long scan, long sinceMs, Range range, boolean isNamed) {}

    MissingOffsets(FailureSettings settings, Selection selection, StorageScanner scanner, StreamLedgers ledgers) {
        this.selection = Objects.requireNonNull(selection, "selection");
        this.policy = settings.onMissingOffsets();
        this.timeoutMs = settings.missingOffsetsTimeoutMs();
        this.scanner = Objects.requireNonNull(scanner, "scanner");
        this.ledgers = Objects.requireNonNull(ledgers, "ledgers");
    }

    void beginScan() {
        leftOut.clear();
        hasLooked = false;
    }

    /** The number of offsets for which streams wait, or that they have passed over. */
    long count(Iterable<StreamProgress> streams) {
        long count = 0;
        for (Hole hole : holes.values()) {
            count += hole.range().count();
        }
        for (Hole end : ends.values()) {
            count += end.range().count();
        }
        for (StreamProgress stream : streams) {
            for (Range range : stream.missing()) {
                count += range.count();
            }
        }
        return count;
    }

    /** Notes that nothing is missing before the next row of a file. */
    void forget(DataFile file) {
        if (!holes.isEmpty()) {
            holes.remove(file.stream().orElseThrow());
        }
    }

    /**
     * Passes what is missing before the row of a file at a point, or begins to wait for it.
     *
     * @return whether the row may be sent, as far as earlier rows are concerned
     * @throws ConnectException where missing offsets fail the task
     */
    boolean tryPass(TrackedFile file, StreamPoint row, FileNeighbours neighbours, long scan, long nowMs)
            throws IOException {
        StreamProgress stream = file.stream();
        DataFile data = file.file();
        StreamPoint from = stream.unsentBefore(row);
        StreamPoint selected = atLeast(from, data);
        if (!selected.isBefore(row)) {
            return true;
        }
        long first = data.first().offset();
        OptionalLong promised = neighbours.promised(selected.offset(), row.offset(), first);
        if (promised.isEmpty() || stream.isCovered(new StreamPoint(row.generation(), promised.getAsLong()))) {
            StreamPoint uncovered = stream.uncoveredFrom(selected);
            if (neighbours.isSilent()) {
                return tryPassSilent(file, uncovered, row, scan, nowMs);
            }
            OptionalLong unknown = neighbours.unknown(uncovered.offset(), row.offset(), first);
            if (unknown.isPresent() && uncovered.generation() == row.generation() && !row.isBefore(stream.next())) {
                Range range = new Range(uncovered, new StreamPoint(row.generation(), unknown.getAsLong()));
                return tryPassUnknown(file, range, scan, nowMs);
            }
            if (neighbours.isSilentInside() && !uncovered.isBefore(data.first())) {
                nameUnseen(data, uncovered);
            }
            holes.remove(data.stream().orElseThrow());
            return true;
        }
        StreamPoint last = new StreamPoint(row.generation(), promised.getAsLong());
        Range range = new Range(selected, last);
        if (forgetIfElsewhere(holes, data.stream().orElseThrow(), range)) {
            return true;
        }
        if (!tryPassMissing(holes, data.stream().orElseThrow(), range, data.path(), scan, nowMs)) {
            return false;
        }
        if (row.isBefore(stream.next())) {
            stream.keepMissing(last, row);
        } else {
            markMissing(data.stream().orElseThrow(), stream, range);
        }
        return true;
    }

    /**
     * Passes what is missing at the ends of earlier generations, which the ledger says, or begins to wait for it.
     *
     * @return whether the rows of a generation may be sent, as far as those ends are concerned
     * @throws ConnectException where missing offsets fail the task
     */
    boolean tryBegin(int generation, TrackedFile file, CommittedOffset committed, long scan, long nowMs)
            throws IOException {
        StreamProgress progress = file.stream();
        SinkStream stream = file.file().stream().orElseThrow();
        for (Map.Entry<Integer, Long> end : committed.ends().headMap(generation).entrySet()) {
            StreamPoint last = new StreamPoint(end.getKey(), end.getValue());
            Optional<Range> selected = selected(progress.unsentFrom(end.getKey()), last, file.file());
            if (selected.isPresent() && !progress.isCovered(last)) {
                Range range = selected.get();
                if (forgetIfElsewhere(holes, stream, range)) {
                    progress.cover(range);
                    continue;
                }
                if (!tryPassMissing(holes, stream, range, "its ledger", scan, nowMs)) {
                    return false;
                }
                progress.cover(range);
                markMissing(stream, progress, range);
            }
        }
        return true;
    }

    /** Files that say so little are many, or none, in a stream: the first one is named. */
    private void nameUnseen(DataFile file, StreamPoint from) {
        if (unseen.add(file.stream().orElseThrow())) {
            LOG.warn(
                    "The footer of {} is too small to say which offsets from {} on are in other files, so a missing"
                            + " file is not noticed. Let the sink close files sooner; further such files of the"
                            + " topic-partition are not named.",
                    file.path(),
                    from.offset());
        }
    }

    private void markMissing(SinkStream stream, StreamProgress progress, Range range) {
        progress.markMissing(range)
                .filter(any -> saidForgotten.add(stream))
                .ifPresent(forgotten -> LOG.warn(
                        "{} has more than {} ranges of missing offsets; {} are forgotten, and so are further ones. A"
                                + " file that brings them later is not sent.",
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

    /** The part of a range that the configuration selects; empty where there is none. */
    private Optional<Range> selected(StreamPoint from, StreamPoint last, DataFile file) {
        StreamPoint first = atLeast(from, file);
        return last.isBefore(first) ? Optional.empty() : Optional.of(new Range(first, last));
    }

    /**
     * The file does not say which offsets before it are in other files. Those before a file that came late stay
     * missing: files may come in any order.
     */
    private boolean tryPassSilent(TrackedFile file, StreamPoint from, StreamPoint row, long scan, long nowMs) {
        StreamProgress progress = file.stream();
        StreamPoint first = file.file().first();
        if (!from.isBefore(first)) {
            return true;
        }
        SinkStream stream = file.file().stream().orElseThrow();
        Range range = new Range(from, new StreamPoint(first.generation(), first.offset() - 1));
        if (row.isBefore(progress.next())) {
            progress.keepMissing(range.last(), row);
            return true;
        }
        Hole before = holes.get(stream);
        boolean scannedAgain = from.offset() == 0
                || file.isOlderThan(scan)
                || before != null && before.from().equals(from) && before.scan() < scan;
        if (!scannedAgain) {
            holes.put(stream, new Hole(from, scan, nowMs, range, false));
            return false;
        }
        passOver(file, range);
        return true;
    }

    /**
     * The offsets may have been in a file that was open when this one was closed. If its owner died, its records were
     * read again, and those that had been compacted away meanwhile are in no file. So the task does not fail.
     */
    private boolean tryPassUnknown(TrackedFile file, Range range, long scan, long nowMs) throws IOException {
        SinkStream stream = file.file().stream().orElseThrow();
        if (forgetIfElsewhere(holes, stream, range)) {
            return true;
        }
        Long waited = waitedUntil.get(stream);
        if (waited != null && file.isOlderThan(waited)) {
            passOver(file, range);
            return true;
        }
        if (forgetIfLeftOut(holes, stream, range, scan)) {
            markMissing(stream, file.stream(), range);
            return true;
        }
        if (!keepHole(holes, stream, range, scan, nowMs)) {
            return false;
        }
        Hole hole = holes.get(stream);
        if (policy == OnMissingOffsets.FAIL) {
            throw failed("No file of " + stream + " has the offsets " + range + ", and "
                    + file.file().path()
                    + " does not say whether one should, since others were open when it was closed. ");
        }
        if (policy == OnMissingOffsets.WARN || nowMs - hole.sinceMs() >= timeoutMs) {
            waitedUntil.put(stream, scan);
            passOver(file, range);
            return true;
        }
        if (!hole.isNamed()) {
            LOG.warn(
                    "No file of {} has the offsets {}, and {} does not say whether one should, since others were open"
                            + " when it was closed. Nothing after them is sent for {} ms, then they are skipped;"
                            + " restore the files, or set {}=warn.",
                    stream,
                    range,
                    file.file().path(),
                    timeoutMs,
                    FailureSettings.ON_MISSING_OFFSETS);
        }
        holes.put(stream, new Hole(hole.from(), hole.scan(), hole.sinceMs(), range, true));
        return false;
    }

    private void passOver(TrackedFile file, Range range) {
        SinkStream stream = file.file().stream().orElseThrow();
        holes.remove(stream);
        int logged = unknown.merge(stream, 1, Integer::sum);
        if (logged <= UNKNOWN_LOGGED_MAX) {
            LOG.warn(
                    "No file of {} has the offsets {}, and {} does not say whether one should{}. They are skipped,"
                            + " and sent if a file brings them.",
                    stream,
                    range,
                    file.file().path(),
                    logged == UNKNOWN_LOGGED_MAX ? ", like further ones that are not named" : "");
        }
        markMissing(stream, file.stream(), range);
    }

    /**
     * Waits, warns or fails; returns whether to go on behind the missing offsets.
     *
     * @param found where they are kept meanwhile
     */
    private boolean tryPassMissing(
            Map<SinkStream, Hole> found, SinkStream stream, Range range, String behind, long scan, long nowMs)
            throws IOException {
        if (forgetIfLeftOut(found, stream, range, scan)) {
            return true;
        }
        if (!keepHole(found, stream, range, scan, nowMs)) {
            return false;
        }
        Hole hole = found.get(stream);
        String missing =
                "No file of " + stream + " has the offsets " + range + ", though " + behind + " says that one should. ";
        boolean isTimeUp = nowMs - hole.sinceMs() >= timeoutMs;
        if (policy == OnMissingOffsets.FAIL || policy == OnMissingOffsets.WAIT && isTimeUp) {
            throw failed(missing);
        }
        if (!hole.isNamed()) {
            LOG.warn(
                    "{}{}",
                    missing,
                    policy == OnMissingOffsets.WARN
                            ? "They are skipped, and sent if a file brings them."
                            : "Nothing after them is sent for " + timeoutMs + " ms, then the task fails; restore the"
                                    + " files, or set " + FailureSettings.ON_MISSING_OFFSETS + "=warn.");
        }
        if (policy == OnMissingOffsets.WARN) {
            found.remove(stream);
            return true;
        }
        found.put(stream, new Hole(hole.from(), hole.scan(), hole.sinceMs(), range, true));
        return false;
    }

    private ConnectException failed(String missing) {
        Set<String> unsearched = scanner.unsearched();
        String unknown = unsearched.isEmpty()
                ? ""
                : "They may be in " + String.join(", ", unsearched) + ", which cannot be listed. ";
        return new ConnectException(missing + unknown + "Restore the files that hold them, or set "
                + FailureSettings.ON_MISSING_OFFSETS + "=warn to go on without them");
    }

    /**
     * Keeps in which scan the offsets were missing first.
     *
     * @return whether a later scan has not found them either
     */
    private static boolean keepHole(
            Map<SinkStream, Hole> found, SinkStream stream, Range range, long scan, long nowMs) {
        Hole hole = found.get(stream);
        if (hole == null || !hole.from().equals(range.first())) {
            found.put(stream, new Hole(range.first(), scan, nowMs, range, false));
            return false;
        }
        return hole.scan() != scan;
    }

    /**
     * Waits no longer for offsets in another directory to which the connector of the stream has written, too: a path
     * may begin with a value, and topics.dir may have changed. There they are sent, or missed, as those of another
     * stream. Only what no scan has seen there yet is looked for, since that lists the whole storage.
     *
     * @return whether they are there
     */
    private boolean forgetIfElsewhere(Map<SinkStream, Hole> found, SinkStream stream, Range range) throws IOException {
        if (!wasSeenElsewhere(stream, range) && !hasLooked) {
            hasLooked = true;
            Set<SinkStream> shared = ledgers.ofOneLedger();
            if (!shared.isEmpty()) {
                scanner.offsets(shared)
                        .forEach((each, offsets) -> offsets.ranges()
                                .forEach(ofOneLedger.computeIfAbsent(each, first -> new PointRanges())::add));
            }
        }
        boolean isElsewhere = wasSeenElsewhere(stream, range);
        if (isElsewhere) {
            found.remove(stream);
        }
        return isElsewhere;
    }

    private boolean wasSeenElsewhere(SinkStream stream, Range range) {
        return ofOneLedger.entrySet().stream()
                .anyMatch(other -> ledgers.areOfOneLedger(stream, other.getKey())
                        && other.getValue().contains(range.last()));
    }

    /**
     * Waits no longer for offsets in files that are not read, if an earlier scan has found such offsets of the stream,
     * too, since a listing may miss what moves. Then no row waits for another scan: rows of such files may be between
     * any two of those that are read.
     *
     * @return whether they are there
     */
    private boolean forgetIfLeftOut(Map<SinkStream, Hole> found, SinkStream stream, Range range, long scan)
            throws IOException {
        PointRanges unread = leftOut.get(stream);
        if (unread == null) {
            unread = scanner.leftOut(stream);
            leftOut.put(stream, unread);
        }
        if (!unread.contains(range.last())) {
            return false;
        }
        Long since = leftOutSince.putIfAbsent(stream, scan);
        if (since == null) {
            LOG.info(
                    "The offsets {} of {}, and maybe further ones, are in files that the configuration leaves out,"
                            + " or that were moved aside",
                    range,
                    stream);
        }
        Hole hole = found.get(stream);
        boolean wereMissed = hole != null && hole.from().equals(range.first()) && hole.scan() < scan;
        boolean areLeftOut = wereMissed || since != null && since < scan;
        if (areLeftOut) {
            found.remove(stream);
        }
        return areLeftOut;
    }

    /**
     * Names the offsets at the end of a stream that its ledger says are in a file, where no file may have them.
     *
     * @param newest the file of the stream with the largest offsets
     */
    void checkEnd(
            SinkStream stream,
            StreamProgress progress,
            CommittedOffset committed,
            DataFile newest,
            long scan,
            long nowMs)
            throws IOException {
        long end = committed.last().orElse(-1);
        StreamPoint last = new StreamPoint(committed.generation(), end);
        boolean isHere = newest.stream().isPresent() && !newest.last().isBefore(last);
        if (end < 0 || isHere || progress.isHandled(last) || progress.isCovered(last)) {
            ends.remove(stream);
            return;
        }
        StreamPoint from = progress.unsentBefore(last);
        from = newest.last().isBefore(from) ? from : newest.last().next();
        from = from.generation() == last.generation() ? from : new StreamPoint(last.generation(), 0);
        Optional<Range> selected = selected(from, last, newest);
        if (selected.isPresent()
                && !forgetIfElsewhere(ends, stream, selected.get())
                && tryPassMissing(ends, stream, selected.get(), "its ledger", scan, nowMs)) {
            progress.cover(selected.get());
            if (!progress.next().isBefore(from)) {
                markMissing(stream, progress, selected.get());
            }
        }
    }
}
