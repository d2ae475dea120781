package io.parquetry.connect.source.tracking;

import io.parquetry.connect.common.ledger.CommittedOffset;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.DiscoverySettings.FileOrder;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.AsideName;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.discover.StorageScanner;
import io.parquetry.connect.source.errors.BadFileHandler;
import io.parquetry.connect.source.errors.TaskId;
import io.parquetry.connect.source.metrics.Backlog;
import io.parquetry.connect.source.offset.DroppedPosition;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.connect.source.offset.SourceOffset;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.connect.source.read.FileNeighbours;
import io.parquetry.connect.source.read.SentFiles;
import io.parquetry.connect.source.select.Selection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * All files of a task, and how far each was sent.
 *
 * <ol type="a">
 *   <li>The committed offset of a file is read when the file is first listed, and never again: from then on this task
 *       is ahead of it. So a file that vanishes is tracked until the offsets of its sent rows are committed: it may
 *       come back.
 *   <li>A file is stable when two scans in a row list it as the same, or its stream has a ledger, or it
 *       has the size that it had when some of its rows were sent. Only stable files are opened.
 *   <li>A file with nothing left to send is never opened. It is kept as a few bytes, or, where the offset of its stream
 *       implies it, not at all; but not before the offset that says so is committed.
 *   <li>A row before the offset of its stream was sent, whatever the position of its file.
 *   <li>A file whose name says that it has no selected row is not tracked.
 *   <li>A file is deleted or moved only if this connector has sent it whole, from its first row to its last, and no
 *       sink's ledger names it. A row before the offset of its stream is no proof.
 *   <li>A bad file is reported before any row after the lost ones is sent, and moved when the offsets of its sent rows
 *       are committed.
 * </ol>
 */
public final class FileTracker {
    private static final Log LOG = Log.of(FileTracker.class);

    /** A file that was not listed for so long is forgotten; shorter gaps in listings are ignored. */
    private static final long FORGET_AFTER_MS = 3_600_000;

    /** Connect is asked for the committed offsets of so many files at once. */
    private static final int NEW_FILES_MAX = 5_000;

    private final SourceSettings settings;
    private final StorageScanner scanner;
    private final StreamLedgers ledgers;
    private final CommittedPositions positions;
    private final FileCompletion completion;
    private final Clocks clocks;
    private final Selection selection;
    private final BadFileHandler badFiles;
    private final SchemaUnionScan unionScan;
    private final BooleanSupplier stopping;
    private final MissingOffsets missing;
    private final BacklogCounter backlog = new BacklogCounter();
    private final CompactFileSet done = new CompactFileSet();
    private final Map<String, TrackedFile> tracked = new HashMap<>();
    private final TaskStreams streams;
    private final FileAges ages = new FileAges();

    /** The names of files that this task has deleted or moved, because they were sent whole. */
    private final FreedNames freed = new FreedNames();

    /** When files were missing for the first time though a scan had listed them. */
    private final Map<String, Long> missingSinceMs = new HashMap<>();

    private final List<DataFile> newFiles = new ArrayList<>();

    /** Files that a task has renamed to delete or move them, as under their original paths. */
    private final Map<AsideName, DataFile> aside = new LinkedHashMap<>();

    /** The claimed files that the scan has listed. */
    private final Set<String> listedClaims = new HashSet<>();

    private long scanMs;
    private long scans;
    private long forgotMs;

    /** @param stopping whether the task is to stop, so that a long scan need not be finished */
    public FileTracker(
            SourceSettings settings,
            Storage storage,
            StorageScanner scanner,
            CommittedPositions positions,
            Selection selection,
            BadFileHandler badFiles,
            Clocks clocks,
            TaskId task,
            BooleanSupplier stopping) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.scanner = Objects.requireNonNull(scanner, "scanner");
        this.ledgers = new StreamLedgers(storage);
        this.positions = Objects.requireNonNull(positions, "positions");
        this.completion = new FileCompletion(
                storage,
                ledgers,
                new CompletionAction(storage, settings.finish(), task.connector()),
                badFiles,
                new SentFiles(storage, selection, stopping));
        this.streams = new TaskStreams(positions, ledgers, !completion.keepsFiles());
        this.clocks = Objects.requireNonNull(clocks, "clocks");
        this.selection = Objects.requireNonNull(selection, "selection");
        this.badFiles = Objects.requireNonNull(badFiles, "badFiles");
        this.unionScan = new SchemaUnionScan(storage, selection, badFiles.failsTask());
        this.stopping = Objects.requireNonNull(stopping, "stopping");
        this.missing = new MissingOffsets(settings.failure(), selection, scanner, ledgers);
        this.forgotMs = clocks.steadyMs();
    }

    /** Scans the storage. The ledgers are read first, so that the listing has all files that they have committed. */
    public void scan() throws IOException {
        if (settings.discovery().order() == FileOrder.OFFSET || completion.removesFiles()) {
            ledgers.refresh(() -> scanner.scan(new FilesOfTask(), file -> {}));
        }
        badFiles.recover();
        scanMs = clocks.steadyMs();
        scans++;
        backlog.beginScan();
        newFiles.clear();
        aside.clear();
        listedClaims.clear();
        ledgers.beginScan();
        missing.beginScan();
        unionScan.beginScan();
        scanner.scan(new Listing(), file -> unionScan.visit(file, scanMs));
        if (!unionScan.finishScan(scanMs, stopping)) {
            return;
        }
        trackNewFiles();
        if (!scanner.isIncomplete()) {
            finishCompleteScan();
        }
        recoverAside();
        streams.all()
                .values()
                .forEach(stream -> stream.retainClaims(
                        path -> tracked.containsKey(path) || listedClaims.contains(path) || scanner.mayMiss(path)));
        completion.logKept();
        forgetMissing();
        if (scanMs - forgotMs > FORGET_AFTER_MS) {
            done.forgetBefore(forgotMs);
            forgotMs = scanMs;
        }
    }

    /** Does what only a scan that has listed all files can tell. */
    private void finishCompleteScan() throws IOException {
        ledgers.finishScan();
        checkEnds();
        nameUnexplained();
        streams.trackUndecided();
    }

    /** Compares the ends of the streams that are sent up to their end with what the ledgers say. */
    private void checkEnds() throws IOException {
        for (Map.Entry<SinkStream, StreamProgress> stream : streams.all().entrySet()) {
            Optional<CommittedOffset> committed = committedOffset(Optional.of(stream.getKey()));
            Optional<DataFile> newest = ledgers.newest(stream.getKey());
            if (committed.isPresent() && newest.isPresent() && !ledgers.isHeld(stream.getKey())) {
                missing.checkEnd(stream.getKey(), stream.getValue(), committed.get(), newest.get(), scans, scanMs);
            }
        }
    }

    /** Names files that wait for a position which may never come; those of the sink are in the ledger by this scan. */
    private void nameUnexplained() {
        if (settings.discovery().order() != FileOrder.OFFSET) {
            return;
        }
        tracked.values().stream()
                .filter(file -> file.wasListedBy(scans) && file.isOlderThan(scans) && !file.isDone())
                .map(TrackedFile::file)
                .filter(ledgers::isUnexplained)
                .forEach(file -> badFiles.reportName(
                        file.path(),
                        "it has the name of a sink's file, but the ledger of "
                                + file.stream().orElseThrow()
                                + " has published no such offsets; it is sent when the ledger's position is behind its"
                                + " first one. If no sink wrote it, give it another name"));
    }

    /**
     * Passes what is missing before the row of a file at a point, or begins to wait for it.
     *
     * @return whether the row may be sent, as far as rows before it are concerned
     * @throws org.apache.kafka.connect.errors.ConnectException where missing offsets fail the task
     */
    public boolean tryPass(TrackedFile file, StreamPoint row, FileNeighbours neighbours) throws IOException {
        if (file.stream().isAt(row)) {
            missing.forget(file.file());
            return true;
        }
        Optional<CommittedOffset> committed = committedOffset(file.file().stream());
        return (committed.isEmpty()
                        || missing.tryBegin(row.generation(), file, committed.get(), scans, clocks.steadyMs()))
                && missing.tryPass(file, row, neighbours, scans, clocks.steadyMs());
    }

    /** The number of offsets that files or ledgers promise and that no file has. */
    public long missingOffsets() {
        return missing.count(streams.all().values());
    }

    /** Notes of which streams the task has files, before their ledgers are read. */
    private final class FilesOfTask implements StorageScanner.Visitor {
        @Override
        public boolean visit(DataFile file) {
            ledgers.see(file);
            return false;
        }

        @Override
        public void visitUnreadable(String path, String reason) {}

        @Override
        public void visitAside(AsideName name, DataFile file) {
            ledgers.see(file);
        }
    }

    /** Receives the files of the task. */
    private final class Listing implements StorageScanner.Visitor {
        @Override
        public boolean visit(DataFile file) {
            return FileTracker.this.visit(file);
        }

        @Override
        public void visitUnreadable(String path, String reason) {
            badFiles.reportName(path, reason);
        }

        @Override
        public void visitAside(AsideName name, DataFile file) {
            aside.put(name, file);
        }

        @Override
        public void visitForeignAside(AsideName name) {
            completion.passOver(name);
        }
    }

    private boolean visit(DataFile file) {
        ledgers.visit(file);
        if (selection.leavesOut(file)) {
            return false;
        }
        backlog.addFound();
        if (done.refresh(file, scanMs)) {
            return false;
        }
        TrackedFile known = tracked.get(file.path());
        if (known != null) {
            return known.update(file, scans, scanMs);
        }
        if (completion.keepsFiles() && streams.isBehind(file)) {
            return false;
        }
        newFiles.add(file);
        if (newFiles.size() == NEW_FILES_MAX) {
            trackNewFiles();
        }
        return true;
    }

    private void trackNewFiles() {
        streams.track(newFiles);
        newFiles.removeIf(streams::isUndecided);
        List<String> unsent = newFiles.stream()
                .filter(file -> !streams.isBehind(file))
                .map(DataFile::path)
                .toList();
        Map<String, FilePosition> committed = positions.ofFiles(unsent);
        for (DataFile file : newFiles) {
            Optional<FilePosition> position =
                    Optional.ofNullable(committed.get(file.path())).filter(any -> !freed.has(file.path()));
            StreamProgress stream = streams.of(file).orElse(null);
            TrackedFile added = new TrackedFile(file, position, stream, scans, scanMs);
            if (stream != null && stream.claimed(file.path()).isPresent()) {
                listedClaims.add(file.path());
            }
            if (position.flatMap(FilePosition::file)
                            .filter(sent -> sent.bytes() == file.bytes())
                            .isPresent()
                    || committedOffset(file.stream()).isPresent()) {
                added.markStable();
            }
            if (added.isDone()) {
                if (!added.isBehindItsStream()) {
                    added.cover();
                }
                completeSentFile(added);
            } else {
                tracked.put(file.path(), added);
            }
        }
        newFiles.clear();
    }

    /** Completes or undoes the deletions and moves that earlier tasks did not complete. */
    private void recoverAside() {
        if (aside.isEmpty()) {
            return;
        }
        streams.track(aside.values());
        Map<String, FilePosition> committed =
                positions.ofFiles(aside.values().stream().map(DataFile::path).toList());
        aside.forEach((name, file) -> {
            StreamProgress stream = streams.of(file).orElse(null);
            completion.recover(
                    name,
                    new TrackedFile(file, Optional.ofNullable(committed.get(file.path())), stream, scans, scanMs));
        });
    }

    /**
     * Completes a file that was already sent when it was first listed. The offset that says so is committed, unless
     * this task has sent the file's rows meanwhile. A reported bad file whose move was interrupted is moved now; a file
     * that lost rows stays where it is.
     */
    private void completeSentFile(TrackedFile file) {
        if (badFiles.isReported(file.file())) {
            file.markBad();
            tracked.put(file.file().path(), file);
            return;
        }
        if (completion.keepsFiles() && file.isBehindItsStream()) {
            return;
        }
        if (file.file().bytes() == 0 || file.hasLostRows()) {
            finish(file, false);
        } else if (!file.isBehindItsStream() || file.isCommittedInItsStream()) {
            file.markSentBefore();
            complete(file);
        }
    }

    private void complete(TrackedFile file) {
        boolean removes = completion.removes(file);
        switch (completion.complete(file)) {
            case COMPLETE -> finish(file, removes);
            // A listing tells only size, time and number; the next one shows the file as a new one.
            case REPLACED -> {
                LOG.info(
                        "{} is another file than the one that was sent under its name",
                        file.file().path());
                finish(file, true);
            }
            // One that was renamed is not listed any more, and a file that takes its path is another one.
            case LATER -> tracked.put(file.file().path(), file);
        }
    }

    /**
     * Notes that nothing more happens to a file.
     *
     * @param isRemoved whether it was deleted, moved or replaced: what comes under its name then is a new file
     */
    private void finish(TrackedFile file, boolean isRemoved) {
        file.disclaim();
        tracked.remove(file.file().path());
        if (isRemoved) {
            freed.add(file.file().path(), file.hasOwnPosition());
        } else {
            freed.remove(file.file().path());
            done.add(file.file(), scanMs);
        }
    }

    /** The position of a file that this task deleted or moved and that Connect still has; empty when there is none. */
    public Optional<DroppedPosition> nextDroppedPosition() {
        return freed.hasPositions()
                ? freed.nextPosition(
                        path -> tracked.containsKey(path) && tracked.get(path).hasSent())
                : Optional.empty();
    }

    /** The offset that the ledger of a stream has committed; empty for a file without one. */
    public Optional<CommittedOffset> committedOffset(Optional<SinkStream> stream) {
        return settings.discovery().order() == FileOrder.OFFSET ? stream.flatMap(ledgers::of) : Optional.empty();
    }

    /** What was unsent at the last scan. */
    public Backlog backlog() {
        return backlog.backlog(unsent());
    }

    /** The files with unsent rows that the last scan listed. */
    private List<TrackedFile> unsent() {
        return tracked.values().stream()
                .filter(file -> file.wasListedBy(scans) && !file.isDone())
                .toList();
    }

    /** The files with unsent rows, all as they are at one moment. */
    public UnsentFiles unsentFiles() {
        long wallMs = clocks.wallMs();
        Map<Boolean, List<DataFile>> byReadiness = unsent().stream()
                .collect(Collectors.partitioningBy(
                        file -> isReady(file, wallMs), Collectors.mapping(TrackedFile::file, Collectors.toList())));
        return new UnsentFiles(byReadiness.get(true), byReadiness.get(false));
    }

    private boolean isReady(TrackedFile file, long wallMs) {
        return file.isStable()
                && (!scanner.isIncomplete()
                        || file.file().stream().filter(scanner::mayMiss).isEmpty())
                && !isHeld(file.file())
                && ages.ageMs(file.file(), scanMs - file.unchangedSinceMs(), wallMs)
                        >= settings.discovery().ageMsMin();
    }

    /** Whether the ledger that bounds the file's stream is not known. */
    private boolean isHeld(DataFile file) {
        return settings.discovery().order() == FileOrder.OFFSET
                && file.stream().filter(ledgers::isHeld).isPresent();
    }

    /** The number of ledgers that cannot be read, each of which stops its stream. */
    public int brokenLedgers() {
        return ledgers.brokenCount();
    }

    /** The number of directories that the last scan could not list. */
    public int unlistedDirectories() {
        return scanner.unlistedCount();
    }

    /** What is tracked of a file; empty when nothing is left of it, or it is unknown. */
    public Optional<TrackedFile> find(String path) {
        return Optional.ofNullable(tracked.get(path));
    }

    /** Notes that a file does not exist any more. If it comes back, it is continued where sending ended. */
    public void markMissing(TrackedFile file) {
        missingSinceMs.putIfAbsent(file.file().path(), clocks.steadyMs());
        if (file.hasSent()) {
            file.markMissing();
        } else {
            tracked.remove(file.file().path());
        }
    }

    /** How long scans have listed a file that cannot be found when it is opened; 0 when it was never missing. */
    public long missingMs(DataFile file) {
        Long since = missingSinceMs.get(file.path());
        return since == null ? 0 : clocks.steadyMs() - since;
    }

    private void forgetMissing() {
        missingSinceMs.keySet().removeIf(path -> {
            TrackedFile listed = tracked.get(path);
            return listed == null || !listed.wasListedBy(scans);
        });
        List<TrackedFile> missing = tracked.values().stream()
                .filter(file -> scanMs - file.lastSeenMs() > FORGET_AFTER_MS && file.isAnswered())
                .filter(file -> !completion.isInterrupted(file.file().path()))
                .toList();
        committed(missing).forEach(file -> {
            tracked.remove(file.file().path());
            freed.remove(file.file().path());
        });
    }

    /** Takes in the number of rows that the footer of a file says, to estimate those of other files. */
    public void addFooter(long rows, long bytes) {
        backlog.addFooter(rows, bytes);
    }

    /** Completes the files whose last offset is committed. */
    public void completeFiles() {
        committed(tracked.values().stream().filter(TrackedFile::isDelivered).toList())
                .forEach(file -> {
                    file.markCommitted();
                    complete(file);
                });
        List<String> empty = tracked.values().stream()
                .filter(file -> file.file().bytes() == 0 && file.isDone())
                .map(file -> file.file().path())
                .toList();
        empty.forEach(path -> done.add(tracked.remove(path).file(), scanMs));
    }

    /** Those of the files whose last acknowledged offset is committed, and those without one. */
    private List<TrackedFile> committed(List<TrackedFile> files) {
        List<SourceOffset> offsets = new ArrayList<>();
        files.forEach(file -> file.lastAcknowledged().ifPresent(offsets::add));
        // Equal maps may be positions in different files.
        Set<SourceOffset> committed = Collections.newSetFromMap(new IdentityHashMap<>());
        committed.addAll(positions.reached(offsets));
        return files.stream()
                .filter(file -> file.lastAcknowledged().map(committed::contains).orElse(true))
                .toList();
    }

    /** The tracked files, for tests. */
    Collection<TrackedFile> tracked() {
        return tracked.values();
    }

    /** The files with nothing left, for tests. */
    CompactFileSet done() {
        return done;
    }
}
