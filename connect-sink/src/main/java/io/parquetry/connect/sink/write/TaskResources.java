package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.retry.Retries;
import io.parquetry.connect.common.retry.RetryPauses;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.commit.EntryAges;
import io.parquetry.connect.sink.commit.TopicWriters;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.memory.MemoryBudget;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import io.parquetry.connect.sink.partition.Partitioner;
import io.parquetry.connect.sink.partition.PathTemplate;
import io.parquetry.connect.sink.table.TaskTables;
import java.time.Clock;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * What the partitions of a task share.
 *
 * @param entryAges what this process knows of ledgers
 * @param timeMs the time of a record, by the configured timestamp extractor
 * @param headers looks at the headers of records that are stored
 * @param account of the task's open files
 * @param topicWriters finds other connectors that write the same topics into the same directories
 * @param tables that have the files
 * @param topics whose records come
 */
record TaskResources(
        SinkSettings settings,
        Storage storage,
        Clock clock,
        EntryAges entryAges,
        Partitioner partitioner,
        ToLongFunction<SinkRecord> timeMs,
        HeaderCheck headers,
        MemoryBudget.Account account,
        Retries retries,
        TopicWriters topicWriters,
        Optional<TaskTables> tables,
        KnownTopics topics,
        SinkTaskMetrics metrics) {
    static TaskResources of(
            SinkSettings settings,
            Storage storage,
            Clock clock,
            EntryAges entryAges,
            MemoryBudget.Account account,
            Optional<TaskTables> tables,
            Optional<TopicIds> topicIds,
            SinkTaskMetrics metrics) {
        PathTemplate template = settings.routing().template();
        return new TaskResources(
                settings,
                storage,
                clock,
                entryAges,
                template.partitioner(clock),
                template.time().extractor(clock),
                new HeaderCheck(settings.schema().recordMetadata() != RecordMetadata.NONE),
                account,
                new Retries(RetryPauses.USUAL, settings.errors().retryTimeoutMs(), storage.url(), metrics),
                new TopicWriters(storage, settings.connector(), clock),
                tables,
                new KnownTopics(topicIds),
                metrics);
    }
}
