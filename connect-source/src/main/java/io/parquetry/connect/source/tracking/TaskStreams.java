package io.parquetry.connect.source.tracking;

import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.connect.source.offset.StreamPosition;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The streams of a task's files, and how far each was sent. The committed offset of a stream is read when the first of
 * its files is listed, and never again: from then on this task is ahead of it.
 */
final class TaskStreams {
    private final CommittedPositions positions;
    private final EarlierPositions earlier;
    private final boolean filesLeave;
    private final Map<SinkStream, StreamProgress> streams = new HashMap<>();

    /** @param filesLeave whether files that were sent are deleted or moved */
    TaskStreams(CommittedPositions positions, StreamLedgers ledgers, boolean filesLeave) {
        this.positions = positions;
        this.earlier = new EarlierPositions(positions, ledgers);
        this.filesLeave = filesLeave;
    }

    /** Begins to track the streams of files, except those of which it is not known yet where they begin. */
    void track(Collection<DataFile> files) {
        Set<SinkStream> unknown = new HashSet<>();
        files.forEach(file -> file.stream().ifPresent(unknown::add));
        unknown.removeAll(streams.keySet());
        Map<SinkStream, StreamPosition> committed = positions.ofStreams(unknown);
        earlier.add(unknown.stream()
                .filter(stream -> !committed.containsKey(stream))
                .toList());
        unknown.stream()
                .filter(stream -> !earlier.isUndecided(stream))
                .forEach(stream -> track(stream, committed.getOrDefault(stream, StreamPosition.START)));
    }

    /** Begins to track the streams whose beginning only a complete scan can tell. */
    void trackUndecided() {
        earlier.assign(stream ->
                        streams.containsKey(stream) && streams.get(stream).inherits())
                .forEach(this::track);
    }

    private void track(SinkStream stream, StreamPosition position) {
        streams.put(stream, new StreamProgress(stream, position, filesLeave));
    }

    /** Whether it is not known yet where the stream of a file begins, so that the file cannot be tracked. */
    boolean isUndecided(DataFile file) {
        return file.stream().filter(earlier::isUndecided).isPresent();
    }

    /** How far the stream of a file was sent; empty for a file without a stream, or with one that is not tracked. */
    Optional<StreamProgress> of(DataFile file) {
        return file.stream().map(streams::get);
    }

    /** Whether the offset of its stream says that each row of a file was sent. */
    boolean isBehind(DataFile file) {
        return of(file).filter(stream -> TrackedFile.isBehind(file, stream)).isPresent();
    }

    Map<SinkStream, StreamProgress> all() {
        return Collections.unmodifiableMap(streams);
    }
}
