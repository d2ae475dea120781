package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.metadata.FileMetadata;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * Appends to one table what it does not have of the ledgers of some topics.
 *
 * <ol type="a">
 *   <li>The table says what it has, by one property for each topic-partition. Files are appended together with the new
 *       property, and only while the property is as it was read.
 *   <li>An entry is appended when it is {@linkplain ReadyEntries ready}, and in the order of the ledger.
 *   <li>A ledger that does not continue what the table has is left alone, until a person decides.
 * </ol>
 */
final class TableAppends {
    private static final Log LOG = Log.of(TableAppends.class);

    private final Table table;
    private final Storage storage;
    private final String connector;
    private final Optional<String> branch;
    private final TablePositions positions;

    /** The fault of each ledger that was logged last. */
    private final Map<TopicPartition, String> faults = new HashMap<>();

    TableAppends(Table table, Storage storage, String connector, Optional<String> branch, TablePositions positions) {
        this.table = Objects.requireNonNull(table, "table");
        this.storage = Objects.requireNonNull(storage, "storage");
        this.connector = Objects.requireNonNull(connector, "connector");
        this.branch = Objects.requireNonNull(branch, "branch");
        this.positions = Objects.requireNonNull(positions, "positions");
    }

    /**
     * What a look did.
     *
     * @param appended entries that the table has got
     * @param waiting entries that it should have got and has not
     * @param moved whether another was faster, so that nothing was appended
     * @param faults ledgers that wait for a person
     */
    record Outcome(long appended, long waiting, boolean moved, int faults) {}

    /** Looks once. */
    Outcome look(Collection<String> topics) throws IOException {
        Optional<Table.State> state = table.read();
        if (state.isEmpty()) {
            return new Outcome(0, 0, false, 0);
        }
        Map<String, String> next = new TreeMap<>();
        Map<TopicPartition, TablePosition> seen = new HashMap<>();
        List<TableFile> files = new ArrayList<>();
        long entries = 0;
        int stopped = 0;
        for (TopicPartition partition : partitions(topics)) {
            String property = TablePositions.property(connector, partition, branch);
            Optional<TablePosition> at = position(property, state.get());
            ReadyEntries ready = ready(partition, at);
            if (ready.fault().isPresent()) {
                stopped += reportFault(partition, property, at, ready.fault().get()) ? 1 : 0;
                continue;
            }
            faults.remove(partition);
            at.ifPresent(position -> positions.see(partition, position));
            if (ready.position().isPresent()) {
                for (LedgerFile file : ready.files()) {
                    tableFile(file).ifPresent(files::add);
                }
                next.put(property, ready.position().get().text());
                seen.put(partition, ready.position().get());
                entries += ready.entries();
            }
        }
        if (next.isEmpty()) {
            return new Outcome(0, 0, false, stopped);
        }
        if (!table.append(state.get(), next, files)) {
            return new Outcome(0, entries, true, stopped);
        }
        seen.forEach(positions::see);
        LOG.debug("{}: {} files of {} entries appended, positions {}", table.name(), files.size(), entries, next);
        return new Outcome(entries, 0, false, stopped);
    }

    private List<TopicPartition> partitions(Collection<String> topics) throws IOException {
        List<TopicPartition> found = new ArrayList<>();
        for (String topic : topics) {
            storage.list(LedgerDirectory.of(connector, topic), new ListingVisitor() {
                @Override
                public void file(StoredFile file) {}

                @Override
                public boolean enter(String directory) {
                    String name = StoragePath.name(directory);
                    if (name.matches("0|[1-9][0-9]{0,8}")) {
                        found.add(new TopicPartition(topic, Integer.parseInt(name)));
                    }
                    return false;
                }
            });
        }
        return found;
    }

    private Optional<TablePosition> position(String property, Table.State state) throws IOException {
        String text = state.properties().get(property);
        if (text == null) {
            return Optional.empty();
        }
        return Optional.of(TablePosition.parse(text)
                .orElseThrow(() -> new IOException("the table " + table.name() + " has the property " + property + "="
                        + text + ", which must be a number and a UUID; correct it")));
    }

    private ReadyEntries ready(TopicPartition partition, Optional<TablePosition> at) throws IOException {
        LedgerDirectory directory = new LedgerDirectory(connector, partition.topic(), partition.partition());
        return ReadyEntries.after(at, new LedgerReader(storage, directory.path()));
    }

    /**
     * Another may have appended since the table was read, and the ledger may have moved on; then there is no fault.
     * Returns whether there is one.
     */
    private boolean reportFault(TopicPartition partition, String property, Optional<TablePosition> at, String fault)
            throws IOException {
        Optional<Table.State> again = table.read();
        if (again.isEmpty() || !position(property, again.get()).equals(at)) {
            return false;
        }
        if (!fault.equals(faults.put(partition, fault))) {
            LedgerDirectory directory = new LedgerDirectory(connector, partition.topic(), partition.partition());
            Optional<String> newest = newestOf(directory);
            LOG.error(
                    "{}: nothing is appended to the table {}: the table has {}, but {}. Restore the table or the"
                            + " ledger {}. To have the table continue with what is written from now on, set its"
                            + " property {} to: {}",
                    partition,
                    table.name(),
                    at.map(TablePosition::text).orElse("no position"),
                    fault,
                    directory.path(),
                    property,
                    newest.orElse("the number and id of the newest entry"));
        }
        return true;
    }

    private Optional<String> newestOf(LedgerDirectory directory) throws IOException {
        LedgerReader reader = new LedgerReader(storage, directory.path());
        OptionalLong sequence = reader.newestSequence();
        return sequence.isEmpty()
                ? Optional.empty()
                : reader.read(sequence.getAsLong())
                        .map(entry -> new TablePosition(entry.sequence(), entry.id()).text());
    }

    /** The file as the table is to have it; empty when somebody has deleted or replaced it. */
    private Optional<TableFile> tableFile(LedgerFile file) throws IOException {
        OptionalLong length = storage.length(file.path());
        if (length.isEmpty() || length.getAsLong() != file.bytes()) {
            LOG.warn(
                    "{}: was deleted or replaced before the table {} had it, and is left out. If nobody was to change"
                            + " it, have its offsets {} to {} written again by setting the connector's offset back",
                    file.path(),
                    table.name(),
                    file.firstOffset(),
                    file.lastOffset());
            return Optional.empty();
        }
        try (ParquetReader reader = ParquetReader.open(storage.open(file.path()), ReaderOptions.DEFAULT)) {
            FileMetadata footer = reader.metadata();
            footer.readDetails();
            return Optional.of(new TableFile(file.path(), file.bytes(), footer));
        } catch (ParquetException e) {
            throw new IOException(
                    "cannot append " + file.path() + " to the table " + table.name() + ": its footer cannot be read: "
                            + e.getMessage(),
                    e);
        }
    }
}
