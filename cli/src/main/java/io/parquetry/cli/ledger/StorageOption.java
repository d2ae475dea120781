package io.parquetry.cli.ledger;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.config.SinkConfig;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The storage that a ledger command works on. */
final class StorageOption {
    @Parameters(
            index = "0",
            paramLabel = "STORAGE-URL",
            description = "The storage.url of the connector: a directory, file:///directory or hdfs://...")
    private String url;

    @Option(
            names = "--config",
            paramLabel = "KEY=VALUE",
            description = "A key of the connector's configuration that says how to reach the storage, such as"
                    + " hadoop.conf.dir=/etc/hadoop; may be given several times.")
    private Map<String, String> keys = new HashMap<>();

    /** Opens it; the commands are for storages that exist. */
    Storage open() {
        Map<String, String> properties = new HashMap<>(keys);
        properties.put(SinkConfig.STORAGE_URL, url);
        try {
            return Storages.open(SinkConfig.storage(properties));
        } catch (ConfigException | IllegalArgumentException e) {
            throw new CommandException(e.getMessage(), e);
        }
    }
}
