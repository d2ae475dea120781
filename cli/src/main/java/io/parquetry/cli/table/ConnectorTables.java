package io.parquetry.cli.table;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.StorageOptions;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.table.Table;
import io.parquetry.connect.sink.table.TableAdoption.ArchivedFile;
import io.parquetry.connect.sink.table.TableCatalog;
import io.parquetry.connect.sink.table.TableSettings;
import io.parquetry.connect.sink.table.TableStatus;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/** The tables of a connector, and the storage that its files and ledgers are in. */
final class ConnectorTables implements Closeable {
    private final SinkSettings settings;
    private final TableSettings tables;
    private final Storage storage;

    /** For each table the topics that go to it. */
    private final Map<String, TreeSet<String>> topics = new TreeMap<>();

    /** What is done with one table. */
    interface Visit {
        void visit(Table table, Collection<String> topics) throws IOException;
    }

    private ConnectorTables(SinkSettings settings, TableSettings tables, Storage storage) {
        this.settings = settings;
        this.tables = tables;
        this.storage = storage;
    }

    /**
     * Opens the storage, and finds the topics: those that the configuration names, and those that have ledgers.
     *
     * @param topic the only one; empty for all
     * @throws CommandException when there is none
     */
    static ConnectorTables open(SinkSettings settings, TableSettings tables, String named, Optional<String> topic)
            throws IOException {
        String url = settings.storage().url();
        Storage storage;
        try {
            storage = Storages.open(settings.storage());
        } catch (NoClassDefFoundError e) {
            throw StorageOptions.missingLibrary(url, e);
        }
        ConnectorTables opened = new ConnectorTables(settings, tables, storage);
        TreeSet<String> found = new TreeSet<>(TableStatus.topics(storage, settings.connector()));
        for (String each : named.split(",")) {
            if (!each.isBlank()) {
                found.add(each.strip());
            }
        }
        found.removeIf(each -> topic.isPresent() && !topic.get().equals(each));
        if (found.isEmpty()) {
            opened.close();
            throw new CommandException("the connector \"" + settings.connector() + "\" has no ledger in " + url
                    + topic.map(each -> " of the topic " + each).orElse("")
                    + "; `parquetry ledger show` lists those that there are");
        }
        found.forEach(each -> opened.topics
                .computeIfAbsent(tables.identifier(each), absent -> new TreeSet<>())
                .add(each));
        return opened;
    }

    String connector() {
        return settings.connector();
    }

    Optional<String> branch() {
        return tables.branch();
    }

    /** Whether a table that does not exist may be created. */
    boolean mayCreate() {
        return tables.create();
    }

    Storage storage() {
        return storage;
    }

    /** The files that the sink has written of some topic-partitions, outside of its ledgers. */
    Stream<ArchivedFile> archive(Predicate<TopicPartition> partitions) throws IOException {
        Stream.Builder<ArchivedFile> found = Stream.builder();
        storage.list("", new ListingVisitor() {
            @Override
            public boolean enter(String subdirectory) {
                return !subdirectory.equals(LedgerDirectory.ROOT);
            }

            @Override
            public void file(StoredFile file) {
                DataFileName.parse(file.name())
                        .filter(name -> partitions.test(new TopicPartition(name.topic(), name.partition())))
                        .ifPresent(name -> found.add(new ArchivedFile(file, name)));
            }
        });
        return found.build();
    }

    /** Tells the connector's own files from those of others, by the ledgers that there are. */
    FileOwners owners() throws IOException {
        return new FileOwners(storage, settings);
    }

    /** What is said of a table that is not there. */
    String absent(Table table) {
        return "there is no table " + table.name() + " in the catalog"
                + (tables.create()
                        ? "; the connector creates it for its first record"
                        : "; create it, or set " + TableSettings.CREATE + "=true");
    }

    /** What is said of a table that does not have the branch of the connector; empty when it has. */
    Optional<String> absentBranch(Table table, Table.State state) {
        return branch().filter(name -> !state.branches().contains(name))
                .map(name -> "the table " + table.name() + " has no branch " + name + ", but "
                        + (state.branches().isEmpty() ? "no snapshot" : String.join(", ", state.branches())));
    }

    /** What is said of a topic-partition that waits for a person. */
    static String waits(TableStatus.OfPartition status, String fault) {
        return status.partition() + ": nothing is appended: the table has "
                + status.position().orElse("no position") + ", but " + fault + ". Restore what is lost, or see"
                + " `parquetry table adopt --help`";
    }

    /** Visits the tables one after the other. */
    void forEach(Visit visit) throws IOException {
        try (TableCatalog catalog = tables.provider().open(tables, settings.storage())) {
            for (Map.Entry<String, TreeSet<String>> each : topics.entrySet()) {
                visit.visit(catalog.table(each.getKey()), each.getValue());
            }
        }
    }

    @Override
    public void close() throws IOException {
        storage.close();
    }
}
