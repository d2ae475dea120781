package io.parquetry.connect.source.send;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.retry.RetryPauses;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.BrokerSettings;
import io.parquetry.connect.source.convert.AdminTopics;
import io.parquetry.connect.source.convert.BrokerTopics;
import io.parquetry.connect.source.memory.OpenFileMemory;
import io.parquetry.connect.source.tracking.Clocks;
import java.util.Objects;
import java.util.function.Function;

/**
 * What a task uses of the process and the systems around it.
 *
 * @param storages opens a storage
 * @param brokers connects to the brokers that are asked about topics
 * @param openFiles the memory that this task shares with others
 * @param pauses while the storage fails
 * @param partitionWaitMsMax how long the worker's producer may wait for a topic or partition that does not exist
 * @param pollWaitMsMax the worker stops a task between two polls, so a poll does not wait longer
 */
public record TaskHost(
        Clocks clocks,
        Function<StorageSettings, Storage> storages,
        Function<BrokerSettings, BrokerTopics> brokers,
        OpenFileMemory openFiles,
        RetryPauses pauses,
        long partitionWaitMsMax,
        long pollWaitMsMax) {
    public static final TaskHost WORKER = new TaskHost(
            Clocks.SYSTEM, Storages::open, AdminTopics::of, OpenFileMemory.OF_WORKER, RetryPauses.USUAL, 60_000, 200);

    public TaskHost {
        Objects.requireNonNull(clocks, "clocks");
        Objects.requireNonNull(storages, "storages");
        Objects.requireNonNull(brokers, "brokers");
        Objects.requireNonNull(openFiles, "openFiles");
        Objects.requireNonNull(pauses, "pauses");
    }

    /** The same with other pauses. */
    public TaskHost with(RetryPauses others) {
        return new TaskHost(clocks, storages, brokers, openFiles, others, partitionWaitMsMax, pollWaitMsMax);
    }
}
