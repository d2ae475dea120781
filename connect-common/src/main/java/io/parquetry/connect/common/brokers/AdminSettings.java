package io.parquetry.connect.common.brokers;

import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
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

    private static final String ADDRESSES = "host:port,host:port";

    /** A host, or an IPv6 address in brackets, and a port; a protocol before it is ignored by Kafka's clients. */
    private static final String ADDRESS = "\\s*([A-Za-z_]+://)?(\\[[0-9A-Fa-f:.%]+]|[0-9A-Za-z._-]+):[0-9]{1,5}\\s*";

    private static final Pattern SERVERS = Pattern.compile(ADDRESS + "(," + ADDRESS + ")*");

    public AdminSettings {
        Objects.requireNonNull(servers, "servers");
        client = Map.copyOf(client);
    }

    /** Defines the keys; {@code purpose} is what the brokers are asked, and what is not checked without them. */
    public static void define(KeyBuilder.Group group, String purpose) {
        group.key(BOOTSTRAP_SERVERS, STRING, "Brokers to ask about topics")
                .defaultsTo("")
                .must(Checks.form(ADDRESSES, SERVERS, "addresses with ports, as " + ADDRESSES))
                .width(Width.LONG)
                .says("Brokers of the topics. " + purpose
                        + " Any other key of an admin client can be given with the prefix admin.:"
                        + " admin.security.protocol=SASL_SSL.");
    }

    public static void check(ConfigValues values, Faults faults) {
        if (values.text(BOOTSTRAP_SERVERS).isEmpty()) {
            values.given().keySet().stream()
                    .filter(key -> key.startsWith(PREFIX) && !key.equals(BOOTSTRAP_SERVERS))
                    .findFirst()
                    .ifPresent(key -> faults.add(BOOTSTRAP_SERVERS, "must be set, since " + key + " needs it"));
        }
    }

    /** The settings; empty where no brokers are given. */
    public static Optional<AdminSettings> read(ConfigValues values) {
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
