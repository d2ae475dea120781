package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.commit.PendingCommit;
import io.parquetry.connect.sink.config.RoutingSettings;
import io.parquetry.connect.sink.file.DataFileWriterFactory;
import io.parquetry.connect.sink.file.FooterMetadata;
import io.parquetry.connect.sink.memory.SpillFile;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.rotation.RotationPolicy;
import io.parquetry.connect.sink.rotation.RotationPolicy.Deadline;
import io.parquetry.connect.sink.rotation.RotationReason;
import io.parquetry.connect.sink.schema.FileSchema;
import io.parquetry.connect.sink.schema.RecordSchemas;
import io.parquetry.connect.sink.table.Table;
import io.parquetry.connect.sink.table.TableColumns;
import io.parquetry.connect.sink.table.TopicTable;
import io.parquetry.format.UsageException;
import io.parquetry.format.host.EncodingHints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The open files of one topic-partition: it opens, grows, spills and closes them. Closed files wait in {@link
 * PendingCommit}.
 *
 * <ol type="a">
 *   <li>A directory has one open file as a rule; where records come whose schemas are incompatible, one for each
 *       family of schemas.
 *   <li>A file gets its records in the order of their offsets. The records of a batch are written one directory after
 *       the other, so the first offsets of files that were opened in one batch are not in the order of opening.
 *   <li>A change that fails may have lost rows. Then all open files are abandoned, and the files are {@link
 *       #isDamaged damaged} until {@link #reset}.
 * </ol>
 */
final class PartitionFiles {
    private static final Log LOG = Log.of(PartitionFiles.class);
    private static final Comparator<OpenFile> BY_FIRST_OFFSET = Comparator.comparingLong(OpenFile::firstOffset);

    private final TaskResources task;
    private final TopicPartition partition;
    private final Ledger ledger;
    private final PendingCommit pending;
    private final RotationPolicy policy;
    private final FilePlaces places;
    private final DataFileWriterFactory writers;
    private final Optional<TopicTable> table;
    private final Map<String, List<OpenFile>> byDirectory = new HashMap<>();
    private final Set<OpenFile> oldestFirst = new LinkedHashSet<>();

    /** Those of the records since the files were {@link #reset}; null before, as is the chooser. */
    private RecordSchemas schemas;

    private FileChooser chooser;
    private boolean damaged;

    /** Whether it was said that records bring ever new columns. */
    private boolean warned;

    /** Whether the values that came decide on the columns of variants, in open files as well. */
    private boolean variantsDecided;

    /** A step that changes open files. */
    @FunctionalInterface
    interface Change {
        void run() throws IOException;
    }

    PartitionFiles(TaskResources task, TopicPartition partition, Ledger ledger, PendingCommit pending) {
        this.task = task;
        this.partition = partition;
        this.ledger = ledger;
        this.pending = pending;
        this.policy = new RotationPolicy(
                task.settings().rotation(),
                task.settings().routing().template().time().zone(),
                task.timeMs());
        this.table = task.tables().map(tables -> tables.of(partition.topic()));
        this.places = new FilePlaces(task, partition, table);
        this.writers = new DataFileWriterFactory(
                task.storage(),
                task.settings().parquet(),
                new EncodingHints(),
                ledger::newTemporary,
                table.<DataFileWriterFactory.Columns>map(each -> columns -> each.numbered(columns, Table.Value.UNKNOWN))
                        .orElse(TableColumns::withoutTable));
        requireNameable(partition);
    }

    /** Checks the largest offsets and generations too: a topic must not become unwritable one day. */
    private static void requireNameable(TopicPartition partition) {
        try {
            DataFileName.longestOf(partition.topic(), partition.partition());
        } catch (IllegalArgumentException e) {
            throw new ConnectException(
                    "cannot write topic " + partition.topic() + ": " + e.getMessage()
                            + "; leave the topic out, or create one with a shorter name",
                    e);
        }
    }

    /**
     * Makes a record's schemas known before its batch is written, so that files grow once for all schemas of a batch.
     * Where files go to a table, only variants are looked at: the table has yet to be asked for the other columns.
     */
    void includeAhead(SinkRecord record) {
        if (table.isEmpty()) {
            schemas.includeAhead(record);
        } else {
            schemas.observe(record);
        }
    }

    /** See {@link FilePlaces#of}. */
    FilePlace placeFor(SinkRecord record) throws IOException {
        return places.of(record, schemas);
    }

    /** Whether a record of the same run as the last record of an open file goes there too. */
    boolean mayTake(OpenFile file, SinkRecord record) {
        return chooser.reasonToClose(file, record, policy.traits(record)).isEmpty();
    }

    /**
     * Returns the open file for a record; opens, grows or replaces a file where that is needed.
     *
     * @param place as {@link #placeFor} says
     * @throws DataException when no file can hold the record; open files are unchanged then
     */
    OpenFile fileFor(SinkRecord record, FilePlace place, long nowMs) throws IOException {
        if (!variantsDecided && schemas.areVariantsDecided()) {
            variantsDecided = true;
            for (OpenFile file : open()) {
                updateVariants(file);
            }
        }
        RotationPolicy.Traits traits = policy.traits(record);
        List<OpenFile> open = byDirectory.getOrDefault(place.directory(), List.of());
        FileChoice choice = chooser.byRecord(open, record, traits);
        if (choice instanceof FileChoice.Use use) {
            return use.file();
        }
        if (choice instanceof FileChoice.Create) {
            choice = chooser.bySchema(open, schemaFor(record), record, traits);
        }
        if (choice instanceof FileChoice.Grow grow) {
            return grow(grow.file(), grow.schema())
                    ? grow.file()
                    : replace(grow.file(), RotationReason.SCHEMA, create(grow.schema(), place, record, traits, nowMs));
        }
        if (choice instanceof FileChoice.Replace replace) {
            warnOfEverNewColumns(replace);
            FileSchema schema = replace.reason() == RotationReason.SCHEMA ? schemaFor(record) : nextSchemaFor(record);
            return replace(replace.file(), replace.reason(), create(schema, place, record, traits, nowMs));
        }
        return add(create(nextSchemaFor(record), place, record, traits, nowMs));
    }

    private void warnOfEverNewColumns(FileChoice.Replace choice) {
        if (!warned && choice.reason() == RotationReason.SCHEMA && choice.file().isCopiedTooOften()) {
            warned = true;
            LOG.warn(
                    "{}: a file is closed early, because its rows were written again for new columns too often; it has"
                            + " {} records and {} columns. Keep fields whose names vary in a map",
                    partition,
                    choice.file().records(),
                    choice.file().columns());
        }
    }

    private FileSchema schemaFor(SinkRecord record) {
        try {
            return schemas.include(record);
        } catch (UsageException e) {
            throw unstorable(e);
        }
    }

    /** The schema of a file that need not hold what records no longer have. */
    private FileSchema nextSchemaFor(SinkRecord record) {
        schemas.forgetUnused(record);
        return schemaFor(record);
    }

    private boolean grow(OpenFile file, FileSchema schema) throws IOException {
        try {
            return file.grow(schema);
        } catch (UsageException e) {
            schemas.rollBack(schema);
            throw unstorable(e);
        }
    }

    /** Gives a file the columns that all values until now decide on, if its rows can be written again. */
    private void updateVariants(OpenFile file) throws IOException {
        Optional<FileSchema> today = schemas.updateVariants(file.schema());
        if (today.isPresent() && file.mayGrow()) {
            grow(file, today.get());
        }
    }

    private OpenFile create(
            FileSchema schema, FilePlace place, SinkRecord record, RotationPolicy.Traits traits, long nowMs)
            throws IOException {
        long sequence = ledger.current().sequence();
        task.topicWriters().mark(partition.topic(), topicDirectory(place.directory()), sequence);
        try {
            OpenFile file = OpenFile.create(writers, task.account(), schema, place.directory(), record, traits, nowMs);
            return file.of(place.keyValues());
        } catch (UsageException e) {
            schemas.rollBack(schema);
            throw unstorable(e);
        }
    }

    /** The directory below that of all topics; without one, those at the begin of the path that all records share. */
    private String topicDirectory(String directory) {
        RoutingSettings routing = task.settings().routing();
        int directories = routing.topicsDirectory()
                .map(parent -> parent.split("/").length + 1)
                .orElseGet(() -> Math.max(1, routing.template().directoriesOfTopic()));
        int end = -1;
        for (int i = 0; i < directories; i++) {
            end = directory.indexOf('/', end + 1);
            if (end < 0) {
                return directory;
            }
        }
        return directory.substring(0, end);
    }

    static DataException unstorable(UsageException e) {
        return new DataException("its schema cannot be stored: " + e.getMessage(), e);
    }

    private OpenFile replace(OpenFile file, RotationReason reason, OpenFile successor) throws IOException {
        try {
            close(file, reason);
        } catch (IOException | RuntimeException | Error e) {
            successor.discard();
            throw e;
        }
        return add(successor);
    }

    private OpenFile add(OpenFile file) {
        byDirectory
                .computeIfAbsent(file.directory(), directory -> new ArrayList<>(1))
                .add(file);
        oldestFirst.add(file);
        return file;
    }

    private void remove(OpenFile file) {
        byDirectory.computeIfPresent(file.directory(), (directory, files) -> {
            files.remove(file);
            return files.isEmpty() ? null : files;
        });
        oldestFirst.remove(file);
    }

    /** A record was written to the file, which is closed if it is full now. Returns whether it is open still. */
    boolean recordWritten(OpenFile file, SinkRecord record) throws IOException {
        schemas.recordWritten(file.schema(), record);
        task.metrics().rowWritten();
        Optional<RotationReason> reason = policy.afterRecord(file.records(), file::checkLength);
        if (reason.isPresent()) {
            close(file, reason.get());
        }
        return reason.isEmpty();
    }

    /**
     * A record did not fit; a file that was opened for it is discarded, since its name would begin with that offset.
     */
    void recordRejected(OpenFile file) {
        if (file.records() == 0) {
            remove(file);
            file.discard();
        }
    }

    /** Closes a file, which then waits to be committed. */
    private void close(OpenFile file, RotationReason reason) throws IOException {
        task.metrics().rotated(reason.text());
        LOG.debug("{}: {} is closed with {} records: {}", partition, file.directory(), file.records(), reason.text());
        DataFileName name = new DataFileName(
                partition.topic(),
                partition.partition(),
                file.firstOffset(),
                file.lastOffset(),
                ledger.current().generation());
        remove(file);
        try {
            if (!variantsDecided) {
                updateVariants(file);
            }
            Map<String, String> keyValues = FooterMetadata.of(task.settings(), partition);
            keyValues.putAll(neighbours(file));
            pending.add(file.close(name.format(), keyValues));
        } catch (DataException e) {
            file.abandon();
            // Not the record's that comes now: it must not be passed over as a bad one while the rows of the file are
            // lost.
            throw new ConnectException("cannot close a file for " + file.directory() + ": " + e.getMessage(), e);
        } catch (IOException | RuntimeException | Error e) {
            file.abandon();
            throw e;
        }
    }

    private Map<String, String> neighbours(OpenFile file) {
        return pending.neighbours(file.offsets())
                .map(found -> FooterMetadata.ofNeighbours(
                        found.previous(), found.open(), found.others(), found.absent(), found.areComplete()))
                .orElse(Map.of());
    }

    /** Runs a step that changes open files or the ledger; see (c). */
    void change(Change step) throws IOException {
        boolean done = false;
        try {
            step.run();
            done = true;
        } finally {
            if (!done) {
                abandon();
            }
        }
    }

    /** Abandons all open files; they are damaged until {@link #reset}. */
    void abandon() {
        damaged = true;
        oldestFirst.forEach(OpenFile::abandon);
        clear();
    }

    boolean isDamaged() {
        return damaged;
    }

    /**
     * Files may be opened, from the position of the ledger on. The schemas of records that come again do not decide on
     * those before them.
     */
    void reset() {
        damaged = false;
        schemas = new RecordSchemas(
                task.settings().schema(),
                task.settings().routing().template().keys(),
                () -> table.map(TopicTable::columnsWithDefault).orElse(Set.of()));
        chooser = new FileChooser(schemas, policy);
        variantsDecided = false;
    }

    /** Deletes all open files. */
    void discard() {
        oldestFirst.forEach(OpenFile::discard);
        clear();
    }

    private void clear() {
        oldestFirst.clear();
        byDirectory.clear();
    }

    /** Closes a file because of what all files of the task hold. */
    void closeEarly(OpenFile file, RotationReason reason) throws IOException {
        change(() -> close(file, reason));
    }

    /** Writes the row group of a file. */
    void flush(OpenFile file) throws IOException {
        change(file::flush);
    }

    /** Moves the rows of some files to one spill file. */
    void spill(List<OpenFile> files) throws IOException {
        change(() -> {
            SpillFile to = SpillFile.create(task.storage(), ledger.newTemporary());
            try {
                for (OpenFile file : files) {
                    task.metrics().add(SinkMetric.SPILLED_ROWS, file.spill(to));
                }
                to.close();
            } catch (IOException | RuntimeException e) {
                to.abandon();
                throw e;
            }
        });
    }

    /** The ages of open files begin anew, which would last for as long as the clock was put back. */
    void clockPutBack(long nowMs) {
        oldestFirst.forEach(file -> file.clockPutBack(nowMs));
    }

    /** Closes the files that are due by the clock until the time is up, one file at least. */
    void closeDue(long nowMs, TimeLimit limit) throws IOException {
        if (deadline().atMs() > nowMs) {
            return;
        }
        for (OpenFile file : open()) {
            Deadline deadline = file.deadline(policy);
            if (deadline.atMs() <= nowMs) {
                close(file, deadline.reason());
                if (limit.isUp()) {
                    return;
                }
            }
        }
    }

    /** Closes the oldest files until the time is up, one file at least. */
    void closeAll(RotationReason reason, TimeLimit limit) throws IOException {
        for (OpenFile file : open()) {
            close(file, reason);
            if (limit.isUp()) {
                return;
            }
        }
    }

    int count() {
        return oldestFirst.size();
    }

    /** Closes the file with the smallest offset; there must be one. */
    void closeFirst(RotationReason reason) throws IOException {
        close(oldestFirst.stream().min(BY_FIRST_OFFSET).orElseThrow(), reason);
    }

    boolean isEmpty() {
        return oldestFirst.isEmpty();
    }

    /** The files that are open now, oldest first; files may be opened and closed meanwhile. */
    List<OpenFile> open() {
        return new ArrayList<>(oldestFirst);
    }

    /** The smallest offset in an open file; empty when no file is open. */
    OptionalLong firstOffset() {
        return oldestFirst.stream().mapToLong(OpenFile::firstOffset).min();
    }

    /** When the oldest file was opened; empty when no file is open. */
    OptionalLong openedMs() {
        return oldestFirst.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(oldestFirst.iterator().next().openedMs());
    }

    /** When the next file is closed by the clock if nothing is written before. */
    Deadline deadline() {
        Deadline first = Deadline.NEVER;
        for (OpenFile file : oldestFirst) {
            first = first.earlier(file.deadline(policy));
        }
        return first;
    }
}
