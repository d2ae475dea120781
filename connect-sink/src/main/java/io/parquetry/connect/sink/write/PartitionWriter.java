package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.ledger.Halt;
import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.sink.commit.AbsentOffsets;
import io.parquetry.connect.sink.commit.FencedException;
import io.parquetry.connect.sink.commit.HaltedException;
import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.commit.PendingCommit;
import io.parquetry.connect.sink.commit.TableProgress;
import io.parquetry.connect.sink.config.RotationSettings.OnClose;
import io.parquetry.connect.sink.errors.BadRecords;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.rotation.RotationReason;
import io.parquetry.connect.sink.write.ReadPosition.Redelivery;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Writes one topic-partition.
 *
 * <ol type="a">
 *   <li>Each offset below what its {@link ReadPosition} expects has been handled since {@link #begin}: it is
 *       published, or in an open or closed file, or reported as bad; or it was taken and is not written yet.
 *   <li>An {@link IOException} that leaves a method, or any other failure while a file is written, closed or
 *       committed, leaves the files damaged ({@link PartitionFiles}): rows may be lost, so nothing is committed and
 *       no record is taken until {@link #begin} has read the ledger again and continues from there.
 *   <li>An offset that the ledger does not hold is never committed to Kafka.
 *   <li>When another task has taken the partition over, this one is fenced: it drops its files, ignores the
 *       partition's records and commits no offset of it, until the partition is closed, or is taken over once more
 *       because it stays assigned. That is done once: two connectors that fence each other come to an end.
 *   <li>What stops the partition is kept in the ledger before the task fails, and each start fails with it, until the
 *       position is moved.
 * </ol>
 */
final class PartitionWriter {
    private static final Log LOG = Log.of(PartitionWriter.class);

    private final TaskResources task;
    private final TaskFiles taskFiles;
    private final TopicPartition partition;
    private final Ledger ledger;
    private final BadRecords badRecords;
    private final Tombstones tombstones;
    private final PartitionFiles files;
    private final RunWriter runs;
    private final PendingCommit pending;
    private final EntryConfirmation confirmation;
    private final AbsentOffsets absent = new AbsentOffsets();
    private final ReadPosition position;
    private final HaltPolicy halts;
    private final TakenRecords taken;
    private final Fencing fencing;
    private State state = State.NEW;

    /** When the first record was handled that no entry covers; {@link Long#MAX_VALUE} when there is none. */
    private long uncoveredSinceMs = Long.MAX_VALUE;

    /** The largest offset that was expected next since the partition was opened. */
    private long handledUntil;

    private enum State {
        NEW,
        /** Owner of the partition, as far as is known. */
        OWNER,
        /** Owner of a partition that begins again, once it is known where its log begins. */
        SEARCHING,
        /** Another task owns the partition. */
        FENCED
    }

    PartitionWriter(TaskResources task, TaskFiles taskFiles, TopicPartition partition, BadRecords badRecords) {
        String connector = task.settings().connector();
        this.task = task;
        this.taskFiles = taskFiles;
        this.partition = partition;
        this.badRecords = badRecords;
        this.taken = new TakenRecords(task.settings().schema());
        this.fencing = new Fencing(partition, task.settings().poll());
        this.tombstones = new Tombstones(task.settings(), task.metrics());
        LedgerDirectory directory = new LedgerDirectory(connector, partition.topic(), partition.partition());
        this.ledger = new Ledger(
                task.storage(),
                directory,
                task.settings().ledger().grace(),
                task.entryAges(),
                missing -> task.metrics().add(SinkMetric.MISSING_FILES, 1),
                task.tables().map(tables -> tables.progress(partition)).orElse(TableProgress.NO_TABLE));
        this.confirmation = new EntryConfirmation(ledger, task.tables());
        this.pending = new PendingCommit(partition, ledger, absent, task.metrics(), task.clock());
        this.files = new PartitionFiles(task, partition, ledger, pending);
        this.runs = new RunWriter(task.account(), taskFiles, files, taken, badRecords, absent);
        this.position = new ReadPosition(directory, task.metrics());
        this.halts = new HaltPolicy(
                directory,
                ledger,
                position,
                task.topics(),
                task.settings().errors().onTopicRecreated());
        taskFiles.add(files);
    }

    TopicPartition partition() {
        return partition;
    }

    /** Whether records can be taken. */
    boolean isRunning() {
        return state == State.OWNER && !files.isDamaged();
    }

    /** Whether {@link #begin} must be called before records can be taken. */
    boolean mustBegin() {
        return state == State.SEARCHING ? hasFoundBeginning() : !isFenced() && !isRunning();
    }

    /** Whether the partition begins again, and it is known where. */
    boolean hasFoundBeginning() {
        return state == State.SEARCHING && position.first().isPresent();
    }

    /** Whether another task owns the partition; its records are ignored then. */
    boolean isFenced() {
        return state == State.FENCED;
    }

    /**
     * Takes the partition over, or continues after a failure; what was not committed is forgotten.
     *
     * @return the offset from which the consumer must read; empty when it may read from where it is, or when the
     *     partition is fenced
     * @throws HaltedException when the ledger says that a person must decide before anything is written
     */
    OptionalLong begin() throws IOException {
        forgetUncommitted();
        LedgerEntry entry;
        try {
            halts.tellTopic();
            entry = state == State.NEW ? ledger.takeOver() : ledger.recover();
            halts.noteTopic();
            keepHalt(entry);
            Optional<Halt> halt = ledger.current().halt();
            if (halt.isPresent()) {
                halts.requireBeginsAgain(halt.get());
                OptionalLong beginning = halts.beginning(halt.get(), state == State.SEARCHING);
                if (beginning.isEmpty()) {
                    return search();
                }
                entry = halts.beginAgain(halt.get(), beginning.getAsLong());
                handledUntil = 0;
                badRecords.forget();
            }
        } catch (FencedException e) {
            fenced(e);
            return OptionalLong.empty();
        }
        if (entry.nextOffset().orElse(0) >= handledUntil) {
            uncoveredSinceMs = Long.MAX_VALUE;
        }
        OptionalLong begunAt = position.begin(entry.nextOffset(), entry.withdrawn());
        absent.begin(entry);
        state = State.OWNER;
        files.reset();
        LOG.info(
                "{}: continues at {}, epoch {}",
                partition,
                begunAt.isPresent() ? "offset " + begunAt.getAsLong() : "the position of the consumer group",
                entry.epoch());
        return begunAt;
    }

    /** A halt that was found before the storage failed is kept now. */
    private void keepHalt(LedgerEntry entry) throws IOException {
        if (entry.halt().isEmpty() && position.halt().isPresent()) {
            ledger.halt(position.halt().get());
        }
    }

    /** Has the consumer read from offset 0, or from where it goes if the log begins later. */
    private OptionalLong search() {
        state = State.SEARCHING;
        position.forgetFirst();
        LOG.info("{}: begins again; records before the first one that came are searched for, from offset 0", partition);
        return OptionalLong.of(0);
    }

    /**
     * Stores the halt that was found, if there is one, after committing the records that cannot be read again. If the
     * storage has failed before all of them were written, a later call does.
     * Where the configuration says so, {@link #begin} then begins again.
     *
     * @throws HaltedException when a person must decide
     */
    void haltIfFound(long nowMs) throws IOException {
        halts.noteTopic();
        Optional<Halt> found = position.halt();
        if (found.isPresent() && taken.firstOffset().isEmpty()) {
            keepFound(found.get(), nowMs, TimeLimit.of(task.settings().poll().onCloseMs(), task.clock()));
            if (!isFenced()) {
                halts.requireBeginsAgain(found.get());
            }
        }
    }

    private void keepFound(Halt found, long nowMs, TimeLimit limit) throws IOException {
        changeUnlessFenced(() -> {
            if (found.cause() == Halt.Cause.TOPIC_RECREATED) {
                commitAll(nowMs, limit);
            }
            ledger.halt(found);
            files.abandon();
        });
    }

    /** Has the ledger say where the first record was, before a record is written that a crash would lose. */
    void keepBeginning() throws IOException {
        OptionalLong begunAt = position.begunAt();
        if (begunAt.isPresent() && committed().isEmpty()) {
            changeUnlessFenced(
                    () -> ledger.commit(begunAt.getAsLong(), OffsetSet.from(begunAt.getAsLong()), List.of()));
        }
    }

    /**
     * Begins at the offsets that the consumer has passed over, if there are any. What was read behind them is read once
     * more.
     *
     * @return the offset from which the consumer must read; empty when it may read on
     */
    OptionalLong beginPassedOver() throws IOException {
        if (!position.hasPassedOver()) {
            return OptionalLong.empty();
        }
        files.discard();
        files.reset();
        taken.clear();
        pending.forget();
        long offset = position.beginPassedOver();
        absent.begin(ledger.current());
        absent.add(committed().orElse(offset), offset);
        changeUnlessFenced(() -> pending.commit(offset));
        return isFenced() ? OptionalLong.empty() : OptionalLong.of(offset);
    }

    private void fenced(FencedException reason) {
        state = State.FENCED;
        fencing.begin(reason, task.clock().millis());
        task.metrics().add(SinkMetric.LOST_PARTITIONS, 1);
        discard();
    }

    /** Times to wait begin anew, which would last for as long as the clock was put back. */
    void clockPutBack(long nowMs) {
        files.clockPutBack(nowMs);
        fencing.clockPutBack(nowMs);
        confirmation.clockPutBack(nowMs);
        if (uncoveredSinceMs != Long.MAX_VALUE) {
            uncoveredSinceMs = Math.min(uncoveredSinceMs, nowMs);
        }
    }

    /**
     * Ends the state of a partition that was fenced for too long, so that {@link #begin} takes it over again.
     *
     * @throws FencedException if that was done before
     */
    void endFencing(long nowMs) {
        if (isFenced() && fencing.isOver(nowMs)) {
            fencing.end(nowMs);
            state = State.NEW;
            taskFiles.add(files);
        }
    }

    /** The records come again, and are as old as before. */
    private void forgetUncommitted() {
        uncoveredSinceMs = uncommittedSinceMs();
        handledUntil = Math.max(handledUntil, position.expected().orElse(0));
        files.abandon();
        taken.clear();
        pending.forget();
    }

    /** The offset that may be committed to Kafka, if there is one. */
    OptionalLong committed() {
        return state == State.OWNER ? ledger.current().nextOffset() : OptionalLong.empty();
    }

    /** Remembers where records begin, also when they cannot be taken now. */
    void notePosition(long offset) {
        position.notePosition(offset);
    }

    /** Takes a record, unless it was handled before: it is written by {@link RunWriter#write}. */
    void take(SinkRecord record, Redelivery redelivery, long nowMs) throws IOException {
        long offset = record.originalKafkaOffset();
        if (!position.accept(offset, redelivery, committed())) {
            return;
        }
        noteMissingBefore(offset);
        try {
            if (!ledger.current().covers(offset)) {
                if (!badRecords.isReported(offset) && tombstones.accept(record)) {
                    boolean changed = taken.add(record, files.placeFor(record));
                    if (changed || record.valueSchema() == null) {
                        files.includeAhead(record);
                    }
                } else {
                    absent.add(offset);
                }
            }
        } catch (DataException e) {
            runs.passOver(record, e);
        } catch (RuntimeException e) {
            throw RunWriter.named(e, record);
        } catch (IOException e) {
            files.abandon();
            throw e;
        }
        position.passed(offset);
        uncoveredSinceMs = Math.min(uncoveredSinceMs, nowMs);
    }

    /** Notes that no file holds the offsets from what is expected to before this one: they never came. */
    private void noteMissingBefore(long offset) {
        long from = position.isNext(offset) ? offset : position.expected().orElseThrow();
        absent.beginAt(from);
        absent.add(from, offset);
    }

    /**
     * Goes to the next run of the records that were taken and not written yet; false when there is none. Those of files
     * that are damaged are forgotten.
     */
    boolean advance() {
        if (!isRunning()) {
            taken.clear();
        }
        return taken.advance();
    }

    /** Writes runs, of which {@link #advance} goes to the next. */
    RunWriter runs() {
        return runs;
    }

    /** Closes the files that are due by the clock until the time is up, then commits the closed files. */
    void commitDue(long nowMs, TimeLimit limit) throws IOException {
        if (position.halt().isPresent()) {
            return;
        }
        changeUnlessFenced(() -> {
            files.closeDue(nowMs, limit);
            if (!pending.isEmpty() || confirmation.dueAtMs() <= nowMs) {
                commit(nowMs);
            }
        });
    }

    /**
     * As {@link #commitDue}; where no file is open, commits also the offsets of records that need none: bad records,
     * and those that never came here.
     */
    void commitHandled(long nowMs, TimeLimit limit) throws IOException {
        if (position.halt().isPresent()) {
            return;
        }
        changeUnlessFenced(() -> {
            files.closeDue(nowMs, limit);
            boolean isDue = !pending.isEmpty() || confirmation.dueAtMs() <= nowMs;
            if (isDue || files.isEmpty() && (hasProgress() || confirmation.isOfUploads())) {
                commit(nowMs);
            }
        });
    }

    /** All records below the offset were given to {@link RunWriter#write}, or were dropped before they came here. */
    void consumedUntil(long offset, long nowMs) {
        if (offset > Math.max(position.expected().orElse(0), 0)) {
            noteMissingBefore(offset);
        }
        if (position.consumedUntil(offset)) {
            uncoveredSinceMs = Math.min(uncoveredSinceMs, nowMs);
            position.explainGap();
        }
    }

    /** Called after each batch: says if records were deleted before they were archived. */
    void explainGap() {
        position.explainGap();
    }

    /** The offset after the last handled record; empty before the first. */
    OptionalLong expectedOffset() {
        return position.expected();
    }

    private void changeUnlessFenced(PartitionFiles.Change step) throws IOException {
        try {
            files.change(step);
        } catch (FencedException e) {
            fenced(e);
        }
    }

    private boolean hasProgress() {
        OptionalLong nextOffset = ledger.current().nextOffset();
        OptionalLong expected = position.expected();
        return expected.isPresent() && (nextOffset.isEmpty() || nextOffset.getAsLong() < expected.getAsLong());
    }

    /** When a close or commit is due if nothing else happens before. */
    OptionalLong dueAtMs() {
        if (isFenced()) {
            return OptionalLong.of(fencing.untilMs());
        }
        if (!isRunning()) {
            return OptionalLong.empty();
        }
        if (!pending.isEmpty()) {
            return OptionalLong.of(task.clock().millis());
        }
        long first = Math.min(files.deadline().atMs(), confirmation.dueAtMs());
        return first == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(first);
    }

    private void commit(long nowMs) throws IOException {
        badRecords.await();
        while (!files.isEmpty() && pending.isTooLarge(nextOffset())) {
            files.closeFirst(RotationReason.LEDGER);
        }
        // Not to the new position: an upload that the storage has dropped brings back the one before.
        committed().ifPresent(badRecords::settledUntil);
        pending.commit(nextOffset());
        confirmation.committed(nowMs);
        task.retries().progressed();
        uncoveredSinceMs = hasProgress() ? nowMs : Long.MAX_VALUE;
    }

    /**
     * Everything below is in the closed files, published, or was reported as bad. Records are only left over from a
     * batch that failed the task.
     */
    private long nextOffset() {
        long handled = files.firstOffset().orElseGet(() -> position.expected().orElseThrow());
        return Math.min(handled, taken.firstOffset().orElse(handled));
    }

    /** When the oldest record was handled that is not committed; {@link Long#MAX_VALUE} when all are. */
    long uncommittedSinceMs() {
        return Math.min(files.openedMs().orElse(Long.MAX_VALUE), uncoveredSinceMs);
    }

    /** Number of offsets that were handled and are not committed. */
    long uncommittedRecords() {
        return isFenced() ? 0 : position.uncommitted(committed());
    }

    /**
     * Commits everything, unless the configuration says to discard it, and gives the partition back. What is not
     * committed when the time is up is discarded. A halt that the ledger does not have yet is kept.
     */
    void close(long nowMs, TimeLimit limit) throws IOException {
        try {
            if (hasUnkeptHalt()) {
                keepFound(position.halt().get(), nowMs, limit);
            } else if (isRunning() && task.settings().rotation().onClose() == OnClose.COMMIT) {
                changeUnlessFenced(() -> commitAll(nowMs, limit));
            }
        } finally {
            if (state == State.OWNER && files.isDamaged()) {
                recoverOnce();
            }
            discard();
        }
    }

    /** Commits after each slice: the consumer may lose the partition before all files are closed. */
    private void commitAll(long nowMs, TimeLimit limit) throws IOException {
        while (!files.isEmpty() && !limit.isUp()) {
            files.closeAll(
                    RotationReason.CLOSE, limit.first(task.settings().poll().sliceMs()));
            commit(nowMs);
        }
        if (!pending.isEmpty() || files.isEmpty() && hasProgress()) {
            commit(nowMs);
        }
        if (confirmation.isNeeded()) {
            commit(nowMs);
        }
        if (!files.isEmpty()) {
            LOG.warn(
                    "{}: {} of its files are discarded, because they could not be closed within"
                            + " on.close.timeout.ms={}, which all partitions share. The next owner reads their records"
                            + " again; allow more time, below the consumer's max.poll.interval.ms, or have fewer paths"
                            + " open",
                    partition,
                    files.count(),
                    task.settings().poll().onCloseMs());
        }
    }

    /** Reads the ledger once more, so that nothing is left half-done if the storage works again already. */
    private void recoverOnce() {
        try {
            forgetUncommitted();
            keepHalt(ledger.recover());
        } catch (IOException | ConnectException e) {
            LOG.debug("{}: temporary files are left to the next owner", partition, e);
        }
    }

    /** Whether a halt was found that the ledger may not have; the next owner might not find it. */
    boolean hasUnkeptHalt() {
        return isRunning() && position.halt().isPresent();
    }

    /** Gives the partition back without a commit and without a request to the storage. */
    void abandon() {
        files.abandon();
        discard();
    }

    /**
     * Gives the partition back without a commit. Closed files that an entry may name are left to the ledger, but for
     * their copies on the local disk, which were uploaded.
     */
    void discard() {
        files.discard();
        taken.clear();
        taskFiles.remove(files);
        pending.forget();
        ledger.deleteUnshared();
        badRecords.forget();
        uncoveredSinceMs = Long.MAX_VALUE;
    }
}
