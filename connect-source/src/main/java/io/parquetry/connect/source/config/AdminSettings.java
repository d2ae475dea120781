package io.parquetry.connect.source.config;

import java.util.Map;
import java.util.Objects;

/**
 * How the brokers are asked for the partitions of topics.
 *
 * @param servers where they are
 * @param client all settings of the admin client, the servers among them
 * @param workerCreatesTopics whether the worker makes topics that are not there, so that they need not be
 */
public record AdminSettings(String servers, Map<String, String> client, boolean workerCreatesTopics) {
    public AdminSettings {
        Objects.requireNonNull(servers, "servers");
        client = Map.copyOf(client);
    }
}
