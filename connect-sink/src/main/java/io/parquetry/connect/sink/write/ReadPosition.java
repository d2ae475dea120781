package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.ledger.Halt;
import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.sink.config.ErrorSettings;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a topic-partition has been read since {@link #begin}: each offset below {@link #expected} has been handled.
 *
 * <ol type="a">
 *   <li>A record below it must be a redelivery. Any other one is a reason to {@link #halt}, after which no record is
 *       accepted.
 *   <li>A gap before the first record is logged and counted if the log begins behind it: then records were deleted
 *       before they were archived. Where the consumer began behind the beginning of the log, as with {@code
 *       auto.offset.reset=latest}, it is {@linkplain #hasPassedOver sent} there. When the same record comes first
 *       again, there are none before it.
 *   <li>Other gaps are left by transactions and compaction.
 * </ol>
 */
final class ReadPosition {
    private static final Log LOG = Log.of(ReadPosition.class);
    private static final long UNKNOWN = -1;
    private static final int PASSES_MAX = 3;

    private final TopicPartition partition;
    private final String connector;
    private final SinkTaskMetrics metrics;
    private final ConsumerLead lead;

    /** The offset at which reading began when the ledger was last read; {@link #UNKNOWN} before the first record. */
    private long begunAt = UNKNOWN;

    /** Offsets of records that were in files that the storage has dropped. */
    private OffsetSet withdrawn = OffsetSet.from(0);

    /** The offset after the last handled record; {@link #UNKNOWN} before the first. */
    private long expected = UNKNOWN;

    /** The first offset that came; used where the ledger has no position. */
    private long firstOffset = UNKNOWN;

    /** The offsets from where reading began to the first record; null when there are none, or they were explained. */
    private Gap gap;

    /** Where the log began, if the consumer did not begin there; {@link #UNKNOWN} when it need not be sent there. */
    private long passedOver = UNKNOWN;

    /** The offset of the record that came first when offsets were passed over; {@link #UNKNOWN} if none were. */
    private long passedOverUntil = UNKNOWN;

    /** How often the consumer was sent to the beginning of the log in vain. */
    private int passes;

    /** What stops the partition; null for nothing. */
    private Halt halt;

    private record Gap(long from, long to) {}

    ReadPosition(LedgerDirectory directory, SinkTaskMetrics metrics) {
        this.partition = new TopicPartition(directory.topic(), directory.partition());
        this.connector = directory.connector();
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
     * @param withdrawnOffsets offsets of records that were in files that the storage has dropped
     * @return the offset from which the consumer must read; empty when it may read from where it is
     */
    OptionalLong begin(OptionalLong nextOffset, OffsetSet withdrawnOffsets) {
        withdrawn = withdrawnOffsets;
        passedOverUntil = UNKNOWN;
        passes = 0;
        halt = null;
        beginAt(nextOffset.orElse(firstOffset));
        return of(expected);
    }

    private void beginAt(long offset) {
        expected = offset;
        begunAt = offset;
        gap = null;
        passedOver = UNKNOWN;
    }

    /** Begins at the offsets that were passed over; there must be some. */
    long beginPassedOver() {
        beginAt(passedOver);
        return expected;
    }

    /** Why the partition must not be written any more; empty when it may. */
    Optional<Halt> halt() {
        return Optional.ofNullable(halt);
    }

    /** Accepts no record any more. */
    void haltBecause(Halt reason) {
        halt = reason;
    }

    /** Whether the consumer began behind the beginning of the log, and must be sent there. */
    boolean hasPassedOver() {
        return passedOver != UNKNOWN;
    }

    /** The first offset that was handled or asked for; empty before the first record. */
    OptionalLong begunAt() {
        return of(begunAt);
    }

    /** The record that {@link #notePosition} is told next is the first one. */
    void forgetFirst() {
        firstOffset = UNKNOWN;
    }

    /** The offset of the first record that came; empty before it. */
    OptionalLong first() {
        return of(firstOffset);
    }

    /** Whether it is known where the log begins. */
    boolean knowsLogStart() {
        return lead.of(partition).isPresent();
    }

    /** Remembers where records begin, also when they cannot be taken now. */
    void notePosition(long offset) {
        if (firstOffset == UNKNOWN) {
            firstOffset = offset;
        }
    }

    /**
     * Returns whether a record is to be written: false if it was handled before, or after a reason to halt.
     *
     * @param committed position of the ledger
     */
    boolean accept(long offset, Redelivery redelivery, OptionalLong committed) {
        notePosition(offset);
        if (halt != null) {
            return false;
        }
        if (offset < expected) {
            haltUnlessExplained(offset, redelivery, committed);
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

    /** Whether the offset is the one that is expected next, or the first of all. */
    boolean isNext(long offset) {
        return offset == expected || expected == UNKNOWN;
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
    private void haltUnlessExplained(long offset, Redelivery redelivery, OptionalLong committed) {
        if (redelivery == Redelivery.YES && offset >= begunAt) {
            return;
        }
        OptionalLong ahead = lead.of(partition);
        long beginning = ahead.isEmpty() ? offset : Math.min(offset, Math.max(0, offset + 1 - ahead.getAsLong()));
        halt = new Halt(
                Halt.Cause.TOPIC_RECREATED,
                beginning,
                "topic " + partition.topic() + ", partition " + partition.partition() + ": a record with offset "
                        + offset + " came where " + expected + " was expected, and all offsets below that are"
                        + " already "
                        + (committed.isPresent() && offset < committed.getAsLong() ? "committed" : "in open files")
                        + ". The topic was deleted and created again, or truncated, or somebody moved the position to"
                        + " where no record was yet. To write it anew beside the old files, set "
                        + ErrorSettings.ON_TOPIC_RECREATED + "=begin-again, or move each partition of the topic by"
                        + " hand");
    }

    /**
     * Tells whether the offsets before the first record after a start were deleted. Called after a batch was handled or
     * consumed, because the consumer's lead is that after the batch. The consumer may be further than the last record
     * that came, so fewer offsets may be found than were deleted, but none too many.
     */
    void explainGap() {
        if (gap == null) {
            return;
        }
        Gap found = gap;
        gap = null;
        OptionalLong ahead = lead.of(partition);
        if (ahead.isEmpty()) {
            if (haltIfLost(found.from(), found.to())) {
                return;
            }
            LOG.info(
                    "{}: the next record to write had offset {}, but none below {} came. Whether records between"
                            + " them were deleted is unknown: the worker's consumer has no metric records-lead for the"
                            + " partition in JMX. Transactions, compaction and transformations leave such gaps too",
                    partition,
                    found.from(),
                    found.to());
            return;
        }
        boolean passedOverAgain = passedOverUntil != UNKNOWN && found.to() > passedOverUntil;
        long logStart =
                Math.min(Math.max(expected - ahead.getAsLong(), passedOverAgain ? found.from() + 1 : 0), found.to());
        if (logStart <= found.from()) {
            return;
        }
        if (haltIfLost(found.from(), logStart)) {
            return;
        }
        metrics.add(SinkMetric.MISSING_RECORDS, logStart - found.from());
        LOG.warn(
                "{}: offsets {} to {} ({}) were deleted from the topic before they were archived; its log begins at {}"
                        + " now. Let the topic keep records for longer than the connector may be down"
                        + " (retention.ms, retention.bytes)",
                partition,
                found.from(),
                logStart - 1,
                logStart - found.from(),
                logStart);
        if (passedOverAgain) {
            passedOverAgain(logStart);
        } else if (passedOverUntil == UNKNOWN && logStart < found.to()) {
            passedOverUntil = found.to();
            passedOver = logStart;
            warnOfPassedOver(logStart, "Those that are there are read now");
        }
    }

    /**
     * The consumer was sent to the beginning of the log, and has begun behind it once more: the log begins later than
     * is known, because the consumer was further than the last record that came.
     */
    private void passedOverAgain(long logStart) {
        if (++passes < PASSES_MAX && logStart < passedOverUntil) {
            passedOver = logStart;
            return;
        }
        passedOver = passedOverUntil;
        if (logStart < passedOverUntil) {
            warnOfPassedOver(
                    logStart,
                    "To read them, set consumer.override.auto.offset.reset=earliest and move the position back");
        }
        passedOverUntil = UNKNOWN;
    }

    private void warnOfPassedOver(long from, String remedy) {
        LOG.warn(
                "{}: offsets {} to {} ({}) were skipped, since the consumer began after the beginning of the log. {}",
                partition,
                from,
                passedOverUntil - 1,
                passedOverUntil - from,
                remedy);
    }

    /** @return whether records from the offset on were withdrawn, and do not come again */
    private boolean haltIfLost(long from, long logStart) {
        OffsetSet lost = OffsetSet.union(from, List.of(withdrawn.below(logStart)));
        if (lost.isEmpty()) {
            return false;
        }
        halt = new Halt(
                Halt.Cause.RECORDS_LOST,
                logStart,
                partition + ": records with offsets from " + lost.first() + " to " + lost.last() + " (" + lost.count()
                        + ") are lost: the storage has dropped the uploads of their files, and the topic has deleted"
                        + " them since. Keep incomplete uploads, and the records of the topic, for longer; then"
                        + " continue without the lost records");
        return true;
    }
}
