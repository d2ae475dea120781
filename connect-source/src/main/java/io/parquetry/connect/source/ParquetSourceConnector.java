package io.parquetry.connect.source;

import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.config.HeaderConverterKey;
import io.parquetry.connect.common.config.KeyGroups;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.version.PluginVersion;
import io.parquetry.connect.common.version.WorkerFloor;
import io.parquetry.connect.source.config.SendSettings.SendMode;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.TaskAssignment;
import io.parquetry.connect.source.read.ConfigProbe;
import io.parquetry.connect.source.tracking.AlteredOffsets;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.ConnectorTransactionBoundaries;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;

/**
 * Sends the rows of Parquet files to topics: files of the Parquetry sink back to where they came from, or to topics of
 * other names, and the rows of any other Parquet file to topics that a template names.
 *
 * <p>Every task finds its files itself, so new files need no new task configurations.
 */
public final class ParquetSourceConnector extends SourceConnector {
    private Map<String, String> config = Map.of();

    @Override
    public String version() {
        return PluginVersion.TEXT;
    }

    @Override
    public ConfigDef config() {
        WorkerFloor.require();
        return SourceSettings.definition();
    }

    @Override
    public Config validate(Map<String, String> given) {
        List<ConfigValue> values = SourceSettings.validate(given);
        if (values.stream().allMatch(value -> value.errorMessages().isEmpty())) {
            SourceSettings settings = SourceSettings.of(given);
            warnOfHeaders(settings, given);
            KeyGroups.addFaults(values, ConfigProbe.faults(settings));
        }
        return new Config(values);
    }

    @Override
    public void start(Map<String, String> given) {
        WorkerFloor.require();
        warnOfHeaders(SourceSettings.of(given), given);
        config = new HashMap<>(given);
    }

    private static void warnOfHeaders(SourceSettings settings, Map<String, String> given) {
        if (settings.send().mode() == SendMode.RESTORE) {
            HeaderConverterKey.warnUnlessOfBytes(given);
        }
    }

    @Override
    public Class<? extends Task> taskClass() {
        return ParquetSourceTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int tasksMax) {
        List<Map<String, String>> configs = new ArrayList<>();
        for (int i = 0; i < tasksMax; i++) {
            Map<String, String> task = new HashMap<>(config);
            new TaskAssignment(i, tasksMax).toMap(task);
            configs.add(task);
        }
        return configs;
    }

    /** Nothing is held open. */
    @Override
    public void stop() {}

    /** Every record carries the offset after it, and that is all that a new task needs. */
    @Override
    public ExactlyOnceSupport exactlyOnceSupport(Map<String, String> given) {
        return ExactlyOnceSupport.SUPPORTED;
    }

    /** A transaction can be committed after each record; {@code transaction.unit} says after which ones. */
    @Override
    public ConnectorTransactionBoundaries canDefineTransactionBoundaries(Map<String, String> given) {
        return ConnectorTransactionBoundaries.SUPPORTED;
    }

    /**
     * Takes positions of files and streams, as they are shown or in their short forms, and null to forget what was
     * sent.
     */
    @Override
    public boolean alterOffsets(Map<String, String> given, Map<Map<String, ?>, Map<String, ?>> offsets) {
        SourceSettings settings = SourceSettings.of(given);
        try (Storage storage = Storages.open(settings.storage())) {
            new AlteredOffsets(storage, settings).validate(offsets);
            return true;
        } catch (IOException e) {
            throw new ConnectException(
                    "cannot reach " + settings.storage().url() + " to check the offsets: " + e.getMessage(), e);
        }
    }
}
