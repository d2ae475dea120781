package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one task within the memory that all tasks share. Before a record is written, its file's buffers may have to grow,
 * and there must be room for that. Room is made in this order:
 *
 * <ol>
 *   <li>Row groups are written to the files in progress, the largest first, as long as that gives back much more than what
 *       must be remembered of a row group.
 *   <li>The rows of files that have little are spilled, most of them first: written to the storage, many files' rows in
 *       one file, and brought together when their file ends.
 *   <li>The files that hold most end.
 *   <li>The task reads nothing until others have made room. Only a task that holds no more than its share gets here.
 * </ol>
 *
 * <p>A task can only give back what its own files hold. One that holds more than its share makes room for all as soon as
 * memory is scarce, and comes back often enough to see that; one that does not gives back no more than it needs.
 */
final class TaskMemory {
    private static final Logger LOG = LoggerFactory.getLogger(TaskMemory.class);

    /** How often the memory is looked at without records. */
    private static final long LOOK_AGAIN_MS = 250;

    private static final long BETWEEN_MESSAGES_MS = 10_000;

    /** Row groups that come of spilled rows are not smaller than this for want of memory. */
    private static final long GATHERED_BYTES_LEAST = 64 << 10;

    private final MemoryBudget.Account account;
    private final TaskFiles files;
    private final SinkTaskMetrics figures;
    private final SinkTaskContext context;
    private final Set<TopicPartition> paused = new HashSet<>();
    private long sayAgainMs = Long.MIN_VALUE;
    private long writtenRowGroups;
    private long writtenBytes;
    private long spilledFiles;
    private long endedFiles;

    TaskMemory(MemoryBudget.Account account, TaskFiles files, SinkTaskMetrics figures, SinkTaskContext context) {
        this.account = account;
        this.files = files;
        this.figures = figures;
        this.context = context;
    }

    /** Whether there is room for the file to grow by the next record. */
    boolean admits(OpenFile file) {
        return account.allBytes() + file.growthBytes() <= account.fillableBytes();
    }

    /** Makes room for the file to grow by the next record; it may be one of those that are spilled or end. */
    void makeRoomFor(OpenFile file, long nowMs) throws IOException {
        long enough = account.fillableBytes() - file.growthBytes() - account.limitBytes() / 100;
        makeRoom(account.exceedsShare() ? account.roomyBytes() : enough, nowMs);
    }

    /** The memory in which an open file's spilled rows come together: half of what is free, or the part kept for that. */
    GatherMemory toGather(OpenFile file) {
        long free = account.fillableBytes() - account.allBytes();
        long rowGroupBytesMax = Math.max(GATHERED_BYTES_LEAST, Math.max(account.ownGatherBytes(), free / 2));
        return new GatherMemory(rowGroupBytesMax, () -> files.touch(file));
    }

    private void makeRoom(long enoughBytes, long nowMs) throws IOException {
        long before = account.allBytes();
        flushLarge(enoughBytes);
        spillMost(enoughBytes);
        endLargest(enoughBytes);
        say(before, nowMs);
    }

    private void flushLarge(long enoughBytes) throws IOException {
        for (TaskFiles.Owned owned : most(OpenFile::rowGroupBytes)) {
            if (account.allBytes() <= enoughBytes) {
                return;
            }
            if (owned.file().isWorthFlushing()) {
                writtenBytes += owned.file().rowGroupBytes();
                writtenRowGroups++;
                owned.flush();
            }
        }
    }

    /** The files of one partition go to one file in progress: they are many. */
    private void spillMost(long enoughBytes) throws IOException {
        Map<TaskFiles.Owner, List<TaskFiles.Owned>> spilled = new LinkedHashMap<>();
        long excess = account.allBytes() - enoughBytes;
        for (TaskFiles.Owned owned : most(OpenFile::spillableBytes)) {
            if (excess <= 0 || owned.file().spillableBytes() <= 0) {
                break;
            }
            excess -= owned.file().spillableBytes();
            spilled.computeIfAbsent(owned.owner(), owner -> new ArrayList<>()).add(owned);
        }
        for (Map.Entry<TaskFiles.Owner, List<TaskFiles.Owned>> files : spilled.entrySet()) {
            files.getKey()
                    .spill(files.getValue().stream().map(TaskFiles.Owned::file).toList());
            files.getValue().forEach(TaskFiles.Owned::count);
            spilledFiles += files.getValue().size();
        }
    }

    private void endLargest(long enoughBytes) throws IOException {
        for (TaskFiles.Owned owned : most(OpenFile::retainedBytes)) {
            if (account.allBytes() <= enoughBytes) {
                return;
            }
            endedFiles++;
            owned.end(RotationReason.MEMORY);
        }
    }

    private List<TaskFiles.Owned> most(ToLongFunction<OpenFile> bytes) {
        List<TaskFiles.Owned> mostFirst = files.written();
        mostFirst.sort(Comparator.comparingLong((TaskFiles.Owned owned) -> bytes.applyAsLong(owned.file()))
                .reversed());
        return mostFirst;
    }

    private void say(long beforeBytes, long nowMs) {
        if (nowMs < sayAgainMs) {
            return;
        }
        LOG.info(
                "memory is scarce: open files held {} MiB of {} MiB (buffer.memory.bytes); since this was last said, {} row"
                        + " groups of {} MiB were written early, the rows of {} files were spilled to the storage until those"
                        + " end, and {} files ended early; they hold {} MiB now, {} MiB of it this task's",
                beforeBytes >> 20,
                account.limitBytes() >> 20,
                writtenRowGroups,
                writtenBytes >> 20,
                spilledFiles,
                endedFiles,
                account.allBytes() >> 20,
                account.ownBytes() >> 20);
        sayAgainMs = nowMs + BETWEEN_MESSAGES_MS;
        writtenRowGroups = 0;
        writtenBytes = 0;
        spilledFiles = 0;
        endedFiles = 0;
    }

    /** At the end of a batch, which may be empty: gives back what others need, or waits for them to do so. */
    void settle(Collection<TopicPartition> partitions, long nowMs) throws IOException {
        boolean scarce = account.allBytes() > account.scarceBytes();
        if (scarce && account.isShared() && account.exceedsShare()) {
            makeRoom(account.roomyBytes(), nowMs);
            scarce = account.allBytes() > account.scarceBytes();
        }
        if (scarce && !account.exceedsShare()) {
            pause(partitions);
        } else {
            resume(partitions);
        }
        account.publish();
        figures.set(SinkMetric.PAUSED, paused.isEmpty() ? 0 : 1);
    }

    private void pause(Collection<TopicPartition> partitions) {
        if (paused.isEmpty()) {
            LOG.info(
                    "memory is scarce and other tasks hold it: reading is paused; open files hold {} MiB of {} MiB",
                    account.allBytes() >> 20,
                    account.limitBytes() >> 20);
        }
        for (TopicPartition partition : partitions) {
            if (paused.add(partition)) {
                context.pause(partition);
            }
        }
    }

    private void resume(Collection<TopicPartition> partitions) {
        if (paused.isEmpty()) {
            return;
        }
        LOG.info("there is memory again: reading goes on");
        paused.stream().filter(partitions::contains).forEach(context::resume);
        paused.clear();
    }

    /** When the task should be called again, if nothing else happens before; {@link Long#MAX_VALUE} if it need not. */
    long lookAgainMs() {
        return !paused.isEmpty() || account.isShared() && account.exceedsShare() ? LOOK_AGAIN_MS : Long.MAX_VALUE;
    }

    /** These partitions are no longer this task's. */
    void forget(Collection<TopicPartition> partitions) {
        paused.removeAll(partitions);
    }

    void show() {
        figures.set(SinkMetric.OPEN_FILES, files.size());
        figures.set(SinkMetric.RETAINED_BYTES, account.ownBytes());
        figures.set(SinkMetric.WORKER_RETAINED_BYTES, account.allBytes());
        figures.set(SinkMetric.BUDGET_BYTES, account.limitBytes());
    }
}
