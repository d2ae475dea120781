package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.sink.commit.FencedException;
import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.commit.LedgerEntry;
import io.parquetry.connect.sink.config.RotationSettings.OnClose;
import io.parquetry.connect.sink.errors.BadRecords;
import io.parquetry.connect.sink.write.ReadPosition.Redelivery;
import io.parquetry.connect.sink.write.RotationPolicy.Deadline;
import io.parquetry.format.InvalidRecordException;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one topic-partition.
 *
 * <ol type="a">
 *   <li>Each offset below what its {@link ReadPosition} expects has been dealt with since {@link #begin}: it is published,
 *       or in an open or finished file, or reported as bad.
 *   <li>What leaves a method as {@link IOException}, or as any other failure while a file is written, ended or committed,
 *       leaves the writer {@link State#STOPPED}: files may be lost, so nothing is committed and no record taken until
 *       {@link #begin} has looked at the ledger again, and then it starts anew from there.
 *   <li>What is not in the ledger is never told to Kafka.
 * </ol>
 */
final class PartitionWriter {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionWriter.class);

    private final TaskResources task;
    private final TopicPartition partition;
    private final Ledger ledger;
    private final BadRecords badRecords;
    private final Tombstones tombstones;
    private final PartitionFiles files;
    private final PendingCommit commits;
    private final ReadPosition position;
    private State state = State.NEW;

    /** When the first record was dealt with that no entry settles; {@link Long#MAX_VALUE} when there is none. */
    private long unsettledSinceMs = Long.MAX_VALUE;

    private enum State {
        NEW,
        RUNNING,
        /** Something failed half-way, the storage as a rule; the ledger must be read again. */
        STOPPED,
        /** Another task owns the partition. */
        FENCED
    }

    PartitionWriter(TaskResources task, TopicPartition partition, BadRecords badRecords) {
        String connector = task.settings().connector();
        this.task = task;
        this.partition = partition;
        this.badRecords = badRecords;
        this.tombstones = new Tombstones(task.settings(), task.figures());
        this.ledger =
                new Ledger(task.storage(), new LedgerDirectory(connector, partition.topic(), partition.partition()));
        this.commits = new PendingCommit(ledger, task.figures(), task.clock());
        this.files = new PartitionFiles(task, partition, ledger, commits, new ForTask());
        this.position = new ReadPosition(partition, connector, task.figures());
        requireNameable(partition);
    }

    /** Also for offsets and generations that are still to come: a topic must not become unwritable one day. */
    private static void requireNameable(TopicPartition partition) {
        try {
            new DataFileName(
                    partition.topic(), partition.partition(), Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);
        } catch (IllegalArgumentException e) {
            throw new ConnectException("cannot write topic " + partition.topic() + ": " + e.getMessage(), e);
        }
    }

    TopicPartition partition() {
        return partition;
    }

    boolean isRunning() {
        return state == State.RUNNING;
    }

    /**
     * Takes the partition over, or continues after trouble; whatever was not committed is forgotten.
     *
     * @return the offset from which the consumer must read; empty when it may read from where it is
     */
    OptionalLong begin() throws IOException {
        forgetUncommitted();
        LedgerEntry entry = state == State.NEW ? ledger.takeOver() : recover();
        OptionalLong begunAt = position.begin(entry.nextOffset());
        state = State.RUNNING;
        LOG.info("{}: continues at {}, epoch {}", partition, begunAt, entry.epoch());
        return begunAt;
    }

    private LedgerEntry recover() throws IOException {
        try {
            return ledger.recover();
        } catch (FencedException e) {
            state = State.FENCED;
            throw e;
        }
    }

    private void forgetUncommitted() {
        files.abandon();
        commits.forget();
        badRecords.forget();
        unsettledSinceMs = Long.MAX_VALUE;
    }

    /** The offset that Kafka may be told, if there is one. */
    OptionalLong committed() {
        return state == State.NEW ? OptionalLong.empty() : ledger.current().nextOffset();
    }

    /** Remembers where records begin, also when they cannot be taken now. */
    void see(long offset) {
        position.see(offset);
    }

    /** Takes note of a record's schemas before the record comes. */
    void observe(SinkRecord record) {
        files.observe(record);
    }

    /** Puts a record into the file where it belongs, unless it was dealt with before. */
    void write(SinkRecord record, Redelivery redelivery, long nowMs) throws IOException {
        long offset = record.originalKafkaOffset();
        if (!position.admits(offset, redelivery, committed())) {
            return;
        }
        if (!ledger.current().settles(offset)) {
            store(record, nowMs);
        }
        position.passed(offset);
        unsettledSinceMs = Math.min(unsettledSinceMs, nowMs);
    }

    private void store(SinkRecord record, long nowMs) throws IOException {
        try {
            if (tombstones.admit(record)) {
                files.store(record, nowMs);
            }
        } catch (InvalidRecordException | DataException e) {
            badRecords.add(record, e);
        } catch (IOException | ConnectException | Error e) {
            stop();
            throw e;
        } catch (RuntimeException e) {
            stop();
            throw new ConnectException(
                    "cannot go on at the record of " + BadRecords.place(record)
                            + ", and it may not be the record's fault: " + e,
                    e);
        }
    }

    /** What the task does to this partition's files when it has looked at all files. */
    private final class ForTask implements TaskFiles.Owner {
        @Override
        public void end(OpenFile file, RotationReason reason) throws IOException {
            change(List.of(file), () -> files.end(file, reason));
        }

        @Override
        public void flush(OpenFile file) throws IOException {
            change(List.of(file), file::flush);
        }

        @Override
        public void spill(List<OpenFile> some) throws IOException {
            change(some, () -> files.spill(some));
        }

        /** Files of a partition that has stopped are lost already. */
        private void change(List<OpenFile> some, StorageFailures.Step step) throws IOException {
            if (!isRunning()) {
                some.forEach(files::abandon);
                return;
            }
            try {
                step.run();
            } catch (IOException | RuntimeException | Error e) {
                stop();
                throw e;
            }
        }
    }

    /** Ends the files that are old enough, then commits what has ended. */
    void commitDue(long nowMs) throws IOException {
        try {
            files.endDue(nowMs);
            if (!commits.isEmpty()
                    || files.isEmpty() && hasProgress() && unsettledDeadline().atMs() <= nowMs) {
                commit(nowMs);
            }
        } catch (IOException | RuntimeException | Error e) {
            stop();
            throw e;
        }
    }

    /** Where no file is open, what was dealt with is committed as late as a file would be. */
    private Deadline unsettledDeadline() {
        return unsettledSinceMs == Long.MAX_VALUE ? Deadline.NEVER : files.deadlineWithoutFiles(unsettledSinceMs);
    }

    private boolean hasProgress() {
        OptionalLong nextOffset = ledger.current().nextOffset();
        OptionalLong expected = position.expected();
        return expected.isPresent() && (nextOffset.isEmpty() || nextOffset.getAsLong() < expected.getAsLong());
    }

    /** When something will be due, if nothing else happens before. */
    OptionalLong dueAtMs() {
        if (state != State.RUNNING) {
            return OptionalLong.empty();
        }
        Deadline first = files.isEmpty() ? unsettledDeadline() : files.deadline();
        return first.atMs() == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(first.atMs());
    }

    private void commit(long nowMs) throws IOException {
        badRecords.await();
        while (!files.isEmpty() && commits.exceeds(nextOffset())) {
            files.endOldest(RotationReason.LEDGER);
        }
        try {
            commits.commit(nextOffset());
        } catch (FencedException e) {
            state = State.FENCED;
            throw e;
        }
        task.retries().progressed();
        unsettledSinceMs = hasProgress() ? nowMs : Long.MAX_VALUE;
    }

    /** Everything below is in the finished files, published, or was reported. */
    private long nextOffset() {
        return files.firstOffset().orElseGet(() -> position.expected().orElseThrow());
    }

    /** When the oldest record was dealt with that is not committed; {@link Long#MAX_VALUE} when all are. */
    long uncommittedSinceMs() {
        return files.openedMs().orElse(unsettledSinceMs);
    }

    /** How many offsets were dealt with that are not committed. */
    long uncommittedRecords() {
        return position.uncommitted(committed());
    }

    private void stop() {
        if (state == State.RUNNING) {
            state = State.STOPPED;
        }
    }

    /** Commits everything, unless it is to be discarded, and lets go of the partition. */
    void close(long nowMs) throws IOException {
        try {
            if (state == State.RUNNING && task.settings().rotation().onClose() == OnClose.COMMIT) {
                commitAll(nowMs);
            }
        } catch (IOException | RuntimeException | Error e) {
            stop();
            throw e;
        } finally {
            if (state == State.STOPPED) {
                leaveTidy();
            }
            discard();
        }
    }

    private void commitAll(long nowMs) throws IOException {
        files.endAll(RotationReason.CLOSE);
        if (!commits.isEmpty() || hasProgress()) {
            commit(nowMs);
        }
    }

    /** One more look at the ledger, so that nothing is left half-done if the storage is back already. */
    private void leaveTidy() {
        try {
            forgetUncommitted();
            ledger.recover();
        } catch (IOException | ConnectException e) {
            LOG.debug("{}: what is left in progress is for the next owner", partition, e);
        }
    }

    /** Lets go of the partition without a commit. Finished files that an entry may name are left to the ledger. */
    void discard() {
        files.discard();
        commits.forget();
        badRecords.forget();
    }
}
