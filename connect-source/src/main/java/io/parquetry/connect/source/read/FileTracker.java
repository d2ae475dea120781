package io.parquetry.connect.source.read;

import io.parquetry.connect.common.ledger.CommittedOffset;
import io.parquetry.connect.common.ledger.CommittedOffsets;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.complete.CompletionAction;
import io.parquetry.connect.source.complete.DeliveryTracker;
import io.parquetry.connect.source.complete.SourceOffset;
import io.parquetry.connect.source.config.FileOrder;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.discover.Scanner;
import io.parquetry.connect.source.errors.BadFileHandler;
import io.parquetry.connect.source.metrics.Backlog;
import io.parquetry.connect.source.metrics.SourceMetric;
import io.parquetry.connect.source.metrics.SourceTaskMetrics;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.Stream;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Every file of a task and how far it was sent.
 *
 * <ol type="a">
 *   <li>What Connect has committed of a file is asked for when the file is first seen, and never again: from then on
 *       this task is ahead of it.
 *   <li>A file is settled when it was the same in two looks, or is one that the sink's ledger knows, or is as it was when
 *       some of its rows were sent. Only settled files are opened.
 *   <li>A file of which nothing is left is never opened. It is remembered by a few bytes, or, where the position of its
 *       stream tells, not at all; but not before the position that says so is committed.
 *   <li>A row that is before the position of its stream was sent, whatever the position of its file.
 *   <li>A file whose name says that none of its rows is wanted is as good as not there.
 *   <li>A file is deleted or moved only when it is the one that was sent, and no sink would look for it.
 *   <li>A bad file is noted before anything is given that lies behind the rows that it costs, and moved when what was given
 *       of it is committed.
 * </ol>
 */
public final class FileTracker {
    /** A file that was away for so long is forgotten; one that was away for a moment was never away. */
    private static final long FORGET_AFTER_MS = 3_600_000;

    /** For so many files at once Connect is asked what it has committed. */
    private static final int STRANGERS_MAX = 5_000;

    private final SourceSettings settings;
    private final Storage storage;
    private final Scanner scanner;
    private final CommittedOffsets ledgers;
    private final Positions positions;
    private final FileCompletion endings;
    private final Defects defects;
    private final Clocks clocks;
    private final ReadingRules rules;
    private final BadFileHandler badFiles;
    private final SchemaUnionScan census;
    private final SourceTaskMetrics figures;
    private final BooleanSupplier stopping;
    private final FileCount count = new FileCount();
    private final DoneFiles done = new DoneFiles();
    private final Map<String, TrackedFile> tracked = new HashMap<>();
    private final Map<Stream, StreamState> streams = new HashMap<>();
    private final List<DataFile> strangers = new ArrayList<>();
    private long lookMs;
    private long look;
    private long forgotMs;

    /** @param stopping whether the task is to stop, so that work which takes long need not be done to its end */
    public FileTracker(
            SourceSettings settings,
            Storage storage,
            Scanner scanner,
            Positions positions,
            BadFileHandler badFiles,
            SourceTaskMetrics figures,
            Clocks clocks,
            BooleanSupplier stopping) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.storage = Objects.requireNonNull(storage, "storage");
        this.scanner = Objects.requireNonNull(scanner, "scanner");
        this.ledgers = new CommittedOffsets(storage);
        this.positions = Objects.requireNonNull(positions, "positions");
        this.endings = new FileCompletion(storage, ledgers, new CompletionAction(storage, settings.finish()), badFiles);
        this.defects = new Defects(badFiles, clocks, settings.trouble().incompleteFileTimeoutMs());
        this.clocks = Objects.requireNonNull(clocks, "clocks");
        this.rules = new ReadingRules(settings, stopping);
        this.badFiles = Objects.requireNonNull(badFiles, "badFiles");
        this.census = new SchemaUnionScan(storage, rules.selection(), badFiles.failsTask());
        this.figures = Objects.requireNonNull(figures, "figures");
        this.stopping = Objects.requireNonNull(stopping, "stopping");
        this.forgotMs = clocks.steadyMs();
    }

    /** Whether the task is to stop. */
    boolean isStopping() {
        return stopping.getAsBoolean();
    }

    /** Looks for files. The ledgers come first: what they say is settled can then be seen. */
    public void refresh() throws IOException {
        if (settings.order().order() == FileOrder.OFFSET || !endings.changeNothing()) {
            ledgers.refresh();
        }
        badFiles.recover();
        lookMs = clocks.steadyMs();
        look++;
        count.begin();
        strangers.clear();
        census.begin();
        scanner.scan(this::see, file -> census.see(file, lookMs));
        if (!census.take(lookMs, stopping)) {
            return;
        }
        meetStrangers();
        tracked.values().removeIf(file -> lookMs - file.seenMs > FORGET_AFTER_MS);
        if (lookMs - forgotMs > FORGET_AFTER_MS) {
            done.forgetBefore(forgotMs);
            forgotMs = lookMs;
        }
    }

    private boolean see(DataFile file) {
        if (rules.selection().leavesOut(file)) {
            return false;
        }
        count.see();
        if (done.see(file, lookMs)) {
            return false;
        }
        TrackedFile known = tracked.get(file.path());
        if (known != null) {
            return known.see(file, look, lookMs);
        }
        if (endings.keep() && isBehindItsStream(file)) {
            return false;
        }
        strangers.add(file);
        if (strangers.size() == STRANGERS_MAX) {
            meetStrangers();
        }
        return true;
    }

    private boolean isBehindItsStream(DataFile file) {
        return file.stream()
                .map(streams::get)
                .filter(stream -> file.last().isBefore(stream.next()))
                .isPresent();
    }

    private void meetStrangers() {
        meetStreams(strangers);
        List<DataFile> left =
                strangers.stream().filter(file -> !isBehindItsStream(file)).toList();
        Map<String, FilePosition> committed =
                positions.ofFiles(left.stream().map(DataFile::path).toList());
        for (DataFile file : strangers) {
            Optional<FilePosition> position = Optional.ofNullable(committed.get(file.path()));
            StreamState stream = file.stream().map(streams::get).orElse(null);
            TrackedFile met = new TrackedFile(file, position, stream, look, lookMs);
            met.settled = position.flatMap(FilePosition::file)
                            .filter(sent -> sent.bytes() == file.bytes())
                            .isPresent()
                    || settled(file.stream()).isPresent();
            if (met.isDone()) {
                finishAtFirstSight(met);
            } else {
                tracked.put(file.path(), met);
            }
        }
        strangers.clear();
    }

    private void meetStreams(List<DataFile> files) {
        Set<Stream> unknown = new HashSet<>();
        files.forEach(file ->
                file.stream().filter(stream -> !streams.containsKey(stream)).ifPresent(unknown::add));
        Map<Stream, StreamPoint> committed = positions.ofStreams(unknown);
        unknown.forEach(stream ->
                streams.put(stream, new StreamState(stream, committed.getOrDefault(stream, StreamPoint.START))));
    }

    /**
     * The position that says that nothing is left is committed, unless this task has sent the rest meanwhile. A bad file
     * whose move was cut short is moved now; one that lost rows stays, whatever becomes of others.
     */
    private void finishAtFirstSight(TrackedFile met) {
        if (badFiles.isReported(met.file)) {
            met.bad = true;
            met.receipt.complete();
            tracked.put(met.file.path(), met);
            return;
        }
        boolean forGood = met.stream == null
                || !met.isBehindItsStream()
                || met.file.last().isBefore(met.stream.durable());
        boolean finished = met.file.bytes() == 0 || met.hasLost() || forGood && endings.end(met);
        if (finished && !(endings.keep() && met.isBehindItsStream())) {
            done.add(met.file, lookMs);
        }
    }

    private Optional<CommittedOffset> settled(Optional<Stream> stream) {
        return settings.order().order() == FileOrder.OFFSET
                ? stream.flatMap(known -> ledgers.of(known.topic(), known.partition()))
                : Optional.empty();
    }

    /** What the last look has shown. */
    public Backlog backlog() {
        return count.backlog(left());
    }

    /** The files of the last look of which something is left. */
    private List<TrackedFile> left() {
        return tracked.values().stream()
                .filter(file -> file.seenLook == look && !file.isDone())
                .toList();
    }

    /** What can be sent now, in order. */
    public List<StreamWork> work() {
        ReadPlanner agenda = new ReadPlanner(settings, this::settled);
        long wallMs = clocks.wallMs();
        for (TrackedFile file : left()) {
            boolean ready = file.settled
                    && wallMs - file.file.modifiedMs() >= settings.find().ageMsLeast();
            agenda.add(file.file, ready);
        }
        return agenda.work();
    }

    /**
     * Opens a file where it was left.
     *
     * @param keepsStream whether the position of its stream is kept
     * @return empty when nothing of it is to be sent
     * @throws NoSuchFileException when it has vanished; what its rows were replaced by, the next look will tell
     */
    Optional<FileCursor> open(DataFile file, boolean keepsStream) throws IOException {
        TrackedFile state = tracked.get(file.path());
        if (state == null || state.isDone()) {
            return Optional.empty();
        }
        Optional<FileReader> open;
        try {
            open = FileReader.open(storage, file, state.begun(), state.from(), rules, new NameCheck(file, keepsStream));
            if (open.isPresent()) {
                defects.opened(open.get());
            }
        } catch (NoSuchFileException e) {
            tracked.remove(file.path());
            throw e;
        } catch (IncompleteFileException e) {
            if (defects.incomplete(state, e)) {
                return Optional.empty();
            }
            throw e;
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            defects.unreadable(state, e);
            return Optional.empty();
        }
        if (state.receipt.isComplete()) {
            state.receipt = new DeliveryTracker();
        }
        open.ifPresentOrElse(opened -> state.position = Optional.of(opened.start()), () -> state.ignored = true);
        open.ifPresent(opened -> count.read(opened.rows(), file.bytes()));
        return open.map(opened -> new FileCursor(
                state,
                opened,
                new NameCheck(file, keepsStream),
                defects::found,
                more -> figures.add(SourceMetric.FILES_OPEN, more)));
    }

    /** Notes that a file has no rows left. */
    void exhausted(FileCursor cursor) {
        TrackedFile state = cursor.tracked();
        state.position = Optional.of(cursor.end());
        state.bad = cursor.isBad();
        figures.add(SourceMetric.FILES_DONE, 1);
        state.receipt.complete();
    }

    /** Does what is to be done with the files that were sent, where the position that says so is committed. */
    public void finish() {
        List<TrackedFile> answered = new ArrayList<>();
        List<SourceOffset> marks = new ArrayList<>();
        for (TrackedFile file : tracked.values()) {
            if (file.isDone() && file.receipt.isAnswered()) {
                answered.add(file);
                file.receipt.lastAcknowledged().ifPresent(marks::add);
            }
        }
        Set<SourceOffset> durable = new HashSet<>(positions.durable(marks));
        answered.removeIf(file -> file.receipt
                .lastAcknowledged()
                .filter(mark -> !durable.contains(mark))
                .isPresent());
        answered.forEach(this::finishForGood);
        List<String> empty = tracked.values().stream()
                .filter(file -> file.file.bytes() == 0 && file.isDone())
                .map(file -> file.file.path())
                .toList();
        empty.forEach(path -> done.add(tracked.remove(path).file, lookMs));
    }

    private void finishForGood(TrackedFile file) {
        if (file.stream != null && file.isBehindItsStream()) {
            file.stream.committed(file.file.last().next());
        }
        if (endings.end(file)) {
            tracked.remove(file.file.path());
            done.add(file.file, lookMs);
        }
    }

    /** The files of which something is left to be sent or to be heard, for tests and figures. */
    Collection<TrackedFile> tracked() {
        return tracked.values();
    }

    DoneFiles done() {
        return done;
    }
}
