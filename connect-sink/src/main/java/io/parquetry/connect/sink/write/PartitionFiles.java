package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.write.RotationPolicy.Deadline;
import io.parquetry.format.file.DictionaryHints;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of one topic-partition while they are open: each record goes to the one where it belongs, and each file ends
 * when its time has come. What has ended waits in {@link PendingCommit}.
 */
final class PartitionFiles {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionFiles.class);

    private final TaskResources task;
    private final SinkSettings settings;
    private final TopicPartition partition;
    private final Ledger ledger;
    private final PendingCommit commits;
    private final RotationPolicy policy;
    private final RecordDirectory directories;
    private final ToLongFunction<SinkRecord> timeMs;
    private final OpenFiles open;
    private final RecordFiles files;

    /** @param owner ends files where the task must */
    PartitionFiles(
            TaskResources task, TopicPartition partition, Ledger ledger, PendingCommit commits, TaskFiles.Owner owner) {
        this.task = task;
        this.settings = task.settings();
        this.partition = partition;
        this.ledger = ledger;
        this.commits = commits;
        this.policy = RotationPolicy.of(
                settings.rotation(), settings.routing().template().time().zone());
        this.timeMs = policy.looksAtTimes() ? task.timeMs() : record -> 0;
        this.directories = new RecordDirectory(settings.routing().topicsDirectory(), task.partitioner());
        this.open = new OpenFiles(task.files(), owner);
        this.files = new RecordFiles(
                settings.schema(),
                new FileWriterFactory(task.storage(), settings.parquet(), new DictionaryHints(), ledger::newTemporary),
                open,
                policy,
                task.memory(),
                this::end);
    }

    /** Takes note of a record's schemas before the record comes. */
    void observe(SinkRecord record) {
        files.observe(record);
    }

    /**
     * Puts a record into the file where it belongs.
     *
     * @throws org.apache.kafka.connect.errors.DataException when it belongs nowhere, or
     * @throws io.parquetry.format.InvalidRecordException does not fit; the files stay as they are then
     */
    void store(SinkRecord record, long nowMs) throws IOException {
        String directory = directories.of(record);
        long recordMs = timeMs.applyAsLong(record);
        OpenFile file = files.fileFor(record, directory, recordMs, nowMs);
        if (!task.memory().admits(file)) {
            task.memory().makeRoomFor(file, nowMs);
            file = files.fileFor(record, directory, recordMs, nowMs);
        }
        write(record, file, recordMs, nowMs);
        Optional<RotationReason> reason = policy.afterRecord(file.records(), file::hasBytes);
        if (reason.isPresent()) {
            end(file, reason.get());
        }
    }

    /** A file that was opened for a record which does not fit is not kept: its name would begin with that offset. */
    private void write(SinkRecord record, OpenFile file, long recordMs, long nowMs) throws IOException {
        try {
            file.write(record, recordMs, nowMs);
            open.touch(file);
            task.figures().rowWritten();
        } catch (RuntimeException e) {
            if (file.records() == 0) {
                open.remove(file);
                file.discard();
            }
            throw e;
        }
    }

    /** Writes rows that are in memory to one file in progress, where they stay until their own files end. */
    void spill(List<OpenFile> some) throws IOException {
        SpillFile to = SpillFile.create(task.storage(), ledger.newTemporary());
        try {
            for (OpenFile file : some) {
                task.figures().add(SinkMetric.SPILLED_ROWS, file.spill(to));
            }
            to.close();
        } catch (IOException | RuntimeException e) {
            to.abandon();
            throw e;
        }
    }

    /** Ends a file; it waits to be committed. */
    void end(OpenFile file, RotationReason reason) throws IOException {
        task.figures().rotated(reason.text());
        LOG.debug("{}: {} ends with {} records: {}", partition, file.directory(), file.records(), reason.text());
        DataFileName name = new DataFileName(
                partition.topic(),
                partition.partition(),
                file.firstOffset(),
                file.lastOffset(),
                ledger.current().generation());
        try {
            file.gather(task.memory().toGather(file));
            commits.add(file.finish(name.format(), FooterMetadata.of(settings, partition)));
        } catch (IOException | RuntimeException e) {
            file.abandon();
            throw e;
        } finally {
            open.remove(file);
        }
    }

    /** Ends the files that are old enough. */
    void endDue(long nowMs) throws IOException {
        for (OpenFile file : open.all()) {
            Deadline deadline = deadline(file);
            if (deadline.atMs() <= nowMs) {
                end(file, deadline.reason());
            }
        }
    }

    void endAll(RotationReason reason) throws IOException {
        for (OpenFile file : open.all()) {
            end(file, reason);
        }
    }

    /** Ends the one that was opened first; there must be one. */
    void endOldest(RotationReason reason) throws IOException {
        end(open.oldest().orElseThrow(), reason);
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** The smallest offset in an open file; empty when no file is open. */
    OptionalLong firstOffset() {
        return open.oldest().stream().mapToLong(OpenFile::firstOffset).findFirst();
    }

    /** When the oldest was opened; empty when no file is open. */
    OptionalLong openedMs() {
        return open.oldest().stream().mapToLong(OpenFile::openedMs).findFirst();
    }

    /** When the next file ends by the clock, if nothing is written to it before. */
    Deadline deadline() {
        Deadline first = Deadline.NEVER;
        for (OpenFile file : open.all()) {
            first = first.earlier(deadline(file));
        }
        return first;
    }

    private Deadline deadline(OpenFile file) {
        return file.afterOpening(policy).earlier(policy.afterWriting(file.writtenMs()));
    }

    /** When what was dealt with at {@code sinceMs} is committed though no file is open: as late as a file would be. */
    Deadline deadlineWithoutFiles(long sinceMs) {
        return policy.afterOpening(sinceMs).earlier(policy.afterWriting(sinceMs));
    }

    /** Lets go of a file whose end is not to be waited for; what was written stays for the ledger to sweep. */
    void abandon(OpenFile file) {
        open.remove(file);
        file.abandon();
    }

    /** Lets go of all; what was written stays for the ledger to sweep. */
    void abandon() {
        open.abandon();
    }

    /** Deletes all. */
    void discard() {
        open.discard();
    }
}
