package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.FileMetadata;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.DataException;

/**
 * Appends to one table what it does not have of the ledgers of some topics.
 *
 * <ol type="a">
 *   <li>The table says what it has, by one property for each topic-partition. Files are appended together with the new
 *       property, and only while the property is as it was read.
 *   <li>An entry is appended when it is {@linkplain ReadyEntries ready}, and in the order of the ledger.
 *   <li>The first files of a ledger are appended as {@link AppendMarks} says.
 *   <li>A ledger that does not continue what the table has is left alone, until a person decides.
 * </ol>
 */
final class TableAppends {
    private static final Log LOG = Log.of(TableAppends.class);
    private static final int MOVES_MAX = 3;

    private final Table table;
    private final Storage storage;
    private final String connector;
    private final ConnectorLedgers ledgers;
    private final Optional<String> branch;
    private final TablePositions positions;
    private final SinkTaskMetrics metrics;
    private final int filesMax;
    private final AppendMarks marks;

    /** The position of the table at which each ledger was last found to continue it. */
    private final Map<TopicPartition, TablePosition> continued = new HashMap<>();

    private final KnownEntries known = new KnownEntries();

    /** The fault of each ledger that was logged last. */
    private final Map<TopicPartition, String> faults = new HashMap<>();

    /** @param filesMax files of one append, but for those of its last entry */
    TableAppends(
            Table table,
            Storage storage,
            String connector,
            Optional<String> branch,
            TablePositions positions,
            SinkTaskMetrics metrics,
            int filesMax) {
        this.table = Objects.requireNonNull(table, "table");
        this.storage = Objects.requireNonNull(storage, "storage");
        this.connector = Objects.requireNonNull(connector, "connector");
        this.ledgers = new ConnectorLedgers(storage, connector);
        this.branch = Objects.requireNonNull(branch, "branch");
        this.positions = Objects.requireNonNull(positions, "positions");
        this.metrics = Objects.requireNonNull(metrics, "metrics");
        this.filesMax = filesMax;
        this.marks = new AppendMarks(storage);
    }

    /**
     * What a look did.
     *
     * @param appended entries that the table has got
     * @param moved whether others were faster again and again, so that something is left
     * @param faults ledgers that wait for a person
     */
    record Outcome(long appended, boolean moved, int faults) {}

    /**
     * Looks once, and appends until nothing is left.
     *
     * @param goesOn asked after each append; what is left then waits for the next look
     */
    Outcome look(Collection<String> topics, BooleanSupplier goesOn) throws IOException {
        long appended = 0;
        int moves = 0;
        while (true) {
            Optional<Table.State> state = table.read();
            if (state.isEmpty()) {
                requireNoFiles(topics);
                return new Outcome(appended, false, 0);
            }
            AppendSlice slice = new AppendSlice(filesMax);
            Optional<String> dropped = TablePositions.dropped(state.get(), branch);
            int stopped = 0;
            for (Map.Entry<TopicPartition, ConnectorLedgers.Listed> ledger :
                    ledgers.of(topics).entrySet()) {
                boolean goesIn = dropped.isPresent()
                        ? !reportFault(ledger.getKey(), state.get(), dropped.get())
                        : fill(slice, ledger.getKey(), ledger.getValue(), state.get());
                stopped += goesIn ? 0 : 1;
            }
            if (slice.isEmpty()) {
                return new Outcome(appended, false, stopped);
            }
            if (table.append(state.get(), slice.append(state.get(), connector, branch))) {
                metrics.add(SinkMetric.TABLE_APPENDS, 1);
                moves = 0;
                appended += slice.entries();
                slice.partitions().forEach((partition, of) -> see(partition, of.position()));
                LOG.debug(
                        "{}: {} files of {} entries appended, positions {}",
                        table.name(),
                        slice.files().size(),
                        slice.entries(),
                        slice.properties());
                if (!slice.isCut() || !goesOn.getAsBoolean()) {
                    return new Outcome(appended, false, stopped);
                }
            } else {
                metrics.add(SinkMetric.TABLE_CONFLICTS, 1);
                if (++moves == MOVES_MAX || !goesOn.getAsBoolean()) {
                    return new Outcome(appended, true, stopped);
                }
            }
        }
    }

    /** The ledgers that wait for a person, and why. */
    Map<TopicPartition, String> faults() {
        return Map.copyOf(faults);
    }

    /** There is no table before the first record, and after a person has dropped it. */
    private void requireNoFiles(Collection<String> topics) throws IOException {
        for (Map.Entry<TopicPartition, ConnectorLedgers.Listed> ledger :
                ledgers.of(topics).entrySet()) {
            LedgerDirectory directory = ledgers.directory(ledger.getKey());
            ReadyEntries ready = ReadyEntries.withoutTable(
                    new LedgerReader(storage, directory.path()),
                    ledger.getValue().newest());
            boolean hasFiles = ready.fault().isPresent()
                    || ready.entries().stream().anyMatch(entry -> !entry.files().isEmpty());
            if (hasFiles) {
                throw new IOException("there is no table " + table.name() + ", and it was there when the files of "
                        + ledger.getKey() + " were written; restore it in the catalog");
            }
        }
    }

    private void see(TopicPartition partition, TablePosition position) {
        positions.see(partition, position);
        continued.put(partition, position);
    }

    /**
     * Adds what is ready of a ledger. Returns false when the ledger waits for a person.
     */
    private boolean fill(AppendSlice slice, TopicPartition partition, ConnectorLedgers.Listed listed, Table.State state)
            throws IOException {
        String property = TablePositions.property(connector, partition, branch);
        Optional<String> text = Optional.ofNullable(state.properties().get(property));
        Optional<TablePosition> at = text.flatMap(TablePosition::parse);
        Optional<String> fault = Optional.empty();
        if (text.isPresent() && at.isEmpty()) {
            fault = text.map(TablePositions::malformed);
        } else if (hasNothingReady(partition, listed, at)) {
            at.ifPresent(position -> see(partition, position));
        } else {
            fault = fill(slice, ledgers.directory(partition), listed, property, at, state);
        }
        if (fault.isPresent()) {
            return !reportFault(partition, state, fault.get());
        }
        faults.remove(partition);
        return true;
    }

    /**
     * As the number of the newest entry tells, for a ledger that is known to continue the table. Another appender that
     * has moved the position since then has compared the ids.
     */
    private boolean hasNothingReady(
            TopicPartition partition, ConnectorLedgers.Listed listed, Optional<TablePosition> at) {
        TablePosition before = continued.get(partition);
        return before != null
                && at.isPresent()
                && (at.get().equals(before) || at.get().sequence() > before.sequence())
                && listed.highest() > 0
                && listed.highest() >= at.get().sequence()
                && listed.highest() <= at.get().sequence() + 1;
    }

    private Optional<String> fill(
            AppendSlice slice,
            LedgerDirectory directory,
            ConnectorLedgers.Listed listed,
            String property,
            Optional<TablePosition> at,
            Table.State state)
            throws IOException {
        TopicPartition partition = new TopicPartition(directory.topic(), directory.partition());
        if (slice.isFull()) {
            slice.cut();
            return Optional.empty();
        }
        LedgerReader ledger = new LedgerReader(storage, directory.path());
        ReadyEntries ready = at.isEmpty()
                ? ReadyEntries.after(at, ledger, listed.newest(), slice.filesLeft())
                : ReadyEntries.after(at.get(), ledger, listed, slice.filesLeft(), known.of(partition));
        ready.newest().ifPresent(newest -> known.see(partition, newest));
        if (ready.fault().isPresent()) {
            return ready.fault();
        }
        at.ifPresent(position -> see(partition, position));
        if (ready.entries().isEmpty()) {
            return Optional.empty();
        }
        if (at.isEmpty()) {
            Optional<String> mark = marks.of(directory);
            if (mark.isEmpty()) {
                slice.begin(property, TablePosition.beginning());
            }
            return mark.map(each -> AppendMarks.begunWith(directory, each));
        }
        boolean isMarked = at.get().sequence() > 0 && listed.isMarked();
        Optional<String> fault = isMarked ? Optional.empty() : marks.require(directory, at.get());
        return fault.isPresent() ? fault : add(slice, partition, property, ready, state);
    }

    private Optional<String> add(
            AppendSlice slice, TopicPartition partition, String property, ReadyEntries ready, Table.State state)
            throws IOException {
        for (ReadyEntries.Ready entry : ready.entries()) {
            if (slice.isFull()) {
                slice.cut();
                return Optional.empty();
            }
            AppendSlice.OfEntry files = new AppendSlice.OfEntry(entry);
            for (LedgerFile file : entry.files()) {
                try {
                    Optional<TableFile> found = tableFile(file);
                    if (found.isPresent()) {
                        files.add(
                                file.lastOffset(),
                                state.entry(found.get()),
                                found.get().footer());
                    }
                } catch (ParquetException e) {
                    return Optional.of("the footer of " + file.path() + " cannot be read: " + e.getMessage());
                } catch (DataException e) {
                    return Optional.of("it cannot have the file " + file.path() + ": " + e.getMessage());
                }
            }
            slice.add(partition, property, entry.position(), files);
        }
        if (ready.isCut()) {
            slice.cut();
        }
        return Optional.empty();
    }

    /**
     * Another may have appended since the table was read, and the ledger may have moved on; then there is no fault.
     * Returns whether there is one.
     */
    private boolean reportFault(TopicPartition partition, Table.State state, String fault) throws IOException {
        String property = TablePositions.property(connector, partition, branch);
        Optional<String> at = Optional.ofNullable(state.properties().get(property));
        Optional<Table.State> again = table.read();
        if (again.isEmpty()
                || !Optional.ofNullable(again.get().properties().get(property)).equals(at)) {
            return false;
        }
        if (!fault.equals(faults.put(partition, fault))) {
            metrics.add(SinkMetric.TABLE_FAILURES, 1);
            LedgerDirectory directory = ledgers.directory(partition);
            Optional<String> newest = newestOf(directory);
            LOG.error(
                    "{}: nothing is appended to the table {}: the table has {}, but {}. Restore the table, the ledger"
                            + " {}, or the file that is named. To leave out what waits, and have the table continue"
                            + " with what is written from now on, run bin/parquetry table adopt CONNECTOR.json"
                            + " --topic {} --partition {} --position newest --yes, or set its property {} to: {}",
                    partition,
                    table.name(),
                    at.orElse("no position"),
                    fault,
                    directory.path(),
                    partition.topic(),
                    partition.partition(),
                    property,
                    newest.orElse("the number and id of the newest entry"));
        }
        return true;
    }

    private Optional<String> newestOf(LedgerDirectory directory) throws IOException {
        LedgerReader reader = new LedgerReader(storage, directory.path());
        OptionalLong sequence = reader.newestSequence();
        try {
            return sequence.isEmpty()
                    ? Optional.empty()
                    : reader.read(sequence.getAsLong())
                            .map(entry -> new TablePosition(entry.sequence(), entry.id()).text());
        } catch (LedgerException e) {
            return Optional.empty();
        }
    }

    /** The file as the table is to have it; empty when somebody has deleted or replaced it. */
    private Optional<TableFile> tableFile(LedgerFile file) throws IOException {
        try (InputFile there = storage.open(file.path())) {
            if (there.length() == file.bytes()) {
                try (ParquetReader reader = ParquetReader.open(there, ReaderOptions.DEFAULT)) {
                    FileMetadata footer = reader.metadata();
                    footer.readDetails();
                    return Optional.of(new TableFile(file.path(), file.bytes(), footer));
                }
            }
        } catch (NoSuchFileException deleted) {
            LOG.debug("a file is missing", deleted);
        }
        LOG.warn(
                "{}: was deleted or replaced before the table {} had it, and is left out. If no job was to change it,"
                        + " set the connector's offset back to have its offsets {} to {} written again",
                file.path(),
                table.name(),
                file.firstOffset(),
                file.lastOffset());
        return Optional.empty();
    }
}
