package io.parquetry.connect.sink.memory;

import io.parquetry.connect.common.log.Log;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** Pauses the reading of a task that holds no more than its share while other tasks hold too much memory. */
public final class MemoryPause {
    private static final Log LOG = Log.of(MemoryPause.class);

    /** How often the memory is checked without records. */
    private static final long RECHECK_MS = 250;

    private final MemoryBudget.Account account;
    private final SinkTaskContext context;
    private final Set<TopicPartition> paused = new HashSet<>();

    public MemoryPause(MemoryBudget.Account account, SinkTaskContext context) {
        this.account = account;
        this.context = context;
    }

    /** Pauses or resumes the partitions, at the end of each batch. */
    public void update(Collection<TopicPartition> partitions) {
        if (account.isScarce() && !account.exceedsShare()) {
            pause(partitions);
        } else {
            resume(partitions);
        }
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
        LOG.info("memory is free again: reading is resumed");
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
