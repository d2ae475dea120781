package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far a topic-partition has been read since it was begun: each offset below {@link #expected} has been dealt with.
 * What comes below it again must be explained, what is missing at the beginning is told.
 */
final class ReadPosition {
    private static final Logger LOG = LoggerFactory.getLogger(ReadPosition.class);
    private static final long UNKNOWN = -1;

    private final TopicPartition partition;
    private final String connector;
    private final SinkTaskMetrics figures;

    /** The offset at which reading began when the ledger was last read; {@link #UNKNOWN} before the first record. */
    private long begunAt = UNKNOWN;

    /** The offset after the last record that was dealt with; {@link #UNKNOWN} before the first. */
    private long expected = UNKNOWN;

    /** Where the ledger says nothing, the first offset that was seen. */
    private long firstSeen = UNKNOWN;

    ReadPosition(TopicPartition partition, String connector, SinkTaskMetrics figures) {
        this.partition = partition;
        this.connector = connector;
        this.figures = figures;
    }

    /** Whether a batch is one that was given before, because the task asked for it. */
    enum Redelivery {
        YES,
        NO
    }

    /**
     * Begins where the ledger says; without its word where the first record was seen.
     *
     * @return the offset from which the consumer must read; empty when it may read from where it is
     */
    OptionalLong begin(OptionalLong nextOffset) {
        expected = nextOffset.orElse(firstSeen);
        begunAt = expected;
        return of(expected);
    }

    /** Remembers where records begin, also when they cannot be taken now. */
    void see(long offset) {
        if (firstSeen == UNKNOWN) {
            firstSeen = offset;
        }
    }

    /**
     * Whether a record is to be taken; not if it was dealt with before.
     *
     * @param committed what the ledger says
     */
    boolean admits(long offset, Redelivery redelivery, OptionalLong committed) {
        see(offset);
        if (offset < expected) {
            requireExplained(offset, redelivery, committed);
            return false;
        }
        if (offset > expected && expected != UNKNOWN && expected == begunAt) {
            warnOfGap(offset);
        }
        begunAt = begunAt == UNKNOWN ? offset : begunAt;
        return true;
    }

    /** The record with this offset has been dealt with. */
    void passed(long offset) {
        expected = offset + 1;
    }

    /** The offset after the last record that was dealt with; empty before the first. */
    OptionalLong expected() {
        return of(expected);
    }

    /** How many offsets have been passed that are not committed. */
    long uncommitted(OptionalLong committed) {
        return expected == UNKNOWN ? 0 : Math.max(0, expected - committed.orElse(begunAt));
    }

    private static OptionalLong of(long offset) {
        return offset == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(offset);
    }

    /** A record comes a second time only in a batch that comes a second time, and only if it came a first time here. */
    private void requireExplained(long offset, Redelivery redelivery, OptionalLong committed) {
        if (redelivery == Redelivery.NO || offset < begunAt) {
            throw new ConnectException("topic " + partition.topic() + ", partition " + partition.partition()
                    + ": a record with offset " + offset + " came where " + expected
                    + " was expected, and everything below that is already "
                    + (committed.isPresent() && offset < committed.getAsLong() ? "committed" : "in open files")
                    + ". The topic was deleted and created again, or truncated. To keep the old files and write the topic"
                    + " anew beside them, stop the connector (PUT /connectors/" + connector
                    + "/stop), move the position of this partition (PATCH /connectors/" + connector
                    + "/offsets with {\"offsets\": [{\"partition\": {\"kafka_topic\": \"" + partition.topic()
                    + "\", \"kafka_partition\": " + partition.partition() + "}, \"offset\": {\"kafka_offset\": "
                    + offset
                    + "}}]}) and resume the connector (PUT /connectors/" + connector + "/resume)");
        }
    }

    /** Only the first record after a start tells: later gaps are what compaction and transactions leave. */
    private void warnOfGap(long offset) {
        figures.add(SinkMetric.MISSING_RECORDS, offset - expected);
        LOG.warn(
                "{}: the next record to write had offset {}, but the first that came has {}. If the topic is neither"
                        + " compacted nor written in transactions, retention deleted the records between them before"
                        + " they were archived; let the topic keep records for longer than the connector may be down",
                partition,
                expected,
                offset);
    }
}
