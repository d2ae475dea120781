package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.metrics.Figure;
import io.parquetry.connect.sink.metrics.TaskFigures;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
 *   <li>The oldest files end.
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

    private final MemoryBudget.Account account;
    private final TaskFiles files;
    private final TaskFigures figures;
    private final SinkTaskContext context;
    private final Set<TopicPartition> paused = new HashSet<>();
    private long sayAgainMs = Long.MIN_VALUE;
    private long writtenRowGroups;
    private long writtenBytes;
    private long endedFiles;

    TaskMemory(MemoryBudget.Account account, TaskFiles files, TaskFigures figures, SinkTaskContext context) {
        this.account = account;
        this.files = files;
        this.figures = figures;
        this.context = context;
    }

    /** Whether there is room for the file to grow by the next record. Buffers grow by half, dictionaries to twice. */
    boolean admits(OpenFile file) {
        return account.allBytes() + growth(file) <= account.limitBytes();
    }

    private static long growth(OpenFile file) {
        return file.rowGroupBytes() / 2;
    }

    /** Makes room for the file to grow by the next record; it may be one of those that end. */
    void makeRoomFor(OpenFile file, long nowMs) throws IOException {
        long enough = account.limitBytes() - growth(file) - account.limitBytes() / 100;
        makeRoom(account.exceedsShare() ? account.roomyBytes() : enough, nowMs);
    }

    private void makeRoom(long enoughBytes, long nowMs) throws IOException {
        long before = account.allBytes();
        List<TaskFiles.Owned> largestFirst = files.written();
        largestFirst.sort(
                Comparator.comparingLong((TaskFiles.Owned owned) -> owned.file().rowGroupBytes())
                        .reversed());
        for (TaskFiles.Owned owned : largestFirst) {
            if (account.allBytes() <= enoughBytes || !owned.file().isWorthFlushing()) {
                break;
            }
            writtenBytes += owned.file().rowGroupBytes();
            writtenRowGroups++;
            owned.flush();
        }
        if (account.allBytes() > enoughBytes) {
            List<TaskFiles.Owned> oldestFirst = files.written();
            oldestFirst.sort(Comparator.comparingLong(owned -> owned.file().openedMs()));
            for (TaskFiles.Owned owned : oldestFirst) {
                if (account.allBytes() <= enoughBytes) {
                    break;
                }
                endedFiles++;
                owned.end(RotationReason.MEMORY);
            }
        }
        say(before, nowMs);
    }

    private void say(long beforeBytes, long nowMs) {
        if (nowMs < sayAgainMs) {
            return;
        }
        LOG.info(
                "memory is scarce: open files held {} MiB of {} MiB (buffer.memory.bytes), {} MiB of it this task's;"
                        + " wrote {} row groups of {} MiB early and ended {} files early since this was last said; they"
                        + " hold {} MiB now",
                beforeBytes >> 20,
                account.limitBytes() >> 20,
                account.ownBytes() >> 20,
                writtenRowGroups,
                writtenBytes >> 20,
                endedFiles,
                account.allBytes() >> 20);
        sayAgainMs = nowMs + BETWEEN_MESSAGES_MS;
        writtenRowGroups = 0;
        writtenBytes = 0;
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
        figures.set(Figure.PAUSED, paused.isEmpty() ? 0 : 1);
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
        figures.set(Figure.OPEN_FILES, files.size());
        figures.set(Figure.RETAINED_BYTES, account.ownBytes());
        figures.set(Figure.WORKER_RETAINED_BYTES, account.allBytes());
        figures.set(Figure.BUDGET_BYTES, account.limitBytes());
    }
}
