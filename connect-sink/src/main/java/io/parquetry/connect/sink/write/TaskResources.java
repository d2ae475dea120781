package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.retry.Retries;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.metrics.TaskFigures;
import io.parquetry.connect.sink.partition.Partitioner;
import java.time.Clock;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.sink.SinkRecord;

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
        TaskFigures figures) {}
