package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * How far a topic-partition has been read since {@link #begin}: each offset below {@link #expected} has been handled. A
 * record below it must be a redelivery. A gap before the first record is logged and counted if the log begins behind
 * it: then records were deleted before they were archived. Other gaps are left by transactions and compaction.
 */
final class ReadPosition {
    private static final Log LOG = Log.of(ReadPosition.class);
    private static final long UNKNOWN = -1;

    private final TopicPartition partition;
    private final String connector;
    private final SinkTaskMetrics metrics;
    private final ConsumerLead lead;

    /** The offset at which reading began when the ledger was last read; {@link #UNKNOWN} before the first record. */
    private long begunAt = UNKNOWN;

    /** Offsets below it may be in files that were withdrawn. */
    private long withdrawnUntil;

    /** The offset after the last handled record; {@link #UNKNOWN} before the first. */
    private long expected = UNKNOWN;

    /** The first offset that came; used where the ledger has no position. */
    private long firstOffset = UNKNOWN;

    /** The offsets from where reading began to the first record; null when there are none, or they were explained. */
    private Gap gap;

    private record Gap(long from, long to) {}

    ReadPosition(TopicPartition partition, String connector, SinkTaskMetrics metrics) {
        this.partition = partition;
        this.connector = connector;
        this.metrics = metrics;
        this.lead = new ConsumerLead(connector);
    }

    /** Whether a batch is delivered again because the task asked for it. */
    enum Redelivery {
        YES,
        NO
    }

    /**
     * Begins at the position of the ledger; where it has none, at the first offset that came.
     *
     * @param withdrawn offsets below it may be in files that the storage has dropped
     * @return the offset from which the consumer must read; empty when it may read from where it is
     */
    OptionalLong begin(OptionalLong nextOffset, long withdrawn) {
        withdrawnUntil = withdrawn;
        expected = nextOffset.orElse(firstOffset);
        begunAt = expected;
        gap = null;
        return of(expected);
    }

    /** Remembers where records begin, also when they cannot be taken now. */
    void notePosition(long offset) {
        if (firstOffset == UNKNOWN) {
            firstOffset = offset;
        }
    }

    /**
     * Returns whether a record is to be written: false if it was handled before.
     *
     * @param committed position of the ledger
     * @throws ConnectException when the record is below the position and is no redelivery
     */
    boolean accept(long offset, Redelivery redelivery, OptionalLong committed) {
        notePosition(offset);
        if (offset < expected) {
            requireExplained(offset, redelivery, committed);
            return false;
        }
        begins(offset);
        return true;
    }

    /** Notes what is missing before the offset if reading begins there. */
    private void begins(long offset) {
        if (begunAt == UNKNOWN) {
            begunAt = offset;
            warnOfBeginning(offset);
        } else if (offset > expected && expected == begunAt) {
            gap = new Gap(expected, offset);
        }
    }

    private void warnOfBeginning(long offset) {
        if (offset > 0) {
            LOG.warn(
                    "{}: begins at offset {}, since the ledger of connector \"{}\" has no position. If the connector"
                            + " has archived this partition before, stop it: the storage is not mounted, or its URL or"
                            + " the connector's name has changed",
                    partition,
                    offset,
                    connector);
        }
    }

    /** The record with this offset has been handled. */
    void passed(long offset) {
        expected = offset + 1;
    }

    /**
     * All records below the offset came, or will never come.
     *
     * @return whether that is more than was known
     */
    boolean consumedUntil(long offset) {
        if (offset <= Math.max(expected, 0)) {
            return false;
        }
        notePosition(offset);
        begins(offset);
        expected = offset;
        return true;
    }

    /** The offset after the last handled record; empty before the first. */
    OptionalLong expected() {
        return of(expected);
    }

    /** Number of offsets that were passed and are not committed. */
    long uncommitted(OptionalLong committed) {
        return expected == UNKNOWN ? 0 : Math.max(0, expected - committed.orElse(begunAt));
    }

    private static OptionalLong of(long offset) {
        return offset == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(offset);
    }

    /**
     * Only a redelivered batch may hold a record that was handled, and only one that was handled since the beginning.
     */
    private void requireExplained(long offset, Redelivery redelivery, OptionalLong committed) {
        if (redelivery == Redelivery.NO || offset < begunAt) {
            throw new ConnectException("topic " + partition.topic() + ", partition " + partition.partition()
                    + ": a record with offset " + offset + " came where " + expected
                    + " was expected, and everything below that is already "
                    + (committed.isPresent() && offset < committed.getAsLong() ? "committed" : "in open files")
                    + ". The topic was deleted and created again, or truncated. To keep the old files and write the"
                    + " topic anew beside them, stop the connector (PUT /connectors/" + connector
                    + "/stop), move the position of this partition (PATCH /connectors/" + connector
                    + "/offsets with {\"offsets\": [{\"partition\": {\"kafka_topic\": \"" + partition.topic()
                    + "\", \"kafka_partition\": " + partition.partition() + "}, \"offset\": {\"kafka_offset\": "
                    + offset
                    + "}}]}) and resume the connector (PUT /connectors/" + connector + "/resume)");
        }
    }

    /**
     * Tells whether the offsets before the first record after a start were deleted. Called after a batch was handled or
     * consumed, because the consumer's lead is that after the batch. The consumer may be further than the last record
     * that came, so fewer offsets may be found than were deleted, but none too many.
     *
     * @throws ConnectException when they are lost for good: the storage has dropped the files that had them
     */
    void explainGap() {
        if (gap == null) {
            return;
        }
        Gap found = gap;
        gap = null;
        OptionalLong ahead = lead.of(partition);
        if (ahead.isEmpty()) {
            LOG.info(
                    "{}: the next record to write had offset {}, but none below {} came. Whether records between"
                            + " them were deleted is unknown: the worker's consumer has no metric records-lead for the"
                            + " partition in JMX. Transactions, compaction and transformations leave such gaps too",
                    partition,
                    found.from(),
                    found.to());
            return;
        }
        long logStart = Math.min(expected - ahead.getAsLong(), found.to());
        if (logStart > found.from()) {
            requireNotWithdrawn(found.from(), logStart);
            metrics.add(SinkMetric.MISSING_RECORDS, logStart - found.from());
            LOG.warn(
                    "{}: offsets {} to {} were deleted from the topic before they were archived; its log begins at {}"
                            + " now. Let the topic keep records for longer than the connector may be down"
                            + " (retention.ms, retention.bytes)",
                    partition,
                    found.from(),
                    logStart - 1,
                    logStart);
        }
    }

    private void requireNotWithdrawn(long from, long logStart) {
        if (from < withdrawnUntil) {
            throw new ConnectException(partition + ": records with offsets from " + from + " to "
                    + (Math.min(logStart, withdrawnUntil) - 1) + " are lost: the storage has dropped the uploads of"
                    + " their files, and the topic has deleted them since. To go on without them, restart the task. Let"
                    + " the store keep incomplete uploads, and the topic its records, for longer than the connector may"
                    + " be down");
        }
    }
}
