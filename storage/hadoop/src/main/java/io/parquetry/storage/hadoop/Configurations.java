package io.parquetry.storage.hadoop;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The Hadoop configuration of one storage, in increasing priority: Hadoop's defaults, the connector's, files, the
 * user's keys.
 */
final class Configurations {
    private static final List<String> FILES = List.of("core-site.xml", "hdfs-site.xml");

    /** Better than Hadoop's defaults for a task that retries by itself. */
    private static final Map<String, String> DEFAULTS = Map.of(
            // The storage closes its file system; the shutdown hook of Hadoop would do so before the last commit.
            "fs.automatic.close", "false",
            // A call that fails late costs the task its partitions. By default Hadoop waits two minutes for the answer
            // of a NameNode, a quarter of an hour for a connection, and does so fifteen times where there are two.
            "ipc.client.rpc-timeout.ms", "20000",
            "ipc.client.connect.timeout", "10000",
            "ipc.client.connect.max.retries.on.timeouts", "1",
            "dfs.client.failover.max.attempts", "6",
            "dfs.client.failover.sleep.max.millis", "5000",
            // The NameNode completes a file when a DataNode has reported its last block, milliseconds after the first
            // try; then the default waits 400 ms. Ten tries from 20 ms on take up to 20 s altogether.
            "dfs.client.block.write.locateFollowingBlock.initial.delay.ms", "20",
            "dfs.client.block.write.locateFollowingBlock.retries", "10",
            "hadoop.kerberos.min.seconds.before.relogin", "10",
            // Accept principals of realms without a rule here: the NameNode applies its own rules.
            "hadoop.security.auth_to_local.mechanism", "MIT");

    private Configurations() {}

    static Configuration of(HadoopSettings settings) throws IOException {
        Configuration configuration = new Configuration();
        // As a resource, since values that are set directly would override the files that follow.
        Configuration defaults = new Configuration(false);
        DEFAULTS.forEach(defaults::set);
        configuration.addResource(defaults);
        if (settings.configurationDirectory().isPresent()) {
            addFiles(
                    configuration,
                    java.nio.file.Path.of(settings.configurationDirectory().get()));
        }
        settings.namenodePrincipal().ifPresent(principal -> {
            configuration.set("dfs.namenode.kerberos.principal", principal);
            // By default Hadoop accepts any principal.
            configuration.set("dfs.namenode.kerberos.principal.pattern", principal.replace("_HOST", "*"));
        });
        settings.properties().forEach(configuration::set);
        if (settings.identity() instanceof HadoopSettings.Identity.Keytab) {
            configuration.set("hadoop.security.authentication", "kerberos");
        } else {
            configuration.setBoolean("ipc.client.fallback-to-simple-auth-allowed", true);
        }
        StorageSocketFactory.in(configuration);
        return configuration;
    }

    private static void addFiles(Configuration configuration, java.nio.file.Path directory) throws IOException {
        boolean found = false;
        for (String name : FILES) {
            java.nio.file.Path file = directory.resolve(name);
            if (Files.isRegularFile(file)) {
                configuration.addResource(new Path(file.toUri()));
                found = true;
            }
        }
        try {
            // Hadoop reads the files here.
            configuration.size();
        } catch (RuntimeException e) {
            throw new ConfigurationException("the files in " + directory + " cannot be read: " + e.getMessage(), e);
        }
        if (!found) {
            throw new ConfigurationException(
                    "there is neither core-site.xml nor hdfs-site.xml in " + directory + " on this worker", null);
        }
    }
}
