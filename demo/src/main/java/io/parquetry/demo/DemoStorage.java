package io.parquetry.demo;

import io.parquetry.cli.input.StorageOptions;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.local.LocalAzurite;
import io.parquetry.local.LocalS3;
import io.parquetry.local.NodeListener;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the connectors of the demo keep their files: a directory, or a bucket or container of a store that the demo
 * starts.
 */
final class DemoStorage implements Closeable {
    /** The name of the bucket and of the container. */
    private static final String NAME = "demo";

    private final Map<String, String> keys;
    private final Server server;
    private final Inspection inspection;

    private DemoStorage(Map<String, String> keys, Server server, Inspection inspection) {
        this.keys = keys;
        this.server = server;
        this.inspection = inspection;
    }

    /** The kinds of {@code --storage}. */
    enum Kind {
        LOCAL,
        S3,
        AZURE
    }

    /** What the demo has started for a storage. */
    @FunctionalInterface
    private interface Server {
        void close();
    }

    /** How a user reads the files when the demo has ended. */
    @FunctionalInterface
    private interface Inspection {
        List<String> commands(String file);
    }

    static DemoStorage in(Path directory) {
        return new DemoStorage(
                Map.of("storage.url", directory.toUri().toString()),
                () -> {},
                file -> readers(directory.resolve(file)));
    }

    /**
     * Starts a store.
     *
     * @param libraries the jars of the store
     * @param directory of the store
     */
    static DemoStorage s3(Path libraries, Path directory, NodeListener listener) throws IOException {
        LocalS3 store = LocalS3.start(libraries, directory, NAME, listener);
        Map<String, String> keys = Map.of(
                "storage.url",
                "s3://" + NAME,
                "s3.endpoint",
                store.endpoint().toString(),
                "s3.path.style.access",
                "true",
                "s3.access.key.id",
                LocalS3.ACCESS_KEY,
                "s3.secret.access.key",
                LocalS3.SECRET_KEY);
        Path files = store.buckets().resolve(NAME);
        return new DemoStorage(keys, store::close, file -> readers(files.resolve(file)));
    }

    /**
     * Starts Azurite.
     *
     * @param program {@code azurite.sh}
     * @param directory of the store, and of a file with the keys that reach it
     */
    static DemoStorage azure(Path program, Path directory, NodeListener listener) throws IOException {
        LocalAzurite store = LocalAzurite.start(program, directory, NAME, listener);
        String url = "azure://" + NAME;
        Map<String, String> keys = new HashMap<>(store.keys());
        Path properties = directory.resolve("storage.properties");
        Files.write(
                properties,
                keys.entrySet().stream()
                        .map(key -> key.getKey() + "=" + key.getValue())
                        .sorted()
                        .toList());
        keys.put("storage.url", url);
        String start = store.command().stream()
                .map(word -> Path.of(word).isAbsolute()
                        ? Demo.quoted(Demo.shown(Path.of(word)).toString())
                        : word)
                .collect(Collectors.joining(" "));
        return new DemoStorage(
                keys,
                store::close,
                file -> List.of(
                        start + " &",
                        "bin/parquetry cat --limit 3 --config-file "
                                + Demo.quoted(Demo.shown(properties).toString()) + " "
                                + Demo.quoted(url + "/" + file)));
    }

    /** The commands that read a local file. */
    static List<String> readers(Path file) {
        String name = Demo.quoted(Demo.shown(file).toString());
        return List.of("bin/parquetry cat --limit 3 " + name, "bin/parquetry dump " + name);
    }

    /** The keys of a connector that reach this storage. */
    Map<String, String> keys() {
        return keys;
    }

    /** Where a store that the demo has started keeps the files; empty for a directory. */
    Optional<String> address() {
        return Stream.of("s3.endpoint", "azure.endpoint")
                .filter(keys::containsKey)
                .map(endpoint -> keys.get("storage.url") + " at " + keys.get(endpoint))
                .findFirst();
    }

    /** The commands that read a file of this storage, also when it is closed. */
    List<String> inspection(String file) {
        return inspection.commands(file);
    }

    /** The same storage, to read what the connectors write. */
    Storage open() throws IOException {
        return StorageOptions.open(keys);
    }

    @Override
    public void close() {
        server.close();
    }
}
