package io.parquetry.connect.source.tracking;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.connect.source.offset.StreamPosition;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * The positions of earlier versions, which took all files of a topic-partition for one stream, whatever directory they
 * are in: {@code {"stream": "orders+0"}}. Such a position goes to one stream of the topic-partition: nothing of this
 * stream is sent again, and nothing of the others is skipped. To which one is known after a complete scan.
 *
 * <p>It goes to no stream when another one has gone on from there, in this task or by its own position, or when it is
 * that of files without a directory of their topic, as {@code path.template=/all} makes them. Of several
 * streams it goes to the one that has a ledger, without which no such position was written.
 */
final class EarlierPositions {
    private static final Log LOG = Log.of(EarlierPositions.class);

    private final CommittedPositions positions;
    private final StreamLedgers ledgers;

    /** The positions by the streams that they may go to. */
    private final Map<SinkStream, StreamPosition> undecided = new HashMap<>();

    /** The topic-partitions whose earlier position has gone to a stream. */
    private final Set<SinkStream> decided = new HashSet<>();

    EarlierPositions(CommittedPositions positions, StreamLedgers ledgers) {
        this.positions = Objects.requireNonNull(positions, "positions");
        this.ledgers = Objects.requireNonNull(ledgers, "ledgers");
    }

    /** Adds new streams that have no position; those to which one of an earlier version may go are undecided now. */
    void add(Collection<SinkStream> streams) {
        List<SinkStream> named =
                streams.stream().filter(stream -> !stream.directory().isEmpty()).toList();
        Map<SinkStream, StreamPosition> found =
                positions.ofStreams(named.stream().map(SinkStream::anywhere).collect(Collectors.toSet()));
        named.stream()
                .filter(stream -> found.containsKey(stream.anywhere()))
                .forEach(stream -> undecided.put(stream, found.get(stream.anywhere())));
    }

    /** Whether it is not known yet where the stream begins, so that none of its files can be tracked. */
    boolean isUndecided(SinkStream stream) {
        return undecided.containsKey(stream);
    }

    /**
     * The positions of the undecided streams, after a complete scan.
     *
     * @param inherits whether a stream has a position of its own that went on from an earlier one
     * @throws ConnectException when an earlier position could go to several streams
     */
    Map<SinkStream, StreamPosition> assign(Predicate<SinkStream> inherits) {
        Map<SinkStream, StreamPosition> assigned = new HashMap<>();
        undecided.keySet().stream()
                .filter(stream -> !ledgers.isHeld(stream))
                .collect(Collectors.groupingBy(SinkStream::anywhere))
                .forEach((anywhere, candidates) -> {
                    Set<SinkStream> listed = ledgers.streams(anywhere);
                    boolean isTaken = decided.contains(anywhere)
                            || listed.contains(anywhere)
                            || listed.stream().anyMatch(inherits);
                    Set<SinkStream> heirs = isTaken ? Set.of() : heirs(anywhere, candidates);
                    decided.add(anywhere);
                    candidates.forEach(stream -> assigned.put(stream, assigned(stream, heirs.contains(stream))));
                });
        undecided.keySet().removeAll(assigned.keySet());
        return assigned;
    }

    private StreamPosition assigned(SinkStream stream, boolean inherits) {
        StreamPosition position = inherits ? undecided.get(stream).inherited() : StreamPosition.START;
        LOG.info(
                "{} begins at offset {}, {} of {} that an earlier version wrote",
                stream,
                position.next().offset(),
                inherits ? "the position" : "not at the position",
                stream.anywhere());
        return position;
    }

    private Set<SinkStream> heirs(SinkStream anywhere, List<SinkStream> candidates) {
        Set<SinkStream> all = new HashSet<>(candidates);
        all.addAll(ledgers.streams(anywhere));
        if (all.size() == 1) {
            return all;
        }
        Set<SinkStream> withLedger =
                all.stream().filter(stream -> ledgers.of(stream).isPresent()).collect(Collectors.toSet());
        if (withLedger.size() == 1) {
            return withLedger;
        }
        List<String> names = all.stream().map(SinkStream::toString).sorted().toList();
        throw new ConnectException("files of " + anywhere
                + " are in several directories, which are streams of their own: " + names
                + ". The position {\"stream\": \"" + anywhere + "\"}, which an earlier version wrote for all of them,"
                + " does not say which of their records were sent. Set a position for each of these streams, such as"
                + " {\"stream\": \"" + names.get(names.size() - 1) + "\"} with {\"offset\": n}, n the offset to be sent"
                + " next, by PATCH .../offsets");
    }
}
