package io.parquetry.storage.hadoop;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How to reach a Hadoop file system, and the identity of the connector.
 *
 * @param configurationDirectory has {@code core-site.xml} and {@code hdfs-site.xml}
 * @param properties keys of Hadoop, which override those files
 * @param namenodePrincipal the only Kerberos principal that a NameNode may have; {@code _HOST} for any host in it
 */
public record HadoopSettings(
        Optional<String> configurationDirectory,
        Map<String, String> properties,
        Identity identity,
        Optional<String> namenodePrincipal) {
    /** Only Hadoop's defaults, as the user that runs this process. */
    public static final HadoopSettings DEFAULT =
            new HadoopSettings(Optional.empty(), Map.of(), new Identity.Named(Optional.empty()), Optional.empty());

    public HadoopSettings {
        Objects.requireNonNull(configurationDirectory, "configurationDirectory");
        properties = Map.copyOf(properties);
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(namenodePrincipal, "namenodePrincipal");
    }

    /** The same with one more key of Hadoop. */
    public HadoopSettings with(String key, String value) {
        Map<String, String> more = new HashMap<>(properties);
        more.put(key, value);
        return new HadoopSettings(configurationDirectory, more, identity, namenodePrincipal);
    }

    /** The user of the file system. */
    public sealed interface Identity {
        /** A name without authentication; empty for the user that runs this process. */
        record Named(Optional<String> user) implements Identity {}

        /** A Kerberos principal with the file of its key. */
        record Keytab(String principal, String file) implements Identity {}
    }
}
