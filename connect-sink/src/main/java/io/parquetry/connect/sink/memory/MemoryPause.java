package io.parquetry.connect.sink.memory;

import io.parquetry.connect.common.log.Log;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Pauses the reading of a task that holds no more than its share while other tasks hold too much memory. The others
 * free it at their next batch; if they have not after a while, because one of them hangs, this task continues with its
 * share.
 */
public final class MemoryPause {
    private static final Log LOG = Log.of(MemoryPause.class);

    /** How often the memory is checked without records. */
    private static final long RECHECK_MS = 250;

    /** How long the others have to free memory. */
    private static final long PAUSE_MS_MAX = 30_000;

    private final MemoryBudget.Account account;
    private final SinkTaskContext context;
    private long pausedAtMs;
    private long othersAtAllowanceBytes;
    private final Set<TopicPartition> paused = new HashSet<>();

    public MemoryPause(MemoryBudget.Account account, SinkTaskContext context) {
        this.account = account;
        this.context = context;
    }

    /** Pauses or resumes the partitions, at the end of each batch. */
    public void update(Collection<TopicPartition> partitions, long nowMs) {
        if (!account.isScarce()) {
            if (haveOthersFreed()) {
                account.allowShare(false);
            }
            resume(partitions, "memory is free again");
        } else if (account.exceedsShare() || account.mayFillShare()) {
            resume(partitions, "this task has files to close itself");
        } else if (isPaused() && Math.abs(nowMs - pausedAtMs) >= PAUSE_MS_MAX) {
            continueWithinShare(partitions, nowMs);
        } else {
            pause(partitions, nowMs);
        }
        account.batchEnded(nowMs);
    }

    /**
     * Whether others hold clearly less than when this task was allowed to fill its share. That memory is not scarce
     * does not show it, since this task spills too.
     */
    private boolean haveOthersFreed() {
        return account.othersBytes() <= othersAtAllowanceBytes - account.limitBytes() / 20;
    }

    private void continueWithinShare(Collection<TopicPartition> partitions, long nowMs) {
        LOG.warn(
                "memory is scarce, and no other task has freed any for {} s, so this task spills what exceeds its"
                        + " share, {} MiB of buffer.memory.bytes={}. Restart a task whose last batch ended long ago,"
                        + " since its storage does not answer: {}",
                PAUSE_MS_MAX / 1000,
                account.shareBytes() >> 20,
                account.limitBytes(),
                account.holders(nowMs));
        account.allowShare(true);
        othersAtAllowanceBytes = account.othersBytes();
        resume(partitions, "this task may fill its share");
    }

    private void pause(Collection<TopicPartition> partitions, long nowMs) {
        if (paused.isEmpty()) {
            pausedAtMs = nowMs;
            LOG.info(
                    "memory is scarce and other tasks hold it: reading is paused for at most {} s; open files hold {}"
                            + " MiB of {} MiB: {}",
                    PAUSE_MS_MAX / 1000,
                    account.allBytes() >> 20,
                    account.limitBytes() >> 20,
                    account.holders(nowMs));
        }
        for (TopicPartition partition : partitions) {
            if (paused.add(partition)) {
                context.pause(partition);
            }
        }
    }

    private void resume(Collection<TopicPartition> partitions, String reason) {
        if (paused.isEmpty()) {
            return;
        }
        LOG.info("{}: reading is resumed", reason);
        paused.stream().filter(partitions::contains).forEach(context::resume);
        paused.clear();
    }

    public boolean isPaused() {
        return !paused.isEmpty();
    }

    /**
     * After how long the task should be called without records; {@link Long#MAX_VALUE} if memory does not require it.
     */
    public long recheckMs() {
        return isPaused() || account.isShared() && account.exceedsShare() ? RECHECK_MS : Long.MAX_VALUE;
    }

    /** The partitions are not this task's any more. */
    public void forget(Collection<TopicPartition> partitions) {
        paused.removeAll(partitions);
    }
}
