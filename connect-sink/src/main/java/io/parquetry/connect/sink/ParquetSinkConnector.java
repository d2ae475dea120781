package io.parquetry.connect.sink;

import io.parquetry.connect.common.access.StorageProbe;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.version.PluginVersion;
import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.config.SinkConfig;
import io.parquetry.connect.sink.config.SinkSettings;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkConnector;

/**
 * Checks the configuration and gives it to the tasks; which task gets which partitions is the consumer group's
 * choice.
 */
public final class ParquetSinkConnector extends SinkConnector {
    private Map<String, String> properties = Map.of();

    @Override
    public String version() {
        return PluginVersion.TEXT;
    }

    @Override
    public ConfigDef config() {
        return SinkConfig.definition();
    }

    @Override
    public Class<? extends Task> taskClass() {
        return ParquetSinkTask.class;
    }

    @Override
    public void start(Map<String, String> newProperties) {
        SinkSettings.of(newProperties);
        properties = Map.copyOf(newProperties);
    }

    @Override
    public List<Map<String, String>> taskConfigs(int tasksMax) {
        return Collections.nCopies(tasksMax, properties);
    }

    @Override
    public void stop() {}

    /**
     * Writes the new positions into the ledgers, which count more than the consumer group's offsets. A position of null
     * begins anew where the group begins.
     *
     * @param offsets of a reset, all partitions that the group has offsets of
     * @throws ConnectException also when a reset would reset nothing, although there are ledgers
     */
    @Override
    public boolean alterOffsets(Map<String, String> connectorConfig, Map<TopicPartition, Long> offsets) {
        SinkSettings settings = SinkSettings.of(connectorConfig);
        requireOffsets(offsets);
        try (Storage storage = Storages.open(settings.storage())) {
            if (offsets.isEmpty()) {
                requireNoLedger(storage, settings.connector());
            }
            for (Map.Entry<TopicPartition, Long> entry : offsets.entrySet()) {
                TopicPartition partition = entry.getKey();
                LedgerDirectory directory =
                        new LedgerDirectory(settings.connector(), partition.topic(), partition.partition());
                Long offset = entry.getValue();
                new Ledger(storage, directory).moveTo(offset == null ? OptionalLong.empty() : OptionalLong.of(offset));
            }
            return true;
        } catch (IOException e) {
            throw new ConnectException(
                    "cannot write the new offsets to the ledger in "
                            + settings.storage().url() + "; some partitions may have been moved, do it again: " + e,
                    e);
        }
    }

    /**
     * Kafka forgets what a group has committed of a topic that is deleted, so such a reset may be meant and yet do
     * nothing.
     */
    private static void requireNoLedger(Storage storage, String connector) throws IOException {
        String directory = LedgerDirectory.of(connector);
        boolean[] found = {false};
        storage.list(
                directory,
                file -> found[0] |= LedgerDirectory.sequenceOf(file.name()).isPresent());
        if (found[0]) {
            throw new ConnectException("the consumer group of connector \"" + connector
                    + "\" has no offsets, so nothing says which positions are to be reset, but there are ledgers in"
                    + " " + storage.url() + "/" + directory
                    + ". Move each partition by its name: PATCH /connectors/" + connector + "/offsets");
        }
    }

    private static void requireOffsets(Map<TopicPartition, Long> offsets) {
        offsets.forEach((partition, offset) -> {
            if (offset != null && offset < 0) {
                throw new ConnectException("offset " + offset + " of " + partition
                        + " is negative; give 0 or more, or null" + " to begin where the consumer group begins");
            }
        });
    }

    /** Beside the configuration by itself: whether the storage can be written. */
    @Override
    public Config validate(Map<String, String> proposed) {
        List<ConfigValue> values = SinkConfig.validate(proposed);
        if (values.stream().allMatch(value -> value.errorMessages().isEmpty())) {
            Map<String, String> faults =
                    StorageProbe.writeFaults(SinkConfig.storage(proposed), LedgerDirectory.ROOT + "/.probe");
            for (ConfigValue value : values) {
                Optional.ofNullable(faults.get(value.name())).ifPresent(value::addErrorMessage);
            }
        }
        return new Config(values);
    }
}
