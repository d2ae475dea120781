package io.parquetry.connect.source;

import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.StorageScanner;
import io.parquetry.connect.source.discover.TaskAssignment;
import io.parquetry.connect.source.errors.BadFileHandler;
import io.parquetry.connect.source.errors.TaskId;
import io.parquetry.connect.source.memory.OpenFileMemory;
import io.parquetry.connect.source.merge.ReadPlanner;
import io.parquetry.connect.source.merge.ReadableFileFactory;
import io.parquetry.connect.source.merge.StreamPlan;
import io.parquetry.connect.source.metrics.SourceTaskMetrics;
import io.parquetry.connect.source.read.FileOpener;
import io.parquetry.connect.source.select.Selection;
import io.parquetry.connect.source.tracking.Clocks;
import io.parquetry.connect.source.tracking.CommittedPositions;
import io.parquetry.connect.source.tracking.FileTracker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tracker of a task over a directory, with a clock and committed offsets of its own, and what opens its files. */
public final class TrackingKit implements Clocks {
    public final CountingStorage storage;
    public final SourceSettings settings;
    public final FileTracker tracker;
    public final SourceTaskMetrics metrics;
    public final ReadableFileFactory files;

    /** The committed offsets. */
    public final Map<Map<String, String>, Map<String, Object>> committed = new HashMap<>();

    /** How often Connect was asked for the offset of each partition. */
    public final Map<Map<String, String>, Integer> asked = new HashMap<>();

    public long nowMs;

    /** The memory of open files. */
    public final OpenFileMemory.Account memory;

    /** How much later it is each time the clock on the wall is read. */
    public long wallStepMs;

    private long wallMs = System.currentTimeMillis() + 1_000;

    /** @param config keys and values beside the directory and a topic, one after the other */
    public TrackingKit(Path directory, String... config) {
        storage = new CountingStorage(directory);
        Map<String, String> all = new HashMap<>(Map.of("storage.url", directory.toString(), "topic", "t"));
        for (int i = 0; i < config.length; i += 2) {
            all.put(config[i], config[i + 1]);
        }
        settings = SourceSettings.of(all);
        metrics = new SourceTaskMetrics(this::steadyMs, System::currentTimeMillis);
        BadFileHandler badFiles = new BadFileHandler(
                settings.failure(), storage, new TaskId("test", 0), System::currentTimeMillis, metrics);
        Selection selection = new Selection(settings);
        tracker = new FileTracker(
                settings,
                storage,
                new StorageScanner(storage, settings, new TaskAssignment(0, 1)),
                new CommittedPositions(this::offsets),
                selection,
                badFiles,
                this,
                new TaskId("test", 0),
                () -> false);
        memory = new OpenFileMemory(() -> nowMs).open(settings.openFiles().bytesMax(), "test");
        FileOpener opener = new FileOpener(storage, settings, selection, memory, () -> false);
        files = new ReadableFileFactory(settings, tracker, opener, badFiles, this, metrics);
    }

    private Map<Map<String, String>, Map<String, Object>> offsets(Collection<Map<String, String>> partitions) {
        Map<Map<String, String>, Map<String, Object>> found = new HashMap<>();
        for (Map<String, String> partition : partitions) {
            asked.merge(partition, 1, Integer::sum);
            found.put(partition, committed.get(partition));
        }
        return found;
    }

    @Override
    public long steadyMs() {
        return nowMs;
    }

    @Override
    public long wallMs() {
        wallMs += wallStepMs;
        return wallMs + nowMs;
    }

    /** What a planner makes of the unsent files. */
    public List<StreamPlan> plans() {
        return new ReadPlanner(settings, tracker::committedOffset).plan(tracker.unsentFiles());
    }

    /** Scans twice, after which files that nobody writes are stable. */
    public void scanTwice() throws IOException {
        tracker.scan();
        tracker.scan();
    }
}
