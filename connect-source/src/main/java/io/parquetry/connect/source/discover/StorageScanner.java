package io.parquetry.connect.source.discover;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.config.DiscoverySettings.FileOrder;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.offset.PointRanges;
import io.parquetry.connect.source.offset.SinkStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Lists the files of a task. A scan lists each directory once, and directories with recent files first, so that a scan
 * that is interrupted has listed these; where the storage lists trees, all directories in one listing. Between scans
 * only the names of such directories are kept. Which of the files are sent, and when, is not decided here but by the
 * file tracker.
 */
public final class StorageScanner {
    /** Receives the files one by one. */
    public interface Visitor {
        /** @return whether the file is new, or has changed */
        boolean visit(DataFile file);

        /** Receives a file or directory whose name cannot be expressed, so that it cannot be read. */
        default void visitUnreadable(String path, String reason) {}

        /** Receives a file that a task has renamed to delete or move it; {@code file} has its original path. */
        default void visitAside(AsideName aside, DataFile file) {}

        /** Receives a file with such a name whose original path no task reads, so that none has renamed it. */
        default void visitForeignAside(AsideName aside) {}
    }

    private static final Log LOG = Log.of(StorageScanner.class);

    /** For so many scans after a new file was found in a directory, the directory is listed early. */
    private static final int ACTIVE_SCANS = 20;

    private static final int ACTIVE_DIRECTORIES_MAX = 10_000;

    private static final int SCANS_BETWEEN_WARNINGS = 120;

    private final Storage storage;
    private final ScanFilter filter;
    private final boolean byStream;
    private final TaskAssignment assignment;
    private final Consumer<DataFile> archive;
    /** For each active directory the scan that found its last new file. */
    private final Map<String, Long> active = new HashMap<>();

    /** The directories that cannot be listed, and when the log said so last. */
    private final Map<String, Long> logged = new HashMap<>();

    /** The directories that the last scan could not list. */
    private final Set<String> unlisted = new TreeSet<>();

    /** The directories that searches for missing offsets could not list; what they hold is not known. */
    private final Set<String> unsearched = new TreeSet<>();

    /** The directory that failed last; "" before. */
    private String lastFailed = "";

    private long scans;
    private boolean rootIsMissing;

    /** Whether the scan has not listed anything so far. */
    private boolean foundNothing;

    public StorageScanner(Storage storage, SourceSettings settings, TaskAssignment assignment) {
        this(storage, settings, assignment, file -> {});
    }

    /** @param archive receives the files of all tasks at each scan */
    public StorageScanner(
            Storage storage, SourceSettings settings, TaskAssignment assignment, Consumer<DataFile> archive) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.filter = new ScanFilter(settings.discovery(), settings.movedAside());
        this.byStream = settings.discovery().order() == FileOrder.OFFSET;
        this.assignment = Objects.requireNonNull(assignment, "assignment");
        this.archive = Objects.requireNonNull(archive, "archive");
    }

    /**
     * Passes all files to the visitors, in no order.
     *
     * @param mine receives the files of this task
     * @param any receives the files of all tasks, each before {@code mine} does
     */
    public void scan(Visitor mine, Consumer<DataFile> any) throws IOException {
        scans++;
        unlisted.clear();
        foundNothing = true;
        active.values().removeIf(found -> scans - found > ACTIVE_SCANS);
        Set<String> early = new HashSet<>();
        active.keySet().forEach(directory -> addWithAncestors(directory, early));
        Deque<String> waiting = new ArrayDeque<>(List.of(""));
        while (!waiting.isEmpty()) {
            for (String directory : list(waiting.pop(), mine, any)) {
                if (early.contains(directory)) {
                    waiting.addFirst(directory);
                } else {
                    waiting.addLast(directory);
                }
            }
        }
        checkRoot();
    }

    private static void addWithAncestors(String directory, Set<String> directories) {
        String current = directory;
        while (!current.isEmpty() && directories.add(current)) {
            current = StoragePath.parent(current);
        }
    }

    /** Whether the last scan has not seen all files, because a directory cannot be listed. */
    public boolean isIncomplete() {
        return !unlisted.isEmpty();
    }

    /** The number of directories that the last scan could not list. */
    public int unlistedCount() {
        return unlisted.size();
    }

    /**
     * Whether a stream may have files that the last scan has not seen, so that it is not sent meanwhile: it would go on
     * behind them.
     */
    public boolean mayMiss(SinkStream stream) {
        return unlisted.stream().anyMatch(directory -> stream.mayBeBelow(directory));
    }

    /** Whether the last scan would not have seen a file of this path. */
    public boolean mayMiss(String path) {
        return unlisted.stream().anyMatch(directory -> path.startsWith(directory + "/"));
    }

    /**
     * Passes on the files of one directory, and returns its subdirectories that must be listed; none where the storage
     * lists trees, or the directory cannot be listed while others can.
     */
    private List<String> list(String directory, Visitor mine, Consumer<DataFile> any) throws IOException {
        try {
            List<String> directories = listOrFail(directory, mine, any);
            logged.remove(directory);
            return directories;
        } catch (IOException e) {
            if (directory.isEmpty() || !keepFailed(directory, e)) {
                throw e;
            }
            unlisted.add(directory);
            if (scans - logged.getOrDefault(directory, -(long) SCANS_BETWEEN_WARNINGS) >= SCANS_BETWEEN_WARNINGS
                    && (logged.size() < ACTIVE_DIRECTORIES_MAX || logged.containsKey(directory))) {
                logged.put(directory, scans);
                LOG.warn(
                        "The directory {} of {} cannot be listed: {}. Others are sent, but no topic-partition that may"
                                + " have files there. Repair it, give the worker's user access, or leave it out by"
                                + " path.exclude.",
                        directory,
                        storage.url(),
                        e.toString());
            }
            return List.of();
        }
    }

    /**
     * Keeps which directory failed last.
     *
     * @return whether the failure is the directory's; one that may be the storage's is that of the directory when it
     *     comes again and the storage can be listed
     */
    private boolean keepFailed(String directory, IOException failure) {
        boolean failedBefore = directory.equals(lastFailed);
        lastFailed = directory;
        return DirectoryFailure.isOfDirectory(storage, failure)
                || (failedBefore || logged.containsKey(directory)) && DirectoryFailure.canBeListed(storage, failure);
    }

    private List<String> listOrFail(String directory, Visitor mine, Consumer<DataFile> any) throws IOException {
        List<String> directories = new ArrayList<>();
        storage.list(directory, new ListingVisitor() {
            @Override
            public void file(StoredFile file) {
                foundNothing = false;
                if (filter.reads(file)) {
                    DataFile found = DataFile.of(file);
                    archive.accept(found);
                    any.accept(found);
                    if (isMine(found) && mine.visit(found)) {
                        markActive(directory);
                    }
                    return;
                }
                AsideName.parse(file.path()).ifPresent(aside -> {
                    if (!aside.hasOriginal() || !filter.mayRead(aside.original())) {
                        if (assignment.includes(file.path())) {
                            mine.visitForeignAside(aside);
                        }
                        return;
                    }
                    DataFile original = DataFile.of(file.at(aside.original()));
                    if (isMine(original)) {
                        mine.visitAside(aside, original);
                    }
                });
            }

            @Override
            public void unreadable(String path, String reason) {
                if (assignment.includes(path) && filter.wouldRead(path)) {
                    mine.visitUnreadable(path, reason);
                }
            }

            @Override
            public boolean enter(String path) {
                foundNothing = false;
                if (storage.listsTrees()) {
                    return filter.enters(path);
                }
                if (filter.enters(path)) {
                    directories.add(path);
                }
                return false;
            }
        });
        return directories;
    }

    /**
     * The offsets of a topic-partition in files that are not read: that the user leaves out, or that were moved aside.
     * It lists the whole storage, but for {@link #unsearched} directories, and forgets those that are gone.
     */
    public PointRanges leftOut(SinkStream stream) throws IOException {
        PointRanges found = new PointRanges();
        Set<String> passedOver = new HashSet<>();
        Set<String> failed = listAll(
                directory -> {
                    if (!filter.enters(directory) || passedOver.contains(StoragePath.parent(directory))) {
                        passedOver.add(directory);
                    }
                    return !directory.equals(LedgerDirectory.ROOT);
                },
                file -> {
                    DataFile data = DataFile.of(file);
                    boolean isRead = filter.reads(file) && !passedOver.contains(StoragePath.parent(file.path()));
                    if (!isRead
                            && data.stream()
                                    .map(SinkStream::anywhere)
                                    .filter(stream.anywhere()::equals)
                                    .isPresent()) {
                        found.add(new PointRanges.Range(data.first(), data.last()));
                    }
                });
        unsearched.retainAll(failed);
        return found;
    }

    /**
     * The offsets in the names of the files of these streams, of all tasks. It lists the whole storage, but for {@link
     * #unsearched} directories.
     */
    public Map<SinkStream, PointRanges> offsets(Set<SinkStream> streams) throws IOException {
        Map<SinkStream, PointRanges> found = new HashMap<>();
        listAll(filter::enters, file -> {
            DataFile data = DataFile.of(file);
            if (filter.reads(file)) {
                data.stream()
                        .filter(streams::contains)
                        .ifPresent(stream -> found.computeIfAbsent(stream, each -> new PointRanges())
                                .add(new PointRanges.Range(data.first(), data.last())));
            }
        });
        return found;
    }

    /** The directories that {@link #leftOut} and {@link #offsets} could not list. */
    public Set<String> unsearched() {
        return Set.copyOf(unsearched);
    }

    /**
     * Passes over a directory that may not be read, or that fails again: a first failure may soon be over.
     *
     * @return the directories that were passed over
     */
    private Set<String> listAll(Predicate<String> enters, Consumer<StoredFile> files) throws IOException {
        Deque<String> waiting = new ArrayDeque<>(List.of(""));
        Set<String> passedOver = new HashSet<>();
        Optional<IOException> first = Optional.empty();
        while (!waiting.isEmpty()) {
            String directory = waiting.remove();
            try {
                storage.list(directory, new ListingVisitor() {
                    @Override
                    public void file(StoredFile file) {
                        files.accept(file);
                    }

                    @Override
                    public boolean enter(String path) {
                        boolean isEntered = enters.test(path);
                        if (isEntered && !storage.listsTrees()) {
                            waiting.add(path);
                        }
                        return isEntered && storage.listsTrees();
                    }
                });
                unsearched.remove(directory);
            } catch (IOException e) {
                if (directory.isEmpty()) {
                    throw e;
                }
                boolean failedBefore = !unsearched.add(directory);
                boolean isItsOwn = unlisted.contains(directory)
                        || DirectoryFailure.isOfDirectory(storage, e)
                        || failedBefore && DirectoryFailure.canBeListed(storage, e);
                if (!isItsOwn) {
                    throw e;
                }
                LOG.debug("The offsets of files in {} are not known: {}", directory, e.toString());
                if (failedBefore || e instanceof AccessDeniedException) {
                    passedOver.add(directory);
                } else {
                    first = first.or(() -> Optional.of(e));
                }
            }
        }
        if (first.isPresent()) {
            throw first.get();
        }
        return passedOver;
    }

    private boolean isMine(DataFile file) {
        return assignment.includes(byStream ? TaskAssignment.streamName(file) : file.path());
    }

    private void markActive(String directory) {
        if (active.size() < ACTIVE_DIRECTORIES_MAX || active.containsKey(directory)) {
            active.put(directory, scans);
        }
    }

    private void checkRoot() throws IOException {
        boolean exists = !foundNothing || storage.isDirectory("");
        if (!exists && !rootIsMissing) {
            LOG.warn("{} does not exist; waiting until it does. Check storage.url.", storage.url());
        }
        rootIsMissing = !exists;
    }
}
