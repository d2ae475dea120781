package io.parquetry.connect.sink;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.brokers.AdminSettings;
import io.parquetry.connect.common.metrics.TaskName;
import io.parquetry.connect.common.metrics.WorkerMetrics;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.version.PluginVersion;
import io.parquetry.connect.common.version.WorkerFloor;
import io.parquetry.connect.sink.commit.EntryAges;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.memory.MemoryBudget;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import io.parquetry.connect.sink.table.TaskTables;
import io.parquetry.connect.sink.write.AdminTopicIds;
import io.parquetry.connect.sink.write.TaskWriter;
import io.parquetry.connect.sink.write.TopicIds;
import io.parquetry.format.host.CoreReservation;
import java.io.IOException;
import java.time.Clock;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;

/** Delegates the calls of the worker to a {@link TaskWriter}. */
public final class ParquetSinkTask extends SinkTask {
    private final Function<StorageSettings, Storage> storages;
    private final Clock clock;
    private final EntryAges entryAges;
    private final MemoryBudget budget;
    private final Function<AdminSettings, TopicIds> brokers;

    /** Null before the start, as are storage and writer. */
    private CoreReservation core;

    private Storage storage;
    private TaskWriter writer;
    private Optional<TaskTables> tables = Optional.empty();
    private Optional<WorkerMetrics> workerMetrics = Optional.empty();

    public ParquetSinkTask() {
        this(Storages::open, Clock.systemUTC(), EntryAges.OF_WORKER, MemoryBudget.OF_WORKER, AdminTopicIds::of);
    }

    /**
     * @param storages opens a storage
     * @param entryAges what this process knows of ledgers
     * @param budget the memory that this task shares with others
     * @param brokers gives those that are asked for the ids of topics
     */
    ParquetSinkTask(
            Function<StorageSettings, Storage> storages,
            Clock clock,
            EntryAges entryAges,
            MemoryBudget budget,
            Function<AdminSettings, TopicIds> brokers) {
        this.storages = storages;
        this.clock = clock;
        this.entryAges = entryAges;
        this.budget = budget;
        this.brokers = brokers;
    }

    @Override
    public String version() {
        return PluginVersion.TEXT;
    }

    @Override
    public void start(Map<String, String> properties) {
        WorkerFloor.require();
        core = CoreReservation.take();
        SinkSettings settings = SinkSettings.of(properties);
        storage = storages.apply(
                settings.storage().withBlocksFor(settings.parquet().options().rowGroupBytesMax()));
        SinkTaskMetrics metrics = new SinkTaskMetrics(TaskWriter.rotationReasons());
        TaskName name = TaskName.of("sink-task", properties);
        workerMetrics = WorkerMetrics.of(() -> context.pluginMetrics(), name);
        workerMetrics.ifPresent(worker -> metrics.register(worker, clock));
        tables = settings.table()
                .map(table -> TaskTables.start(
                        table,
                        settings.connector(),
                        settings.storage(),
                        () -> storages.apply(settings.storage()),
                        metrics,
                        clock));
        Optional<TopicIds> topicIds = settings.errors().brokers().map(brokers);
        MemoryBudget.Account account = budget.open(settings.memory().bufferBytes(), name.toString());
        try {
            writer = new TaskWriter(settings, storage, context, clock, entryAges, account, tables, topicIds, metrics);
        } finally {
            if (writer == null) {
                account.close();
                topicIds.ifPresent(TopicIds::close);
            }
        }
    }

    @Override
    public void open(Collection<TopicPartition> partitions) {
        writer.open(partitions);
    }

    @Override
    public void put(Collection<SinkRecord> records) {
        workerMetrics.ifPresent(worker -> worker.retry(clock.millis()));
        writer.put(records);
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> consumed) {
        return writer.preCommit(consumed);
    }

    @Override
    public void close(Collection<TopicPartition> partitions) {
        writer.close(partitions);
    }

    /** Also called when {@link #start} has failed. */
    @Override
    public void stop() {
        workerMetrics.ifPresent(WorkerMetrics::close);
        if (core != null) {
            core.close();
        }
        try {
            if (writer != null) {
                writer.stop();
            }
        } finally {
            tables.ifPresent(TaskTables::close);
            closeStorage();
        }
    }

    private void closeStorage() {
        if (storage != null) {
            try {
                storage.close();
            } catch (IOException e) {
                throw new ConnectException("cannot close the storage " + storage.url() + ": " + e.getMessage(), e);
            }
        }
    }
}
