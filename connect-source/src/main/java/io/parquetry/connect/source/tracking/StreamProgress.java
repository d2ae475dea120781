package io.parquetry.connect.source.tracking;

import io.parquetry.connect.source.offset.SourcePartition;
import io.parquetry.connect.source.offset.Stream;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.connect.source.offset.StreamPosition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * How far a stream was sent and committed, where its offset is kept; and, where sent files are deleted or moved, which
 * files this connector has sent from their first row on.
 */
final class StreamProgress {
    /** The offset names so many files at most, so that Connect can store it; others stay after a crash. */
    private static final int FILES_NAMED_MAX = 1_000;

    private final Map<String, String> partition;
    private final boolean claimsFiles;
    private final boolean inherits;

    /** The claimed files, each as one word, by their paths. */
    private final Map<String, String> claims;

    /** The claims that the next offset names. */
    private Map<String, String> named;

    private StreamPoint next;
    private StreamPoint committed;

    /** @param claimsFiles whether offsets name the files that were sent from their first row on */
    StreamProgress(Stream stream, StreamPosition committed, boolean claimsFiles) {
        this.partition = new SourcePartition.OfStream(stream).toMap();
        this.next = committed.next();
        this.committed = committed.next();
        this.claimsFiles = claimsFiles;
        this.inherits = committed.inherits();
        this.claims = new LinkedHashMap<>(claimsFiles ? committed.files() : Map.of());
        this.named = Map.copyOf(claims);
    }

    /** The stream as Connect's source partition. */
    Map<String, String> partition() {
        return partition;
    }

    /** Whether the stream has gone on from a position that an earlier version wrote. */
    boolean inherits() {
        return inherits;
    }

    /** All records before this point were sent. */
    StreamPoint next() {
        return next;
    }

    /** All records before this point were sent, and Connect has committed that. */
    StreamPoint committed() {
        return committed;
    }

    /** The position after the record at a point. */
    StreamPosition positionAfter(StreamPoint point) {
        return new StreamPosition(point.next(), named, inherits);
    }

    /** Notes that the record at a point was sent. */
    void markSent(StreamPoint point) {
        next = point.next();
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
