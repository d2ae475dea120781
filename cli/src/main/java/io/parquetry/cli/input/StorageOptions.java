package io.parquetry.cli.input;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.config.KeyGroups;
import io.parquetry.connect.common.config.Spelling;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.config.SinkConfig;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.config.ConfigException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How to reach the storages that a command line names by URL. */
public final class StorageOptions {
    @Option(
            names = "--config",
            paramLabel = "KEY=VALUE",
            description = "A key of the connectors' configuration that says how to reach the storage, such as"
                    + " s3.region=eu-central-1 or hadoop.conf.dir=/etc/hadoop; may be given several times. Without"
                    + " keys of S3, region and credentials are those of the environment.")
    private Map<String, String> keys = new HashMap<>();

    @Option(
            names = "--config-file",
            paramLabel = "PROPERTIES",
            description = "A properties file with such keys; --config counts more.")
    private Path file;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private boolean remarked;

    /** The files of a command line; they are closed with the result. */
    public InputFiles files() throws IOException {
        remarkUnknown(given());
        return new InputFiles(this);
    }

    /** Names, once, the keys that look like those of a storage, but are not: nothing else would show them. */
    private void remarkUnknown(Map<String, String> given) {
        if (remarked || given.isEmpty()) {
            return;
        }
        remarked = true;
        // What is read with these keys may be written with them, too.
        Set<String> known = new TreeSet<>(keys(StorageAccess.WRITE).definition().names());
        for (String key : new TreeSet<>(given.keySet())) {
            String group = key.substring(0, key.indexOf('.') + 1);
            boolean isOurs = !group.isEmpty() && known.stream().anyMatch(name -> name.startsWith(group));
            if (isOurs
                    && !known.contains(key)
                    && Storages.keyPrefixes().keySet().stream().noneMatch(key::startsWith)) {
                command.commandLine()
                        .getErr()
                        .println("there is no key " + key + ", so it has no effect"
                                + Spelling.nearest(key, known)
                                        .map(meant -> "; did you mean " + meant + "?")
                                        .orElse(""));
            }
        }
    }

    private static KeyGroups keys(StorageAccess access) {
        return new KeyGroups(
                List.of(new StorageKeys(access)), Storages.keyPrefixes().keySet());
    }

    private Map<String, String> given() throws IOException {
        Map<String, String> given = new HashMap<>(ofFile());
        given.putAll(keys);
        return given;
    }

    /**
     * Opens a storage.
     *
     * @throws CommandException when there is none for the URL, or a key is wrong
     */
    public Storage open(String url, StorageAccess access) throws IOException {
        Map<String, String> properties = given();
        properties.put(StorageKeys.STORAGE_URL, url);
        try {
            StorageSettings settings = switch (access) {
                case READ -> readable(properties);
                case WRITE -> SinkConfig.storage(properties);
            };
            remarkUnknown(properties);
            return Storages.open(settings);
        } catch (ConfigException | IllegalArgumentException e) {
            throw new CommandException(e.getMessage(), e);
        } catch (NoClassDefFoundError e) {
            throw missingLibrary(url, e);
        }
    }

    /** Opens a storage to read from it, with the keys of a connector. */
    public static Storage open(Map<String, String> properties) throws IOException {
        return Storages.open(readable(properties));
    }

    private static StorageSettings readable(Map<String, String> properties) {
        return new StorageKeys(StorageAccess.READ).read(keys(StorageAccess.READ).parse(properties));
    }

    /** The client library of a storage is loaded by its first use. */
    public static CommandException missingLibrary(String url, NoClassDefFoundError e) {
        String scheme = url.substring(0, url.indexOf(':') + 1);
        return new CommandException(
                url + ": the client of " + scheme + " is not there: it lacks the class "
                        + String.valueOf(e.getMessage()).replace('/', '.')
                        + ". Name its jars in the environment variable PARQUETRY_CLASSPATH, for hdfs: those of"
                        + " hadoop-client-api and hadoop-client-runtime",
                e);
    }

    private Map<String, String> ofFile() throws IOException {
        Map<String, String> given = new HashMap<>();
        if (file != null) {
            Properties properties = new Properties();
            try (Reader in = Files.newBufferedReader(FileLocation.requireNoDirectory(file))) {
                properties.load(in);
            } catch (IllegalArgumentException e) {
                throw new CommandException(file + ": is no properties file: " + e.getMessage(), e);
            } catch (CharacterCodingException e) {
                throw CommandException.ofEncoding(file.toString(), e);
            }
            properties.stringPropertyNames().forEach(key -> given.put(key, properties.getProperty(key)));
        }
        return given;
    }
}
