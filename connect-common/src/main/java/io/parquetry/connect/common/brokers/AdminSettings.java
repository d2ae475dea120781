package io.parquetry.connect.common.brokers;

import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.Values;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * An admin client of the brokers.
 *
 * @param servers the addresses of the brokers
 * @param client all settings of the client, including the servers
 */
public record AdminSettings(String servers, Map<String, String> client) {
    /** Of keys that are given to the client. */
    public static final String PREFIX = "admin.";

    public static final String BOOTSTRAP_SERVERS = PREFIX + "bootstrap.servers";

    public AdminSettings {
        Objects.requireNonNull(servers, "servers");
        client = Map.copyOf(client);
    }

    /** Defines the keys; {@code purpose} is what the brokers are asked, and what is not checked without them. */
    public static void define(KeyBuilder.Group group, String purpose) {
        group.key(BOOTSTRAP_SERVERS, STRING, "Brokers to ask about topics")
                .defaultsTo("")
                .width(Width.LONG)
                .says("Brokers of the topics, as host:port,host:port. " + purpose
                        + " Any other key of an admin client can be given with the prefix admin.:"
                        + " admin.security.protocol=SASL_SSL.");
    }

    public static void check(Values values, Faults faults) {
        if (values.text(BOOTSTRAP_SERVERS).isEmpty()) {
            values.given().keySet().stream()
                    .filter(key -> key.startsWith(PREFIX) && !key.equals(BOOTSTRAP_SERVERS))
                    .findFirst()
                    .ifPresent(key -> faults.add(BOOTSTRAP_SERVERS, "must be set, since " + key + " needs it"));
        }
    }

    /** The settings; empty where no brokers are given. */
    public static Optional<AdminSettings> read(Values values) {
        return values.nonEmptyText(BOOTSTRAP_SERVERS).map(servers -> {
            Map<String, String> client = new HashMap<>();
            values.given().forEach((key, value) -> {
                if (key.startsWith(PREFIX)) {
                    client.put(key.substring(PREFIX.length()), value);
                }
            });
            return new AdminSettings(servers, client);
        });
    }
}
