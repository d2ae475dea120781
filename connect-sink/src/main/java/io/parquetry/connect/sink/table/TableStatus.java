package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/**
 * Where a table is beside the ledgers of a connector that feeds it.
 *
 * @param partitions those of which the table has a position or the connector a ledger
 * @param otherConnectors those that feed the table too
 */
public record TableStatus(List<OfPartition> partitions, SortedSet<String> otherConnectors) {
    /**
     * The status of one topic-partition.
     *
     * @param property of the table that has the position
     * @param position as the table has it; empty when it has none
     * @param ofSnapshot the position in the summary of the newest snapshot; empty where that names none
     * @param newest the newest entry of the ledger; empty without a ledger, or where it cannot be read
     * @param waiting what is ready to be appended
     * @param end every offset below it is in the table, or in no file; empty where that is not known
     * @param validThrough the largest record time up to which the table is complete; empty when the table has none
     * @param fault why nothing is appended until a person decides; empty when nothing is wrong
     */
    public record OfPartition(
            TopicPartition partition,
            String property,
            Optional<String> position,
            Optional<String> ofSnapshot,
            Optional<LedgerEntry> newest,
            Waiting waiting,
            OptionalLong end,
            Optional<String> validThrough,
            Optional<String> fault) {
        private OfPartition waitingFor(String what) {
            return new OfPartition(
                    partition, property, position, ofSnapshot, newest, waiting, end, validThrough, Optional.of(what));
        }

        /** The number of the entry that the table has; 0 when it has none. */
        public long sequence() {
            return position.flatMap(TablePosition::parse)
                    .map(TablePosition::sequence)
                    .orElse(0L);
        }
    }

    /**
     * Entries of a ledger that are ready and not in the table.
     *
     * @param sinceMs when the first of them was written, by the storage's clock; empty when there is none
     */
    public record Waiting(long entries, List<LedgerFile> files, OptionalLong sinceMs) {
        static final Waiting NOTHING = new Waiting(0, List.of(), OptionalLong.empty());

        public Waiting {
            files = List.copyOf(files);
        }

        public long rows() {
            return files.stream().mapToLong(LedgerFile::rows).sum();
        }

        public long bytes() {
            return files.stream().mapToLong(LedgerFile::bytes).sum();
        }
    }

    public TableStatus {
        partitions = List.copyOf(partitions);
        otherConnectors = new TreeSet<>(otherConnectors);
    }

    /** The topics that a connector has ledgers of. */
    public static List<String> topics(Storage storage, String connector) throws IOException {
        return new ConnectorLedgers(storage, connector).topics();
    }

    /**
     * Reads the ledgers.
     *
     * @param state empty without a table
     * @param topics that go to the table
     */
    public static TableStatus of(
            Optional<Table.State> state,
            Storage storage,
            String connector,
            Collection<String> topics,
            Optional<String> branch)
            throws IOException {
        ConnectorLedgers ledgers = new ConnectorLedgers(storage, connector);
        Map<String, String> properties = state.map(Table.State::properties).orElse(Map.of());
        Map<String, String> summary = state.map(Table.State::summary).orElse(Map.of());
        List<TablePositions.Feeder> feeders = properties.keySet().stream()
                .flatMap(property -> TablePositions.feeder(property, branch).stream())
                .toList();
        List<TopicPartition> partitions = Stream.concat(
                        ledgers.of(topics).keySet().stream(),
                        feeders.stream()
                                .filter(feeder -> feeder.connector().equals(connector)
                                        && topics.contains(feeder.partition().topic()))
                                .map(TablePositions.Feeder::partition))
                .distinct()
                .sorted(Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition))
                .toList();
        Optional<String> dropped = state.flatMap(each -> TablePositions.dropped(each, branch));
        List<OfPartition> found = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            OfPartition status = ofPartition(properties, summary, storage, ledgers.directory(partition), branch);
            found.add(dropped.isPresent() ? status.waitingFor(dropped.get()) : status);
        }
        SortedSet<String> others = new TreeSet<>();
        feeders.forEach(feeder -> others.add(feeder.connector()));
        others.remove(connector);
        return new TableStatus(found, others);
    }

    private static OfPartition ofPartition(
            Map<String, String> properties,
            Map<String, String> summary,
            Storage storage,
            LedgerDirectory directory,
            Optional<String> branch)
            throws IOException {
        TopicPartition partition = new TopicPartition(directory.topic(), directory.partition());
        String property = TablePositions.property(directory.connector(), partition, branch);
        Optional<String> text = Optional.ofNullable(properties.get(property));
        LedgerReader ledger = new LedgerReader(storage, directory.path());
        Optional<LedgerEntry> newest = Optional.empty();
        Waiting waiting = Waiting.NOTHING;
        OptionalLong end = OptionalLong.empty();
        Optional<String> fault;
        try {
            newest = ledger.newest();
            Optional<TablePosition> at = text.flatMap(TablePosition::parse);
            fault = text.filter(each -> at.isEmpty()).map(TablePositions::malformed);
            if (fault.isEmpty()) {
                Count count = new Count(storage, directory);
                fault = count.read(at, ledger);
                waiting = count.waiting();
                end = at.isPresent() && fault.isEmpty() ? end(at.get(), newest, count.files) : end;
            }
            if (fault.isEmpty() && waiting.entries() > 0) {
                fault = new AppendMarks(storage).fault(directory, at);
            }
        } catch (LedgerException e) {
            fault = Optional.of(e.getMessage());
        }
        return new OfPartition(
                partition,
                property,
                text,
                Optional.ofNullable(summary.get(property)),
                newest,
                waiting,
                end,
                Optional.ofNullable(
                        properties.get(TablePositions.validThrough(directory.connector(), partition, branch))),
                fault);
    }

    /** What the newest entry has is below its position, but for what waits and for its own files. */
    private static OptionalLong end(TablePosition at, Optional<LedgerEntry> newest, List<LedgerFile> waiting) {
        if (newest.isEmpty() || newest.get().nextOffset().isEmpty()) {
            return OptionalLong.empty();
        }
        List<LedgerFile> absent = new ArrayList<>(waiting);
        if (newest.get().sequence() > at.sequence()) {
            absent.addAll(newest.get().files());
        }
        long end = newest.get().nextOffset().getAsLong();
        for (LedgerFile file : absent) {
            end = Math.min(end, file.firstOffset());
        }
        return OptionalLong.of(end);
    }

    /** Counts what waits. */
    private static final class Count {
        private final Storage storage;
        private final LedgerDirectory directory;
        private final List<LedgerFile> files = new ArrayList<>();
        private long entries;
        private OptionalLong sinceMs = OptionalLong.empty();

        Count(Storage storage, LedgerDirectory directory) {
            this.storage = storage;
            this.directory = directory;
        }

        /** Returns why nothing of the ledger may be appended; empty when it may. */
        Optional<String> read(Optional<TablePosition> at, LedgerReader ledger) throws IOException {
            Optional<TablePosition> after = at;
            while (true) {
                ReadyEntries ready = ReadyEntries.after(after, ledger, ledger.newestSequence(), Integer.MAX_VALUE);
                for (ReadyEntries.Ready entry : ready.entries()) {
                    add(entry);
                    after = Optional.of(entry.position());
                }
                if (!ready.isCut()) {
                    return ready.fault();
                }
            }
        }

        private void add(ReadyEntries.Ready entry) throws IOException {
            if (entries == 0) {
                sinceMs = storage.find(directory.entry(entry.position().sequence()))
                        .map(file -> OptionalLong.of(file.modifiedMs()))
                        .orElse(OptionalLong.empty());
            }
            entries++;
            files.addAll(entry.files());
        }

        Waiting waiting() {
            return new Waiting(entries, files, sinceMs);
        }
    }
}
