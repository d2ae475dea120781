package io.parquetry.connect.source.read;

import io.parquetry.connect.common.ledger.Settled;
import io.parquetry.connect.common.ledger.SettledOffsets;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.complete.Finisher;
import io.parquetry.connect.source.complete.Mark;
import io.parquetry.connect.source.complete.Receipt;
import io.parquetry.connect.source.config.FileOrder;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.discover.Scanner;
import io.parquetry.connect.source.metrics.Backlog;
import io.parquetry.connect.source.metrics.Figure;
import io.parquetry.connect.source.metrics.TaskFigures;
import io.parquetry.connect.source.offset.FileIdentity;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.Stream;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.connect.source.trouble.BadFile;
import io.parquetry.connect.source.trouble.BadFiles;
import io.parquetry.connect.source.trouble.Defect;
import io.parquetry.connect.source.trouble.Loss;
import io.parquetry.connect.source.trouble.RowRange;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.io.InputFile;
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
public final class Catalog {
    /** A file that was away for so long is forgotten; one that was away for a moment was never away. */
    private static final long FORGET_AFTER_MS = 3_600_000;

    /** For so many files at once Connect is asked what it has committed. */
    private static final int STRANGERS_MAX = 5_000;

    private final SourceSettings settings;
    private final Storage storage;
    private final Scanner scanner;
    private final SettledOffsets ledgers;
    private final Positions positions;
    private final Finisher finisher;
    private final Clocks clocks;
    private final ReadingRules rules;
    private final BadFiles badFiles;
    private final FooterCensus census;
    private final TaskFigures figures;
    private final DoneFiles done = new DoneFiles();
    private final Map<String, Tracked> tracked = new HashMap<>();
    private final Map<Stream, StreamState> streams = new HashMap<>();
    private final List<DataFile> strangers = new ArrayList<>();
    private long lookMs;
    private long look;
    private long forgotMs;
    private long found;

    /** Of all files whose footers were read. */
    private long knownRows;

    private long knownBytes;

    public Catalog(
            SourceSettings settings,
            Storage storage,
            Scanner scanner,
            Positions positions,
            BadFiles badFiles,
            TaskFigures figures,
            Clocks clocks) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.storage = Objects.requireNonNull(storage, "storage");
        this.scanner = Objects.requireNonNull(scanner, "scanner");
        this.ledgers = new SettledOffsets(storage);
        this.positions = Objects.requireNonNull(positions, "positions");
        this.finisher = new Finisher(storage, settings.finish());
        this.clocks = Objects.requireNonNull(clocks, "clocks");
        this.rules = new ReadingRules(settings);
        this.badFiles = Objects.requireNonNull(badFiles, "badFiles");
        this.census = new FooterCensus(storage, rules.selection(), badFiles.areFatal());
        this.figures = Objects.requireNonNull(figures, "figures");
        this.forgotMs = clocks.steadyMs();
    }

    /**
     * Looks for files. The ledgers come first: what they say is settled can then be seen.
     *
     * @param stopping whether the task is to stop, and need not know all files any more
     */
    public void refresh(BooleanSupplier stopping) throws IOException {
        if (settings.order().order() == FileOrder.OFFSET || !finisher.keeps() || badFiles.areMoved()) {
            ledgers.refresh();
        }
        badFiles.recover();
        lookMs = clocks.steadyMs();
        look++;
        found = 0;
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
        found++;
        if (done.see(file, lookMs)) {
            return false;
        }
        Tracked known = tracked.get(file.path());
        if (known != null) {
            return known.see(file, look, lookMs);
        }
        if (finisher.keeps() && isBehindItsStream(file)) {
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
            Tracked met = new Tracked(file, position, stream, look, lookMs);
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
    private void finishAtFirstSight(Tracked met) {
        if (badFiles.isNoted(met.file)) {
            met.bad = true;
            met.receipt.complete();
            tracked.put(met.file.path(), met);
            return;
        }
        boolean forGood = met.stream == null
                || !met.isBehindItsStream()
                || met.file.last().isBefore(met.stream.durable());
        boolean finished = met.file.bytes() == 0 || met.hasLost() || forGood && finish(met);
        if (finished && !(finisher.keeps() && met.isBehindItsStream())) {
            done.add(met.file, lookMs);
        }
    }

    private Optional<Settled> settled(Optional<Stream> stream) {
        return settings.order().order() == FileOrder.OFFSET
                ? stream.flatMap(known -> ledgers.of(known.topic(), known.partition()))
                : Optional.empty();
    }

    /** What the last look has shown. */
    public Backlog backlog() {
        long files = 0;
        long rows = 0;
        double bytes = 0;
        double bytesUnread = 0;
        long oldestMs = Long.MAX_VALUE;
        for (Tracked file : tracked.values()) {
            if (file.seenLook == look && !file.isDone()) {
                files++;
                rows += file.rowsLeft().map(RowRange::count).orElse(0L);
                bytes += file.bytesLeft();
                bytesUnread += file.rowsLeft().isPresent() ? 0 : file.file.bytes();
                oldestMs = Math.min(oldestMs, file.file.modifiedMs());
            }
        }
        boolean guesses = bytesUnread > 0;
        long rowsUnread = guesses && knownBytes > 0 ? Math.round(bytesUnread * knownRows / knownBytes) : 0;
        return new Backlog(
                found, files, guesses && knownBytes == 0 ? -1 : rows + rowsUnread, Math.round(bytes), oldestMs);
    }

    /** What can be sent now, in order. */
    public List<StreamWork> work() {
        Agenda agenda = new Agenda(settings, this::settled);
        long wallMs = clocks.wallMs();
        for (Tracked file : tracked.values()) {
            if (file.seenLook == look && !file.isDone()) {
                boolean ready = file.settled
                        && wallMs - file.file.modifiedMs() >= settings.find().ageMsLeast();
                agenda.add(file.file, ready);
            }
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
        Tracked state = tracked.get(file.path());
        if (state == null || state.isDone()) {
            return Optional.empty();
        }
        Optional<OpenFile> open;
        try {
            open = OpenFile.open(storage, file, state.begun(), state.from(), rules, new NameCheck(file, keepsStream));
            if (open.isPresent() && open.get().bad().isPresent()) {
                note(open.get());
            }
        } catch (NoSuchFileException e) {
            tracked.remove(file.path());
            throw e;
        } catch (IncompleteFileException e) {
            if (refuse(state, e)) {
                return Optional.empty();
            }
            throw e;
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            giveUp(state, e);
            return Optional.empty();
        }
        if (state.receipt.isComplete()) {
            state.receipt = new Receipt();
        }
        open.ifPresentOrElse(opened -> state.position = Optional.of(opened.start()), () -> state.ignored = true);
        open.ifPresent(opened -> {
            knownRows += opened.rows();
            knownBytes += file.bytes();
        });
        return open.map(opened -> new FileCursor(
                state,
                opened,
                new NameCheck(file, keepsStream),
                this::found,
                more -> figures.add(Figure.FILES_OPEN, more)));
    }

    /** The file needs another look, which it does not get for ever; whether it is given up. */
    private boolean refuse(Tracked state, IncompleteFileException reason) throws IOException {
        state.settled = false;
        long waitedMs = clocks.steadyMs() - state.sameSinceMs;
        if (waitedMs <= settings.trouble().incompleteFileTimeoutMs()) {
            return false;
        }
        giveUp(
                state,
                new CorruptFileException("the file " + state.file.path() + " has not changed for " + waitedMs
                        + " ms and is no whole Parquet file: " + reason.getMessage()));
        return true;
    }

    /** Nothing of the file that was not sent before can be sent. */
    private void giveUp(Tracked state, ParquetException defect) throws IOException {
        if (badFiles.areFatal()) {
            throw defect;
        }
        long sent = state.begun().map(FilePosition::row).orElse(0L);
        Optional<Loss.Offsets> offsets =
                state.file.stream().map(stream -> new Loss.Offsets(state.firstPoint(), state.file.last()));
        badFiles.note(new BadFile(
                state.file,
                List.of(Defect.of(defect)),
                List.of(new RowRange(0, sent)),
                List.of(new Loss(state.rowsLeft(), offsets))));
        state.bad = true;
        state.receipt.complete();
    }

    /** Rows of an open file cannot be read. */
    private void found(OpenFile file, long row, StreamPoint next, ParquetException defect) throws IOException {
        if (badFiles.areFatal()) {
            throw defect;
        }
        badFiles.note(file.badFrom(row, next, defect));
    }

    private void note(OpenFile file) throws IOException {
        try {
            badFiles.note(file.bad().orElseThrow());
        } catch (IOException | RuntimeException e) {
            try (file) {
                throw e;
            }
        }
    }

    /** Notes that a file has no rows left. */
    void exhausted(FileCursor cursor) {
        Tracked state = cursor.tracked();
        state.position = Optional.of(cursor.end());
        state.bad = cursor.isBad();
        figures.add(Figure.FILES_DONE, 1);
        state.receipt.complete();
    }

    /** Does what is to be done with the files that were sent, where the position that says so is committed. */
    public void finish() {
        List<Tracked> answered = new ArrayList<>();
        List<Mark> marks = new ArrayList<>();
        for (Tracked file : tracked.values()) {
            if (file.isDone() && file.receipt.isAnswered()) {
                answered.add(file);
                file.receipt.lastAcknowledged().ifPresent(marks::add);
            }
        }
        Set<Mark> durable = new HashSet<>(positions.durable(marks));
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

    private void finishForGood(Tracked file) {
        if (file.stream != null && file.isBehindItsStream()) {
            file.stream.committed(file.file.last().next());
        }
        if (file.bad ? settle(file) : finish(file)) {
            tracked.remove(file.file.path());
            done.add(file.file, lookMs);
        }
    }

    /** Whether what is to be done with a bad file has been done. */
    private boolean settle(Tracked file) {
        return !badFiles.areMoved() || !ledgers.isNeeded(file.file.path()) && badFiles.move(file.file);
    }

    /** Whether what is to be done with a file of which all was sent has been done. */
    private boolean finish(Tracked file) {
        return finisher.keeps()
                || !ledgers.isNeeded(file.file.path()) && isWhatWasSent(file) && finisher.finish(file.file.path());
    }

    /** Somebody may have put another file in the place of the one that was sent, since the last look. */
    private boolean isWhatWasSent(Tracked file) {
        Optional<FileIdentity> sent = file.position.flatMap(FilePosition::file);
        if (sent.isEmpty()) {
            return true;
        }
        try (InputFile now = storage.open(file.file.path())) {
            return now.length() == sent.get().bytes()
                    && FileTail.of(now).footerHash().equals(sent.get().footer());
        } catch (NoSuchFileException gone) {
            return true;
        } catch (IOException notNow) {
            return false;
        }
    }

    /** The files of which something is left to be sent or to be heard, for tests and figures. */
    Collection<Tracked> tracked() {
        return tracked.values();
    }

    DoneFiles done() {
        return done;
    }
}
