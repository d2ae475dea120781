package io.parquetry.connect.source.tracking;

import io.parquetry.connect.source.offset.PointRanges;
import io.parquetry.connect.source.offset.PointRanges.Range;
import io.parquetry.connect.source.offset.SentPoints;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.connect.source.offset.SourcePartition;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.connect.source.offset.StreamPosition;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * How far a stream was sent and committed, where its offset is kept; and, where sent files are deleted or moved, which
 * files this connector has sent from their first row on.
 */
final class StreamProgress implements SentPoints {
    /** The offset names so many files at most, so that Connect can store it; others stay after a crash. */
    private static final int FILES_NAMED_MAX = 1_000;

    /** After so many ranges more, those that say nothing any more are forgotten. */
    private static final int COVERED_MORE = 1_000;

    /** The offset names so many ranges of missing points at most. */
    static final int MISSING_MAX = 500;

    private final Map<String, String> partition;
    private final boolean claimsFiles;
    private final boolean inherits;

    /** The claimed files, each as one word, by their paths. */
    private final Map<String, String> claims;

    /** The claims that the next offset names. */
    private Map<String, String> named;

    private StreamPoint next;
    private StreamPoint committed;

    /** All records before this point were sent or passed over; at or after {@link #next}. */
    private StreamPoint handled;

    /** The points before {@link #next} that were passed over because no file had them. */
    private final PointRanges missing = new PointRanges();

    private List<Range> namedMissing;

    /** For rows of a missing range that may be sent, the first point after those that stay missing. */
    private final Map<StreamPoint, StreamPoint> missingUntil = new HashMap<>();

    /** Points that need no file: rows that were passed over, or that the position of their file covers. */
    private final PointRanges covered = new PointRanges();

    private int coveredMax = COVERED_MORE;

    /** @param claimsFiles whether offsets name the files that were sent from their first row on */
    StreamProgress(SinkStream stream, StreamPosition committed, boolean claimsFiles) {
        this.partition = new SourcePartition.OfStream(stream).toMap();
        this.next = committed.next();
        this.committed = committed.next();
        this.claimsFiles = claimsFiles;
        this.inherits = committed.inherits();
        this.claims = new LinkedHashMap<>(claimsFiles ? committed.files() : Map.of());
        this.named = Map.copyOf(claims);
        this.handled = next;
        committed.missing().forEach(missing::add);
        this.namedMissing = committed.missing();
    }

    /** The stream as Connect's source partition. */
    Map<String, String> partition() {
        return partition;
    }

    /** Whether the stream has gone on from a position that an earlier version wrote. */
    boolean inherits() {
        return inherits;
    }

    @Override
    public StreamPoint next() {
        return next;
    }

    @Override
    public boolean isSent(StreamPoint point) {
        return point.isBefore(next) && !missing.contains(point);
    }

    @Override
    public StreamPoint firstUnsent(StreamPoint first, StreamPoint last) {
        StreamPoint gap = missing.isEmpty() ? null : missing.firstIn(first, last);
        return gap != null ? gap : next.isBefore(first) ? first : next;
    }

    /** The first point from which on nothing before this one was sent or passed over; the point itself if none. */
    StreamPoint unsentBefore(StreamPoint point) {
        StreamPoint from =
                !point.isBefore(handled) ? handled : missing.contains(point) ? missingFrom(missing, point) : point;
        return from.generation() == point.generation() ? from : new StreamPoint(point.generation(), 0);
    }

    /** The first point of a generation that was neither sent nor passed over; the end of all if there is none. */
    StreamPoint unsentFrom(int generation) {
        return handled.generation() < generation
                ? new StreamPoint(generation, 0)
                : handled.generation() == generation ? handled : StreamPoint.END;
    }

    /** Whether the next record of the stream is at this point, so that none can be missing before it. */
    boolean isAt(StreamPoint point) {
        return point.equals(handled);
    }

    /** Whether nothing at this point is to be sent any more: it was sent, or passed over and not as a missing one. */
    boolean isHandled(StreamPoint point) {
        return point.isBefore(handled) && !missing.contains(point);
    }

    /** Notes that the row at a point is passed over. */
    void passOver(StreamPoint point) {
        if (handled.compareTo(point) <= 0) {
            handled = point.next();
        }
    }

    /** Notes points that need no file. Of those that are handled, only the missing ones are asked for. */
    void cover(Range range) {
        covered.add(range);
        if (covered.size() > coveredMax) {
            covered.removeIf(old -> old.last().isBefore(handled) && missing.firstIn(old.first(), old.last()) == null);
            coveredMax = covered.size() + COVERED_MORE;
        }
    }

    /** The number of ranges that are kept of these, for tests. */
    int coveredCount() {
        return covered.size();
    }

    boolean isCovered(StreamPoint point) {
        return covered.contains(point);
    }

    /** The first point from one on that needs a file. */
    StreamPoint uncoveredFrom(StreamPoint point) {
        return covered.endFrom(point);
    }

    /**
     * Notes points that no file has; a file that comes later with one of them is sent.
     *
     * @return a range that is forgotten because there are too many
     */
    Optional<Range> markMissing(Range range) {
        missing.add(range);
        Optional<Range> forgotten =
                missing.size() > MISSING_MAX ? Optional.of(missing.removeFirst()) : Optional.empty();
        namedMissing = missing.ranges();
        return forgotten;
    }

    /**
     * Notes that a row may be sent of a range that was passed over, whose points up to another one stay missing. It is
     * missing too until it {@linkplain #markSent is sent}.
     */
    void keepMissing(StreamPoint last, StreamPoint row) {
        missingUntil.put(row, last.next());
    }

    /** The first point from which on nothing is missing before a row but what is sent or passed over with it. */
    private StreamPoint missingFrom(PointRanges ranges, StreamPoint row) {
        StreamPoint begin = ranges.beginOf(row);
        StreamPoint from = missingUntil.getOrDefault(row, begin);
        return from.isBefore(begin) ? begin : from;
    }

    /** The points that were passed over. */
    List<Range> missing() {
        return namedMissing;
    }

    /** All records before this point were sent, and Connect has committed that. */
    StreamPoint committed() {
        return committed;
    }

    /** The position after the record at a point. */
    StreamPosition positionAfter(StreamPoint point) {
        if (!point.isBefore(next)) {
            return new StreamPosition(point.next(), named, inherits, namedMissing);
        }
        PointRanges rest = new PointRanges();
        namedMissing.forEach(rest::add);
        if (rest.contains(point)) {
            rest.remove(missingFrom(rest, point), point);
        }
        return new StreamPosition(next, named, inherits, rest.ranges());
    }

    /** Notes that the record at a point was sent. */
    void markSent(StreamPoint point) {
        if (!point.isBefore(next)) {
            next = point.next();
            handled = handled.isBefore(next) ? next : handled;
        } else if (missing.contains(point)) {
            missing.remove(missingFrom(missing, point), point);
            missingUntil.remove(point);
            namedMissing = missing.ranges();
        }
    }

    /** Notes that Connect has committed the records before a point. */
    void markCommitted(StreamPoint point) {
        if (committed.isBefore(point)) {
            committed = point;
        }
    }

    /** Notes that all rows of a file before the next point were sent from this file, each with all columns. */
    void claim(String path, String file) {
        if (claimsFiles && !file.equals(claims.put(path, file))) {
            nameClaims();
        }
    }

    /** Notes that rows of a file were passed over, or that the file is not there any more. */
    void disclaim(String path) {
        if (claims.remove(path) != null) {
            nameClaims();
        }
    }

    /** Disclaims the other files. */
    void retainClaims(Predicate<String> paths) {
        if (claims.keySet().removeIf(paths.negate())) {
            nameClaims();
        }
    }

    private void nameClaims() {
        named = claims.entrySet().stream()
                .limit(FILES_NAMED_MAX)
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** The word for a file of which all rows before the next point were sent; empty for any other file. */
    Optional<String> claimed(String path) {
        return Optional.ofNullable(claims.get(path));
    }
}
