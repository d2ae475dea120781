package io.parquetry.connect.sink;

import io.parquetry.connect.common.access.StorageProbe;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.brokers.AdminSettings;
import io.parquetry.connect.common.brokers.BrokerAdmin;
import io.parquetry.connect.common.config.HeaderConverterKey;
import io.parquetry.connect.common.config.KeyGroups;
import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.metrics.TaskName;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.version.PluginVersion;
import io.parquetry.connect.common.version.WorkerFloor;
import io.parquetry.connect.sink.commit.EntryAges;
import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.commit.LedgerRepairs;
import io.parquetry.connect.sink.commit.TableProgress;
import io.parquetry.connect.sink.config.FileSchemaSettings;
import io.parquetry.connect.sink.config.SinkConfig;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.table.TableSettings;
import io.parquetry.format.schema.Type;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkConnector;

/** Checks the configuration and gives it to the tasks; the consumer group assigns partitions to tasks. */
public final class ParquetSinkConnector extends SinkConnector {
    private static final Log LOG = Log.of(ParquetSinkConnector.class);

    private Map<String, String> properties = Map.of();

    @Override
    public String version() {
        return PluginVersion.TEXT;
    }

    @Override
    public ConfigDef config() {
        WorkerFloor.require();
        return SinkConfig.definition();
    }

    @Override
    public Class<? extends Task> taskClass() {
        return ParquetSinkTask.class;
    }

    @Override
    public void start(Map<String, String> newProperties) {
        WorkerFloor.require();
        warnOfHeaders(newProperties);
        properties = Collections.unmodifiableMap(new HashMap<>(newProperties));
    }

    private static void warnOfHeaders(Map<String, String> valid) {
        if (SinkSettings.of(valid).schema().recordMetadata() != RecordMetadata.NONE) {
            HeaderConverterKey.warnUnlessOfBytes(valid);
        }
    }

    @Override
    public List<Map<String, String>> taskConfigs(int tasksMax) {
        return IntStream.range(0, tasksMax)
                .mapToObj(index -> TaskName.withIndex(properties, index))
                .toList();
    }

    @Override
    public void stop() {}

    /**
     * Writes the new positions to the ledgers, which take precedence over the consumer group's offsets. A position of
     * null starts again where the group starts. Connect moves the group's offsets afterwards, and does not say if that
     * fails; so each move is logged, now and when a task begins there.
     *
     * @param offsets for a reset, all partitions that the group has offsets of
     * @throws ConnectException also when a reset would reset nothing although there are ledgers with a position
     */
    @Override
    public boolean alterOffsets(Map<String, String> connectorConfig, Map<TopicPartition, Long> offsets) {
        SinkSettings settings = SinkSettings.of(connectorConfig);
        requireOffsets(offsets);
        try (Storage storage = Storages.open(settings.storage())) {
            if (offsets.isEmpty()) {
                requireNoPosition(storage, settings.connector());
            }
            for (Map.Entry<TopicPartition, Long> entry : offsets.entrySet()) {
                Long offset = entry.getValue();
                move(
                        storage,
                        settings,
                        entry.getKey(),
                        offset == null ? OptionalLong.empty() : OptionalLong.of(offset));
            }
            return true;
        } catch (IOException e) {
            throw new ConnectException(
                    "cannot write the new offsets to the ledger in "
                            + settings.storage().url() + "; the worker's log names the partitions that were moved."
                            + " Repeat the request: " + e,
                    e);
        }
    }

    private static void move(Storage storage, SinkSettings settings, TopicPartition partition, OptionalLong offset)
            throws IOException {
        LedgerDirectory directory = new LedgerDirectory(settings.connector(), partition.topic(), partition.partition());
        Optional<LedgerEntry> before = new LedgerReader(storage, directory.path()).newest();
        Ledger ledger = new Ledger(
                storage,
                directory,
                settings.ledger().grace(),
                EntryAges.OF_WORKER,
                missing -> {},
                settings.table().isPresent() ? TableProgress.UNKNOWN : TableProgress.NO_TABLE);
        LedgerEntry moved = new LedgerRepairs(ledger).moveTo(offset);
        LOG.warn(
                "{}: the ledger of connector \"{}\" was moved from {} to {}. If Connect refuses the request after this"
                        + " line, the ledger stays moved: repeat the request, or move it back",
                partition,
                settings.connector(),
                before.map(LedgerEntry::positionText).orElse("no position"),
                moved.positionText());
    }

    /**
     * Kafka deletes a group's offsets together with a topic, so a reset after that would do nothing although the user
     * wants one.
     */
    private static void requireNoPosition(Storage storage, String connector) throws IOException {
        Set<String> ledgers = new TreeSet<>();
        storage.list(LedgerDirectory.of(connector), file -> {
            if (LedgerDirectory.sequenceOf(file.name()).isPresent()) {
                ledgers.add(StoragePath.parent(file.path()));
            }
        });
        for (String ledger : ledgers) {
            Optional<LedgerEntry> newest = new LedgerReader(storage, ledger).newest();
            if (newest.isPresent()
                    && (newest.get().nextOffset().isPresent()
                            || newest.get().halt().isPresent())) {
                throw new ConnectException("the consumer group of connector \"" + connector
                        + "\" has no offsets, so it is unknown which positions to reset, but the ledger " + ledger
                        + " in " + storage.url() + " has one. Move each partition by name: PATCH "
                        + LedgerDirectory.restPath(connector) + "/offsets");
            }
        }
    }

    /** Refuses a request before anything is moved. */
    private static void requireOffsets(Map<TopicPartition, Long> offsets) {
        offsets.forEach((partition, offset) -> {
            try {
                DataFileName.longestOf(partition.topic(), partition.partition());
            } catch (IllegalArgumentException e) {
                throw new ConnectException("cannot move the position of " + partition + ": " + e.getMessage(), e);
            }
            if (offset != null && offset < 0) {
                throw new ConnectException("offset " + offset + " of " + partition
                        + " is negative; use 0 or more, or null to start where the consumer group starts");
            }
        });
    }

    /**
     * Checks the configuration and, if it is valid, whether the storage and the table can be written. That a name is
     * missing is left for Connect to say.
     */
    @Override
    public Config validate(Map<String, String> proposed) {
        List<ConfigValue> values = SinkConfig.validate(proposed);
        boolean hasName = !Objects.requireNonNullElse(proposed.get("name"), "").isEmpty();
        if (hasName && values.stream().allMatch(value -> value.errorMessages().isEmpty())) {
            warnOfHeaders(proposed);
            KeyGroups.addFaults(values, faults(proposed));
        }
        return new Config(values);
    }

    private static Map<String, String> faults(Map<String, String> valid) {
        SinkSettings settings = SinkSettings.of(valid);
        Map<String, String> faults =
                new HashMap<>(StorageProbe.writeFaults(settings.storage(), LedgerDirectory.ROOT + "/.probe"));
        settings.errors()
                .brokers()
                .flatMap(BrokerAdmin::fault)
                .ifPresent(fault -> faults.put(AdminSettings.BOOTSTRAP_SERVERS, fault));
        return faults.isEmpty() && settings.table().isPresent() ? tableFaults(settings, valid) : faults;
    }

    /** Of the first topic that is listed: the tables of all might take longer than Connect waits. */
    private static Map<String, String> tableFaults(SinkSettings settings, Map<String, String> valid) {
        TableSettings table = settings.table().orElseThrow();
        Optional<String> topic = Arrays.stream(
                        Objects.requireNonNullElse(valid.get(TOPICS_CONFIG), "").split(","))
                .map(String::trim)
                .filter(name -> !name.isEmpty())
                .findFirst();
        FileSchemaSettings schema = settings.schema();
        List<Type> columns =
                RecordLayout.knownMetadata(schema.recordMetadata(), schema.layout(), schema.columns()).stream()
                        .<Type>map(each -> each)
                        .toList();
        return table.provider().probe(table, settings.storage(), topic, columns);
    }
}
