package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.commit.FencedException;
import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.commit.LedgerEntry;
import io.parquetry.connect.sink.commit.OffsetSet;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.errors.BadRecords;
import io.parquetry.connect.sink.partition.DirectoryName;
import io.parquetry.connect.sink.partition.Partitioner;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one topic-partition.
 *
 * <ol type="a">
 *   <li>Each offset below {@link #expected} has been dealt with since {@link #begin}: it is published, or in an open or
 *       finished file, or reported as bad.
 *   <li>What leaves a method as {@link IOException}, or as any other failure while a file is written, ended or committed,
 *       leaves the writer {@link State#STOPPED}: files may be lost, so nothing is committed and no record taken until
 *       {@link #begin} has looked at the ledger again, and then it starts anew from there.
 *   <li>What is not in the ledger is never told to Kafka.
 * </ol>
 */
final class PartitionWriter {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionWriter.class);

    /** Text of the published offsets beyond which the oldest file is ended, which makes them fewer. */
    private static final int PUBLISHED_BYTES_MAX = 1 << 20;

    private static final long UNKNOWN = -1;

    private final SinkSettings settings;
    private final Storage storage;
    private final TopicPartition partition;
    private final Ledger ledger;
    private final BadRecords badRecords;
    private final Partitioner partitioner;
    private final RotationPolicy policy;
    private final Map<String, OpenFile> open = new HashMap<>();
    private final List<FinishedFile> finished = new ArrayList<>();
    private State state = State.NEW;

    /** The offset at which reading began when the ledger was last read; {@link #UNKNOWN} before the first record. */
    private long begunAt = UNKNOWN;

    /** The offset after the last record that was dealt with; {@link #UNKNOWN} before the first. */
    private long expected = UNKNOWN;

    /** Where the ledger says nothing, the first offset that was seen. */
    private long firstSeen = UNKNOWN;

    /** When the first record was dealt with that no entry settles; {@link Long#MAX_VALUE} when there is none. */
    private long unsettledSinceMs = Long.MAX_VALUE;

    /** The last schemas that were not absent: a tombstone has none, and goes to the file of its neighbours. */
    private Schema knownKeySchema;

    private Schema knownValueSchema;

    /** The last directory, and what it was made of. */
    private String knownTopic = "";

    private String knownBelow = "";
    private String knownDirectory = "";

    private enum State {
        NEW,
        RUNNING,
        /** Something failed half-way, the storage as a rule; the ledger must be read again. */
        STOPPED,
        /** Another task owns the partition. */
        FENCED
    }

    PartitionWriter(
            SinkSettings settings,
            Storage storage,
            TopicPartition partition,
            Partitioner partitioner,
            BadRecords badRecords) {
        this.settings = settings;
        this.storage = storage;
        this.partition = partition;
        this.partitioner = partitioner;
        this.badRecords = badRecords;
        this.policy = RotationPolicy.of(settings.rotation());
        this.ledger = new Ledger(
                storage, new LedgerDirectory(settings.connector(), partition.topic(), partition.partition()));
        requireNameable(partition);
    }

    private static void requireNameable(TopicPartition partition) {
        try {
            new DataFileName(partition.topic(), partition.partition(), 0, 0, 0);
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
        OptionalLong position = position(entry);
        expected = position.orElse(UNKNOWN);
        begunAt = expected;
        state = State.RUNNING;
        LOG.info("{}: continues at {}, epoch {}", partition, position, entry.epoch());
        return position;
    }

    private LedgerEntry recover() throws IOException {
        try {
            return ledger.recover();
        } catch (FencedException e) {
            state = State.FENCED;
            throw e;
        }
    }

    private OptionalLong position(LedgerEntry entry) {
        if (entry.nextOffset().isPresent()) {
            return entry.nextOffset();
        }
        return firstSeen == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(firstSeen);
    }

    private void forgetUncommitted() {
        open.values().forEach(OpenFile::abandon);
        open.clear();
        finished.clear();
        badRecords.forget();
        unsettledSinceMs = Long.MAX_VALUE;
    }

    /** The offset that Kafka may be told, if there is one. */
    OptionalLong committed() {
        return state == State.NEW ? OptionalLong.empty() : ledger.current().nextOffset();
    }

    /** Remembers where records begin, also when they cannot be taken now. */
    void see(long offset) {
        if (firstSeen == UNKNOWN) {
            firstSeen = offset;
        }
    }

    /** A record comes a second time only in a batch that comes a second time, and only if it came a first time here. */
    private void requireExplained(long offset, Redelivery redelivery) {
        if (redelivery == Redelivery.NO || offset < begunAt) {
            throw new ConnectException("topic " + partition.topic() + ", partition " + partition.partition()
                    + ": a record with offset " + offset + " came where " + expected
                    + " was expected, and everything below that is already "
                    + (committed().isPresent() && offset < committed().getAsLong() ? "committed" : "in open files")
                    + ". The topic was deleted and created again, or truncated. To keep the old files and write the topic"
                    + " anew beside them, stop the connector (PUT /connectors/" + settings.connector()
                    + "/stop), reset its offsets (DELETE /connectors/" + settings.connector()
                    + "/offsets) and resume it");
        }
    }

    /** Whether a batch is one that was given before, because the task asked for it. */
    enum Redelivery {
        YES,
        NO
    }

    /** Puts a record into the file where it belongs, unless it was dealt with before. */
    void write(SinkRecord record, Redelivery redelivery, long nowMs) throws IOException {
        long offset = record.originalKafkaOffset();
        see(offset);
        if (offset < expected) {
            requireExplained(offset, redelivery);
            return;
        }
        if (offset > expected && expected != UNKNOWN && expected == begunAt) {
            warnOfGap(offset);
        }
        begunAt = begunAt == UNKNOWN ? offset : begunAt;
        if (!ledger.current().settles(offset)) {
            store(record, nowMs);
        }
        expected = offset + 1;
        unsettledSinceMs = Math.min(unsettledSinceMs, nowMs);
    }

    /** Only the first record after a start tells: later gaps are what compaction and transactions leave. */
    private void warnOfGap(long offset) {
        LOG.warn(
                "{}: the next record to write had offset {}, but the first that came has {}. If the topic is neither"
                        + " compacted nor written in transactions, retention deleted the records between them before"
                        + " they were archived; let the topic keep records for longer than the connector may be down",
                partition,
                expected,
                offset);
    }

    private void store(SinkRecord record, long nowMs) throws IOException {
        try {
            requireStorable(record);
            String directory = directoryOf(record);
            OpenFile file = fileFor(record, directory, nowMs);
            write(record, file, directory);
            Optional<RotationReason> reason = policy.afterRecord(file.records(), file.bytes());
            if (reason.isPresent()) {
                rotate(directory, reason.get());
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

    private String directoryOf(SinkRecord record) {
        String below = partitioner.directory(record);
        // Partitioners give the same object again for the same directory, so that comparing costs nothing.
        if (below != knownBelow || !record.topic().equals(knownTopic)) {
            knownDirectory =
                    settings.routing().topicsDirectory() + "/" + DirectoryName.ofTopic(record.topic()) + "/" + below;
            knownBelow = below;
            knownTopic = record.topic();
        }
        return knownDirectory;
    }

    /** A file that was opened for a record which does not fit is not kept: its name would begin with that offset. */
    private void write(SinkRecord record, OpenFile file, String directory) throws IOException {
        try {
            file.write(record);
        } catch (RuntimeException e) {
            if (file.records() == 0) {
                open.remove(directory);
                file.discard();
            }
            throw e;
        }
    }

    private void requireStorable(SinkRecord record) {
        if (record.value() == null
                && record.valueSchema() == null
                && settings.schema().recordMetadata() == RecordMetadata.NONE) {
            throw new DataException("the value is null (a tombstone), for which a file of values has no place; set"
                    + " record.metadata=kafka to keep tombstones");
        }
    }

    /** The open file of a directory, or another one when its schemas are not the record's. */
    private OpenFile fileFor(SinkRecord record, String directory, long nowMs) throws IOException {
        OpenFile file = open.get(directory);
        if (file != null && file.accepts(record)) {
            return file;
        }
        OpenFile created = createFile(record, nowMs);
        if (file != null) {
            try {
                rotate(directory, RotationReason.SCHEMA);
            } catch (IOException | RuntimeException e) {
                created.discard();
                throw e;
            }
        }
        open.put(directory, created);
        return created;
    }

    private OpenFile createFile(SinkRecord record, long nowMs) throws IOException {
        Schema keySchema = record.keySchema() == null && record.key() == null ? knownKeySchema : record.keySchema();
        Schema valueSchema =
                record.valueSchema() == null && record.value() == null ? knownValueSchema : record.valueSchema();
        try {
            RecordLayout layout = RecordLayout.of(
                    keySchema,
                    valueSchema,
                    settings.schema().recordMetadata(),
                    settings.schema().decimalPrecision());
            OpenFile file = OpenFile.create(
                    storage, ledger.newTemporary(), layout, settings.parquet(), record.originalKafkaOffset(), nowMs);
            knownKeySchema = keySchema;
            knownValueSchema = valueSchema;
            return file;
        } catch (UsageException e) {
            throw new DataException("its schema cannot be stored: " + e.getMessage(), e);
        }
    }

    private void rotate(String directory, RotationReason reason) throws IOException {
        OpenFile file = open.remove(directory);
        LOG.debug("{}: {} ends with {} records: {}", partition, directory, file.records(), reason);
        DataFileName name = new DataFileName(
                partition.topic(),
                partition.partition(),
                file.firstOffset(),
                file.lastOffset(),
                ledger.current().generation());
        try {
            finished.add(file.finish(
                    directory + "/" + name.format(),
                    FooterNotes.ofOrigin(settings.connector(), partition.topic(), partition.partition())));
        } catch (IOException | RuntimeException e) {
            file.abandon();
            throw e;
        }
    }

    /** Ends the files that are old enough, then commits what has ended. */
    void commitDue(long nowMs) throws IOException {
        try {
            for (String directory : List.copyOf(open.keySet())) {
                if (policy.isDue(open.get(directory).openedMs(), nowMs)) {
                    rotate(directory, RotationReason.AGE);
                }
            }
            if (!finished.isEmpty() || open.isEmpty() && hasProgress() && policy.isDue(unsettledSinceMs, nowMs)) {
                commit(nowMs);
            }
        } catch (IOException | RuntimeException | Error e) {
            stop();
            throw e;
        }
    }

    private boolean hasProgress() {
        return expected != UNKNOWN && ledger.current().nextOffset().orElse(UNKNOWN) < expected;
    }

    /** When something will be due, if nothing else happens before. */
    OptionalLong dueAtMs() {
        long oldestMs =
                open.values().stream().mapToLong(OpenFile::openedMs).min().orElse(unsettledSinceMs);
        return oldestMs == Long.MAX_VALUE || state != State.RUNNING ? OptionalLong.empty() : policy.dueAtMs(oldestMs);
    }

    private void commit(long nowMs) throws IOException {
        badRecords.await();
        while (mustEndOldest()) {
            rotate(oldestDirectory(), RotationReason.LEDGER);
        }
        long nextOffset = nextOffset();
        try {
            ledger.commit(
                    nextOffset,
                    publishedFrom(nextOffset),
                    finished.stream().map(FinishedFile::file).toList());
        } catch (FencedException e) {
            state = State.FENCED;
            throw e;
        }
        LOG.debug("{}: {} files are visible, next offset {}", partition, finished.size(), nextOffset);
        finished.clear();
        unsettledSinceMs = hasProgress() ? nowMs : Long.MAX_VALUE;
    }

    private boolean mustEndOldest() {
        long nextOffset = nextOffset();
        long last = Stream.concat(
                        Stream.of(ledger.current().published()),
                        finished.stream().map(FinishedFile::offsets))
                .filter(set -> !set.isEmpty())
                .mapToLong(OffsetSet::last)
                .max()
                .orElse(nextOffset);
        return !open.isEmpty()
                && (last - nextOffset > OffsetSet.DISTANCE_MAX
                        || publishedFrom(nextOffset).serializedBytes() > PUBLISHED_BYTES_MAX);
    }

    private String oldestDirectory() {
        return open.entrySet().stream()
                .min(Comparator.comparingLong(entry -> entry.getValue().firstOffset()))
                .orElseThrow()
                .getKey();
    }

    /** Everything below is in the finished files, published, or was reported. */
    private long nextOffset() {
        return open.values().stream().mapToLong(OpenFile::firstOffset).min().orElse(expected);
    }

    private OffsetSet publishedFrom(long nextOffset) {
        return OffsetSet.union(
                nextOffset,
                Stream.concat(
                                Stream.of(ledger.current().published()),
                                finished.stream().map(FinishedFile::offsets))
                        .toList());
    }

    private void stop() {
        if (state == State.RUNNING) {
            state = State.STOPPED;
        }
    }

    /** Commits everything and lets go of the partition. */
    void close(long nowMs) throws IOException {
        try {
            if (state == State.RUNNING) {
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
        for (String directory : List.copyOf(open.keySet())) {
            rotate(directory, RotationReason.CLOSE);
        }
        if (!finished.isEmpty() || hasProgress()) {
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
        open.values().forEach(OpenFile::discard);
        open.clear();
        finished.clear();
        badRecords.forget();
    }
}
