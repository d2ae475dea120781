package io.parquetry.connect.source.discover;

import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.config.FileOrder;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.config.TaskShare;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists the files of a task, each directory once in a scan and those first in which something was new lately, so that a
 * scan that is cut short has seen what matters. It keeps nothing of what it has listed but the names of these directories.
 */
public final class Scanner {
    /** Is shown the files one by one. */
    public interface Visitor {
        /** @return whether the file is new, or has changed */
        boolean see(DataFile file);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Scanner.class);

    /** In so many scans after something new was found in a directory, it is listed early. */
    private static final int LIVELY_SCANS = 20;

    private static final int LIVELY_DIRECTORIES_MAX = 10_000;

    private final Storage storage;
    private final PathFilter filter;
    private final boolean byStream;
    private final TaskShare share;
    private final Map<String, Long> lively = new HashMap<>();
    private long scans;
    private boolean missed;

    public Scanner(Storage storage, SourceSettings settings, TaskShare share) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.filter = new PathFilter(settings.find(), settings.movedAside());
        this.byStream = settings.order().order() == FileOrder.OFFSET;
        this.share = Objects.requireNonNull(share, "share");
    }

    /**
     * Shows the files that there are, in no order.
     *
     * @param mine is shown those of this task
     * @param any is shown each of them, before
     */
    public void scan(Visitor mine, Consumer<DataFile> any) throws IOException {
        noteMissingRoot();
        scans++;
        lively.values().removeIf(found -> scans - found > LIVELY_SCANS);
        Set<String> early = new HashSet<>();
        lively.keySet().forEach(directory -> addWithAncestors(directory, early));
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
    }

    private static void addWithAncestors(String directory, Set<String> directories) {
        String at = directory;
        while (!at.isEmpty() && directories.add(at)) {
            at = StoragePath.parent(at);
        }
    }

    /** Shows the files of one directory, and gives the directories in it. */
    private List<String> list(String directory, Visitor mine, Consumer<DataFile> any) throws IOException {
        List<String> directories = new ArrayList<>();
        storage.list(directory, new ListingVisitor() {
            @Override
            public void file(StoredFile file) {
                if (filter.reads(file.path())) {
                    DataFile found = DataFile.of(file);
                    any.accept(found);
                    if (isMine(found) && mine.see(found)) {
                        noteNew(directory);
                    }
                }
            }

            @Override
            public boolean enter(String path) {
                if (filter.enters(path)) {
                    directories.add(path);
                }
                return false;
            }
        });
        return directories;
    }

    private boolean isMine(DataFile file) {
        return Assignment.isMine(byStream ? Assignment.byStream(file) : file.path(), share);
    }

    private void noteNew(String directory) {
        if (lively.size() < LIVELY_DIRECTORIES_MAX || lively.containsKey(directory)) {
            lively.put(directory, scans);
        }
    }

    private void noteMissingRoot() throws IOException {
        boolean there = storage.isDirectory("");
        if (!there && !missed) {
            LOG.warn("There is nothing at {}; waiting for it. Check storage.url.", storage.url());
        }
        missed = !there;
    }
}
