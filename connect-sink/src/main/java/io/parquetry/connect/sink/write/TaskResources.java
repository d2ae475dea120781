package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.retry.Retries;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import io.parquetry.connect.sink.partition.Partitioner;
import io.parquetry.connect.sink.partition.PathTemplate;
import java.time.Clock;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * What the partitions of a task have in common.
 *
 * @param timeMs the time that a record is filed by
 * @param files all open files of the task
 */
record TaskResources(
        SinkSettings settings,
        Storage storage,
        Clock clock,
        Partitioner partitioner,
        ToLongFunction<SinkRecord> timeMs,
        TaskFiles files,
        TaskMemory memory,
        Retries retries,
        SinkTaskMetrics figures) {
    static TaskResources of(
            SinkSettings settings,
            Storage storage,
            SinkTaskContext context,
            Clock clock,
            MemoryBudget.Account account,
            SinkTaskMetrics figures) {
        PathTemplate template = settings.routing().template();
        TaskFiles files = new TaskFiles(account);
        return new TaskResources(
                settings,
                storage,
                clock,
                template.partitioner(clock),
                template.time().source().extractor(clock),
                files,
                new TaskMemory(account, files, figures, context),
                new Retries(
                        settings.errors().retry(),
                        storage.url(),
                        () -> ThreadLocalRandom.current().nextDouble(),
                        figures),
                figures);
    }
}
