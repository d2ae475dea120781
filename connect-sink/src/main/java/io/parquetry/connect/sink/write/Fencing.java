package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.sink.commit.FencedException;
import io.parquetry.connect.sink.config.PollSettings;
import org.apache.kafka.common.TopicPartition;

/**
 * How long a partition stays fenced: that another task has taken it over. Where it is still assigned to this task after
 * the time that a rebalance takes, the other does not own it any more, and it is taken over once more. If it is fenced
 * a second time, a connector outside of the consumer group writes it.
 */
final class Fencing {
    private static final Log LOG = Log.of(Fencing.class);

    private final TopicPartition partition;
    private final PollSettings poll;
    private FencedException reason;
    private long sinceMs;
    private boolean takenOverAgain;

    Fencing(TopicPartition partition, PollSettings poll) {
        this.partition = partition;
        this.poll = poll;
    }

    /** The partition is fenced from now on. */
    void begin(FencedException newReason, long nowMs) {
        reason = newReason;
        sinceMs = nowMs;
        LOG.warn(
                "{}: fenced; its records are ignored until Connect revokes the partition, at most for {}={}, after"
                        + " which {}. {}",
                partition,
                PollSettings.MAX_POLL_INTERVAL_MS,
                poll.rebalanceMs(),
                takenOverAgain ? "the task fails" : "the task takes it over again",
                reason.getMessage());
    }

    void clockPutBack(long nowMs) {
        sinceMs = Math.min(sinceMs, nowMs);
    }

    long untilMs() {
        return sinceMs + poll.rebalanceMs();
    }

    boolean isOver(long nowMs) {
        return nowMs >= untilMs();
    }

    /**
     * The partition is taken over again.
     *
     * @throws FencedException if that was done before
     */
    void end(long nowMs) {
        long fencedMs = nowMs - sinceMs;
        if (takenOverAgain) {
            throw new FencedException(partition + " is still assigned to this task, " + fencedMs
                    + " ms after it was fenced for the second time (" + PollSettings.MAX_POLL_INTERVAL_MS + "="
                    + poll.rebalanceMs() + "): " + reason.getMessage());
        }
        LOG.warn(
                "{}: is taken over again, because it is still assigned to this task {} ms after it was fenced"
                        + " ({}={}). Its records are read again from the ledger's position; if it is fenced again, the"
                        + " task fails",
                partition,
                fencedMs,
                PollSettings.MAX_POLL_INTERVAL_MS,
                poll.rebalanceMs());
        takenOverAgain = true;
    }
}
