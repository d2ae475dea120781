package io.parquetry.connect.source.read;

import io.parquetry.connect.common.ledger.Settled;
import io.parquetry.connect.common.ledger.SettledOffsets;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.config.StreamOrder;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.discover.Scanner;
import io.parquetry.connect.source.discover.Stream;
import io.parquetry.connect.source.discover.StreamPoint;
import io.parquetry.connect.source.offset.SourcePosition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Every file of a task and how far it was sent.
 *
 * <ol type="a">
 *   <li>What Connect has committed of a file is asked for when the file is first seen, and never again: from then on
 *       this task is ahead of it.
 *   <li>A file is settled when it had the same size in two looks, or is one that the sink's ledger knows, or has the size
 *       at which some of its rows were sent. Only settled files are opened.
 *   <li>A file that is finished at the size it has is never opened.
 *   <li>Of a stream nothing is sent at or behind the first point of a file that is not settled, nor at or behind what the
 *       ledger says is settled: rows before it may still come.
 * </ol>
 */
public final class Catalog {
    /** What Connect has committed, by the paths of files; those it does not know are missing. */
    public interface Committed {
        Map<String, SourcePosition> positions(Collection<String> paths);
    }

    /** Long after the last position of a file must have been committed, so that (a) holds if it comes back. */
    private static final long FORGET_AFTER_MS = 3_600_000;

    private static final Comparator<DataFile> BY_FIRST_POINT =
            Comparator.comparing(DataFile::first).thenComparing(DataFile::path);

    private final SourceSettings settings;
    private final Scanner scanner;
    private final SettledOffsets ledgers;
    private final Committed committed;
    private final LongSupplier clockMs;
    private final Map<String, State> states = new HashMap<>();
    private long lastRefreshMs;

    /** What is known of one file. */
    private static final class State {
        private DataFile file;
        private Optional<SourcePosition> position = Optional.empty();
        private boolean settled;
        private boolean ignored;
        private long sameSinceMs;
        private long seenMs;

        boolean isDone() {
            return ignored
                    || position.filter(sent -> sent.isFinished() && sent.bytes() == file.bytes())
                            .isPresent();
        }
    }

    public Catalog(
            SourceSettings settings, Storage storage, Scanner scanner, Committed committed, LongSupplier clockMs) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.scanner = Objects.requireNonNull(scanner, "scanner");
        this.ledgers = new SettledOffsets(storage);
        this.committed = Objects.requireNonNull(committed, "committed");
        this.clockMs = Objects.requireNonNull(clockMs, "clockMs");
    }

    /** Looks for files. The ledgers come first: what they say is settled can then be seen. */
    public void refresh() throws IOException {
        if (settings.order().streamOrder() == StreamOrder.LEDGER) {
            ledgers.refresh();
        }
        List<DataFile> files = scanner.scan();
        long nowMs = clockMs.getAsLong();
        List<String> unknown = files.stream()
                .map(DataFile::path)
                .filter(path -> !states.containsKey(path))
                .toList();
        Map<String, SourcePosition> positions = unknown.isEmpty() ? Map.of() : committed.positions(unknown);
        for (DataFile file : files) {
            State state = states.get(file.path());
            if (state == null) {
                state = new State();
                state.position = Optional.ofNullable(positions.get(file.path()));
                state.settled = state.position
                                .filter(sent -> sent.bytes() == file.bytes())
                                .isPresent()
                        || settled(file.stream()).isPresent();
                state.sameSinceMs = nowMs;
                states.put(file.path(), state);
            } else if (state.file.bytes() == file.bytes()) {
                state.settled = true;
            } else {
                state.settled = false;
                state.ignored = false;
                state.sameSinceMs = nowMs;
            }
            state.file = file;
            state.seenMs = nowMs;
        }
        states.values().removeIf(state -> nowMs - state.seenMs > FORGET_AFTER_MS);
        lastRefreshMs = nowMs;
    }

    private Optional<Settled> settled(Optional<Stream> stream) {
        return settings.order().streamOrder() == StreamOrder.FILES
                ? Optional.empty()
                : stream.flatMap(known -> ledgers.of(known.topic(), known.partition()));
    }

    /** What can be sent now, by the names of the streams. */
    public List<StreamWork> work() {
        Map<String, List<State>> streams = new TreeMap<>();
        for (State state : states.values()) {
            if (state.seenMs == lastRefreshMs && !state.isDone()) {
                String name = state.file.stream().map(Stream::toString).orElse(state.file.path());
                streams.computeIfAbsent(name, any -> new ArrayList<>()).add(state);
            }
        }
        List<StreamWork> work = new ArrayList<>();
        streams.forEach((name, files) -> {
            StreamPoint bound = bound(files);
            List<DataFile> ready = files.stream()
                    .filter(state -> state.settled && state.file.first().isBefore(bound))
                    .map(state -> state.file)
                    .sorted(BY_FIRST_POINT)
                    .toList();
            if (!ready.isEmpty()) {
                work.add(new StreamWork(name, ready, bound));
            }
        });
        return work;
    }

    private StreamPoint bound(List<State> files) {
        StreamPoint bound = settled(files.get(0).file.stream())
                .map(settled -> new StreamPoint(settled.generation(), settled.nextOffset()))
                .orElse(StreamPoint.END);
        for (State state : files) {
            if (!state.settled && state.file.first().isBefore(bound)) {
                bound = state.file.first();
            }
        }
        return bound;
    }

    /** Opens a file where it was left. */
    public Optional<FileCursor> open(Storage storage, DataFile file) throws IOException {
        State state = states.get(file.path());
        Optional<FileCursor> cursor;
        try {
            cursor = FileCursor.open(
                    storage, file, state.position, settings.trouble().onChangedFile());
        } catch (IncompleteFileException e) {
            refuse(state, e);
            throw e;
        }
        if (cursor.isPresent()) {
            state.position = Optional.of(cursor.get().start());
        } else {
            state.ignored = true;
        }
        return cursor;
    }

    /** The file needs another look, which it does not get for ever. */
    private void refuse(State state, IncompleteFileException reason) {
        state.settled = false;
        long waitedMs = clockMs.getAsLong() - state.sameSinceMs;
        if (waitedMs > settings.trouble().incompleteFileTimeoutMs()) {
            throw new ConnectException(
                    "the file " + state.file.path() + " has not changed for " + waitedMs
                            + " ms and is no whole Parquet file: " + reason.getMessage()
                            + ". Repair it, move it away, or exclude it by file.pattern",
                    reason);
        }
    }

    /** Notes how far a file has been sent. */
    public void advance(DataFile file, SourcePosition position) {
        states.get(file.path()).position = Optional.of(position);
    }
}
