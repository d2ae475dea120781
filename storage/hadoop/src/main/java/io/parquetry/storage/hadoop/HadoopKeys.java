package io.parquetry.storage.hadoop;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** How to reach a Hadoop file system, the identity of the connector, and keys of Hadoop itself. */
public final class HadoopKeys implements KeyGroup<HadoopSettings> {
    public static final String HADOOP_CONF_DIR = "hadoop.conf.dir";
    public static final String PRINCIPAL = "connect.hdfs.principal";
    public static final String KEYTAB = "connect.hdfs.keytab";
    public static final String NAMENODE_PRINCIPAL = "hdfs.namenode.principal";
    public static final String HDFS_USER = "hdfs.user";

    /** The rest of the key is a key of Hadoop. */
    public static final String HADOOP_PREFIX = "hadoop.";

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Hadoop");
        group.text(HADOOP_CONF_DIR, "Hadoop configuration directory")
                .must(Checks.text("a path", HadoopKeys::requirePath))
                .width(Width.LONG)
                .says("Directory on every worker with core-site.xml and hdfs-site.xml of the cluster, needed where"
                        + " the URL names a nameservice. Any key of Hadoop can be set with the prefix hadoop.:"
                        + " hadoop.dfs.replication=2.");
        group.text(PRINCIPAL, "Kerberos principal")
                .must(Checks.text("a principal", HadoopKeys::requireNoBlanks))
                .width(Width.LONG)
                .says("Kerberos principal of the connector, such as connect/_HOST@EXAMPLE.COM; _HOST becomes the name"
                        + " of the worker's host. With it the connector logs in with Kerberos, by " + KEYTAB
                        + ". Each connector has an identity of its own.");
        group.text(KEYTAB, "Kerberos keytab")
                .must(Checks.text("a path", HadoopKeys::requirePath))
                .width(Width.LONG)
                .says("File on every worker that holds the principal's key.");
        group.text(NAMENODE_PRINCIPAL, "NameNode's principal")
                .must(Checks.text("a principal", HadoopKeys::requireNoBlanks))
                .importance(LOW)
                .width(Width.LONG)
                .says("Principal of the NameNode, such as nn/_HOST@EXAMPLE.COM. When it is set, the connector refuses"
                        + " every NameNode with another principal.");
        group.text(HDFS_USER, "HDFS user")
                .must(Checks.text("a name", HadoopKeys::requireNoBlanks))
                .importance(LOW)
                .says("User name without Kerberos; empty for the user that runs the worker.");
    }

    @SuppressWarnings("ReturnValueIgnored") // Only whether it can be parsed matters.
    private static void requirePath(String path) {
        try {
            Path.of(path);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("this is not a path: " + e.getReason(), e);
        }
    }

    private static void requireNoBlanks(String name) {
        if (name.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException("it has a blank, which names in HDFS and Kerberos must not have");
        }
    }

    @Override
    public void check(ConfigValues values, Faults faults) {
        requireBeside(KEYTAB, PRINCIPAL, values, faults);
        requireBeside(PRINCIPAL, KEYTAB, values, faults);
        if (hasPrincipal(values) && !values.text(HDFS_USER).isEmpty()) {
            faults.add(HDFS_USER, "with Kerberos the user is " + PRINCIPAL + "; remove one of the two");
        }
    }

    private static void requireBeside(String key, String given, ConfigValues values, Faults faults) {
        if (!values.text(given).isBlank() && values.text(key).isBlank()) {
            faults.add(key, "required with " + given + ", to log in with Kerberos");
        }
    }

    private static boolean hasPrincipal(ConfigValues values) {
        return !values.text(PRINCIPAL).isBlank();
    }

    @Override
    public Map<String, String> removed() {
        return Map.of(
                "hdfs.authentication.kerberos",
                "remove the key; with " + PRINCIPAL + " and " + KEYTAB + " the connector logs in with Kerberos");
    }

    @Override
    public HadoopSettings read(ConfigValues values) {
        HadoopSettings.Identity identity = hasPrincipal(values)
                ? new HadoopSettings.Identity.Keytab(values.text(PRINCIPAL), values.text(KEYTAB))
                : new HadoopSettings.Identity.Named(textIfGiven(values, HDFS_USER));
        return new HadoopSettings(
                textIfGiven(values, HADOOP_CONF_DIR),
                hadoopProperties(values.given()),
                identity,
                textIfGiven(values, NAMENODE_PRINCIPAL));
    }

    private static Optional<String> textIfGiven(ConfigValues values, String key) {
        return Optional.of(values.text(key)).filter(text -> !text.isBlank());
    }

    /** Some keys of Hadoop begin with the prefix themselves, so each key is passed on with and without it. */
    private static Map<String, String> hadoopProperties(Map<String, String> given) {
        Map<String, String> properties = new HashMap<>();
        given.forEach((key, value) -> {
            if (key.startsWith(HADOOP_PREFIX) && !key.equals(HADOOP_CONF_DIR) && value != null) {
                properties.put(key, value);
                properties.put(key.substring(HADOOP_PREFIX.length()), value);
            }
        });
        return properties;
    }
}
