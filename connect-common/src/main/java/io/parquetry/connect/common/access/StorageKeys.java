package io.parquetry.connect.common.access;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.hadoop.HadoopSettings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Where the storage is, who we are to it, and what Hadoop needs to know; the same keys in sink and source. */
public final class StorageKeys implements KeyGroup<StorageSettings> {
    public static final String STORAGE_URL = "storage.url";
    public static final String HADOOP_CONF_DIR = "hadoop.conf.dir";
    public static final String KERBEROS = "hdfs.authentication.kerberos";
    public static final String PRINCIPAL = "connect.hdfs.principal";
    public static final String KEYTAB = "connect.hdfs.keytab";
    public static final String NAMENODE_PRINCIPAL = "hdfs.namenode.principal";
    public static final String HDFS_USER = "hdfs.user";

    /** What follows is a key of Hadoop. */
    public static final String HADOOP_PREFIX = "hadoop.";

    private final StorageUse use;

    public StorageKeys(StorageUse use) {
        this.use = use;
    }

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Storage");
        group.key(STORAGE_URL, STRING, "Storage")
                .must(Checks.text("hdfs://host:port/path, file:///path or a path", url -> Storages.require(url, use)))
                .importance(HIGH)
                .width(Width.LONG)
                .says(urlText());
        group.key(HADOOP_CONF_DIR, STRING, "Hadoop configuration directory")
                .defaultsTo("")
                .must(Checks.text("a path", StorageKeys::requirePath))
                .width(Width.LONG)
                .says(
                        "Directory on every worker with core-site.xml and hdfs-site.xml of the cluster, needed where the URL"
                                + " names a nameservice. Any key of Hadoop can be given here, too, with hadoop. before it:"
                                + " hadoop.dfs.replication=2.");
        group.key(KERBEROS, BOOLEAN, "Kerberos")
                .defaultsTo(false)
                .must(Checks.flag())
                .width(Width.SHORT)
                .says("Whether to log in with Kerberos, as " + PRINCIPAL + " with " + KEYTAB
                        + ". Each connector has an identity of its own.");
        group.key(PRINCIPAL, STRING, "Kerberos principal")
                .defaultsTo("")
                .must(Checks.text("a principal", StorageKeys::requireNoBlanks))
                .width(Width.LONG)
                .says("Who the connector is, such as connect/_HOST@EXAMPLE.COM; _HOST becomes the name of the worker's"
                        + " host.");
        group.key(KEYTAB, STRING, "Kerberos keytab")
                .defaultsTo("")
                .must(Checks.text("a path", StorageKeys::requirePath))
                .width(Width.LONG)
                .says("File on every worker that holds the principal's key.");
        group.key(NAMENODE_PRINCIPAL, STRING, "NameNode's principal")
                .defaultsTo("")
                .must(Checks.text("a principal", StorageKeys::requireNoBlanks))
                .importance(LOW)
                .width(Width.LONG)
                .says(
                        "The NameNode's own principal, such as nn/_HOST@EXAMPLE.COM. When it is given, the connector talks to no"
                                + " NameNode that cannot prove to be this one.");
        group.key(HDFS_USER, STRING, "HDFS user")
                .defaultsTo("")
                .must(Checks.text("a name", StorageKeys::requireNoBlanks))
                .importance(LOW)
                .says("Name to use where there is no Kerberos. Empty: that of the user that runs the worker.");
    }

    private static void requirePath(String path) {
        try {
            Path.of(path);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("this is no path: " + e.getReason(), e);
        }
    }

    private static void requireNoBlanks(String name) {
        if (name.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException("there is a blank in it, which no name in HDFS and Kerberos has");
        }
    }

    private String urlText() {
        return switch (use) {
            case READ ->
                "Where the files are: hdfs://namenode:8020/directory, file:///directory, a path of the local file system,"
                        + " or a URL of another Hadoop file system whose jars lie beside the plugin's. For files that the"
                        + " Parquetry sink wrote, the storage.url of the sink.";
            case WRITE ->
                "Where the files go: hdfs://namenode:8020/directory, file:///directory or a path of the local file"
                        + " system. Every task must reach the same storage under this URL.";
        };
    }

    @Override
    public void check(Values values, Faults faults) {
        if (values.flag(KERBEROS)) {
            for (String key : new String[] {PRINCIPAL, KEYTAB}) {
                if (values.text(key).isBlank()) {
                    faults.add(key, KERBEROS + "=true needs it");
                }
            }
            if (!values.text(HDFS_USER).isEmpty()) {
                faults.add(
                        HDFS_USER, "with " + KERBEROS + "=true the user is " + PRINCIPAL + "; leave one of them out");
            }
        } else {
            for (String key : new String[] {PRINCIPAL, KEYTAB}) {
                if (!values.text(key).isBlank()) {
                    faults.add(
                            KERBEROS,
                            key + " is given, which only counts when this is true; set it, or leave " + key + " out");
                }
            }
        }
    }

    @Override
    public StorageSettings read(Values values) {
        HadoopSettings.Identity identity = values.flag(KERBEROS)
                ? new HadoopSettings.Identity.Keytab(values.text(PRINCIPAL), values.text(KEYTAB))
                : new HadoopSettings.Identity.Named(textOrNothing(values, HDFS_USER));
        HadoopSettings hadoop = new HadoopSettings(
                textOrNothing(values, HADOOP_CONF_DIR),
                passedThrough(values.given()),
                identity,
                textOrNothing(values, NAMENODE_PRINCIPAL));
        return new StorageSettings(values.text(STORAGE_URL), hadoop, 0);
    }

    private static Optional<String> textOrNothing(Values values, String key) {
        return Optional.of(values.text(key)).filter(text -> !text.isBlank());
    }

    /** Some of Hadoop's own keys begin with the prefix, so both readings are passed on; one of them nobody asks for. */
    private static Map<String, String> passedThrough(Map<String, String> given) {
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
