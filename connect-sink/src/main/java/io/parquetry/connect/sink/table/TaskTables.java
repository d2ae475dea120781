package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.commit.TableProgress;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The tables of a task: the columns and partitions of its files, and a thread that appends its files and those of other
 * tasks. The thread has its own storage. Both use one client of the catalog, which neither keeps waiting for the other.
 */
public final class TaskTables implements Closeable {
    private static final Log LOG = Log.of(TaskTables.class);

    /** A look begins so much later for each number of the task's smallest partition: one task is usually first. */
    private static final double JITTER_OF_PARTITION = 0.02;

    private static final int JITTERS_MAX = 10;
    private static final long JOIN_MS = 5_000;

    private final TableSettings settings;
    private final String connector;
    private final TableCatalog catalog;
    private final Supplier<Storage> storages;
    private final SinkTaskMetrics metrics;
    private final Clock clock;
    private final TablePositions positions = new TablePositions();
    private final Map<String, TopicTable> topics = new HashMap<>();
    private final Map<String, Table> tables = new HashMap<>();
    private final TopicTable.Patience patience = new TopicTable.Patience();
    private final Thread thread;
    private final Object lock = new Object();

    /** The open partitions; guarded by the lock. */
    private final Map<String, NavigableSet<Integer>> open = new TreeMap<>();

    /** Guarded by the lock. */
    private boolean closed;

    private TaskTables(
            TableSettings settings,
            String connector,
            StorageSettings storageSettings,
            Supplier<Storage> storages,
            SinkTaskMetrics metrics,
            Clock clock) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.connector = Objects.requireNonNull(connector, "connector");
        this.storages = Objects.requireNonNull(storages, "storages");
        this.metrics = Objects.requireNonNull(metrics, "metrics");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.catalog = settings.provider().open(settings, storageSettings);
        this.thread = new Thread(this::run, "parquetry-table-appends");
    }

    /**
     * Starts to append.
     *
     * @param storages opens the storage of the ledgers and data files
     */
    public static TaskTables start(
            TableSettings settings,
            String connector,
            StorageSettings storageSettings,
            Supplier<Storage> storages,
            SinkTaskMetrics metrics,
            Clock clock) {
        TaskTables started = new TaskTables(settings, connector, storageSettings, storages, metrics, clock);
        started.thread.setContextClassLoader(TaskTables.class.getClassLoader());
        started.thread.setDaemon(true);
        started.thread.start();
        return started;
    }

    /** How long an entry with files may be the newest before it gets a successor. */
    public long confirmAfterMs() {
        return settings.interval().toMillis() / 2;
    }

    /** The table of a topic, for the thread of the task. */
    public TopicTable of(String topic) {
        return topics.computeIfAbsent(topic, key -> {
            String identifier = settings.identifier(key);
            Table table = tables.computeIfAbsent(identifier, catalog::table);
            return new TopicTable(
                    table,
                    settings.interval(),
                    () -> System.nanoTime() / 1_000_000,
                    state -> see(key, state),
                    () -> requireNoFilesIn(identifier, key),
                    patience);
        });
    }

    /**
     * A table that had files was dropped or renamed. In a new one columns have other numbers, and the restored one
     * could not have the files that follow.
     */
    private void requireNoFilesIn(String identifier, String topic) throws IOException {
        try (Storage storage = storages.get()) {
            ConnectorLedgers ledgers = new ConnectorLedgers(storage, connector);
            List<String> ofTable = settings.isOfOneTopic() ? List.of(topic) : ledgers.topics();
            for (Map.Entry<TopicPartition, ConnectorLedgers.Listed> ledger :
                    ledgers.of(ofTable).entrySet()) {
                if (ledger.getValue().isMarked()) {
                    throw new IOException("there is no table " + identifier + ", and files of " + ledger.getKey()
                            + " were appended to a table before; restore it in the catalog, or create a new one");
                }
            }
        }
    }

    /** A batch of records comes; for the thread of the task. */
    public void startBatch(Collection<SinkRecord> records) {
        patience.startBatch();
        topics.forEach((topic, table) -> table.startBatch(
                records.stream().filter(record -> topic.equals(record.originalTopic()) && record.value() != null)));
    }

    /** The ledgers of the topic are to know from now on what the table has. */
    private void see(String topic, Table.State state) {
        List<Integer> numbers;
        synchronized (lock) {
            numbers = List.copyOf(open.getOrDefault(topic, new TreeSet<>()));
        }
        for (int number : numbers) {
            TopicPartition partition = new TopicPartition(topic, number);
            String property = TablePositions.property(connector, partition, settings.branch());
            Optional.ofNullable(state.properties().get(property))
                    .flatMap(TablePosition::parse)
                    .ifPresent(position -> positions.see(partition, position));
        }
    }

    /** What the table has of a topic-partition. */
    public TableProgress progress(TopicPartition partition) {
        return positions.of(partition);
    }

    /** How many entries of the task's ledgers wait for their table. */
    public long waitingEntries() {
        return positions.waitingEntries();
    }

    /** The task has been given partitions. */
    public void open(Collection<TopicPartition> partitions) {
        partitions.forEach(positions::open);
        synchronized (lock) {
            partitions.forEach(each ->
                    open.computeIfAbsent(each.topic(), topic -> new TreeSet<>()).add(each.partition()));
        }
    }

    /** The task has given partitions back. */
    public void close(Collection<TopicPartition> partitions) {
        partitions.forEach(positions::forget);
        synchronized (lock) {
            partitions.forEach(each -> open.computeIfPresent(each.topic(), (topic, numbers) -> {
                numbers.remove(each.partition());
                return numbers.isEmpty() ? null : numbers;
            }));
        }
    }

    private void run() {
        try (Looks looks = new Looks()) {
            while (pause()) {
                Map<String, NavigableSet<String>> byTable = topicsByTable();
                looks.retain(byTable.keySet());
                byTable.forEach(looks::look);
                metrics.tableBehindSince(looks.behindSinceMs());
            }
        }
    }

    /** What the thread has opened. */
    private final class Looks implements AutoCloseable {
        private final Map<String, TableAppends> appends = new HashMap<>();

        /** Tables whose last look failed, each of which is counted once. */
        private final Set<String> failing = new HashSet<>();

        /** When the first look began that did not end with a table that has everything. */
        private final Map<String, Long> behindSinceMs = new HashMap<>();

        /** Null before the first look that could open it. */
        private Storage storage;

        /** Forgets tables of which the task has no partition any more; the tasks that have one tell their lag. */
        private void retain(Set<String> identifiers) {
            appends.keySet().retainAll(identifiers);
            failing.retainAll(identifiers);
            behindSinceMs.keySet().retainAll(identifiers);
        }

        /** A table that fails keeps no other one waiting. */
        private void look(String identifier, Collection<String> ofTopics) {
            long nowMs = clock.millis();
            boolean isComplete = false;
            try {
                TableAppends.Outcome outcome = appendsTo(identifier).look(ofTopics, TaskTables.this::isOpen);
                isComplete = !outcome.moved() && outcome.faults() == 0;
                failing.remove(identifier);
            } catch (Throwable e) {
                // Also an error, as that of too large or too deep metadata: without this thread nothing is appended.
                reportFailure(identifier, e);
            }
            if (isComplete) {
                behindSinceMs.remove(identifier);
            } else {
                behindSinceMs.putIfAbsent(identifier, nowMs);
            }
        }

        /** A storage that does not answer in time throws what is an interruption by its class, too. */
        private void reportFailure(String identifier, Throwable e) {
            if (e instanceof InterruptedIOException && !isOpen()) {
                LOG.debug("an append was given up", e);
                return;
            }
            LOG.warn(
                    "files wait for their table, because the last append failed; appending is retried every {} ms, and"
                            + " files are written meanwhile: {}: {}",
                    settings.interval().toMillis(),
                    identifier,
                    e.toString());
            metrics.add(SinkMetric.TABLE_FAILURES, failing.add(identifier) ? 1 : 0);
        }

        private long behindSinceMs() {
            return behindSinceMs.values().stream()
                    .mapToLong(Long::longValue)
                    .min()
                    .orElse(Long.MAX_VALUE);
        }

        private TableAppends appendsTo(String identifier) {
            TableAppends known = appends.get(identifier);
            if (known != null) {
                return known;
            }
            if (storage == null) {
                storage = storages.get();
            }
            TableAppends begun = new TableAppends(
                    catalog.table(identifier),
                    storage,
                    connector,
                    settings.branch(),
                    positions,
                    metrics,
                    AppendSlice.FILES_MAX);
            appends.put(identifier, begun);
            return begun;
        }

        @Override
        public void close() {
            closeQuietly(storage);
        }
    }

    private boolean isOpen() {
        synchronized (lock) {
            return !closed;
        }
    }

    /** Waits for the next look; returns false when the task is closed. */
    private boolean pause() {
        long intervalMs = settings.interval().toMillis();
        synchronized (lock) {
            int rank =
                    open.values().stream().mapToInt(NavigableSet::first).min().orElse(0);
            double jitter = JITTER_OF_PARTITION
                    * (Math.min(rank, JITTERS_MAX) + ThreadLocalRandom.current().nextDouble());
            long untilMs = System.nanoTime() / 1_000_000 + intervalMs + (long) (intervalMs * jitter);
            while (!closed) {
                long leftMs = untilMs - System.nanoTime() / 1_000_000;
                if (leftMs <= 0) {
                    return true;
                }
                try {
                    lock.wait(leftMs);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return false;
                }
            }
            return false;
        }
    }

    private Map<String, NavigableSet<String>> topicsByTable() {
        Map<String, NavigableSet<String>> byTable = new TreeMap<>();
        synchronized (lock) {
            open.keySet()
                    .forEach(topic -> byTable.computeIfAbsent(settings.identifier(topic), key -> new TreeSet<>())
                            .add(topic));
        }
        return byTable;
    }

    private static void closeQuietly(Closeable resource) {
        try {
            if (resource != null) {
                resource.close();
            }
        } catch (IOException e) {
            LOG.debug("cannot be closed", e);
        }
    }

    /** Stops to append. An append that is under way is waited for, for some seconds, and then given up. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
        }
        try {
            thread.join(JOIN_MS);
            thread.interrupt();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeQuietly(catalog);
    }
}
