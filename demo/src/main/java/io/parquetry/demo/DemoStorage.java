package io.parquetry.demo;

import io.parquetry.cli.input.StorageOptions;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.local.LocalObjectStore;
import io.parquetry.local.NodeListener;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where the connectors of the demo keep their files: a directory, or a bucket of a store that the demo starts. */
final class DemoStorage implements Closeable {
    private static final String BUCKET = "demo";

    private final Map<String, String> keys;
    private final Path directory;
    private final Optional<LocalObjectStore> store;

    private DemoStorage(Map<String, String> keys, Path directory, Optional<LocalObjectStore> store) {
        this.keys = keys;
        this.directory = directory;
        this.store = store;
    }

    /** The kinds of {@code --storage}. */
    enum Kind {
        LOCAL,
        S3
    }

    static DemoStorage in(Path directory) {
        return new DemoStorage(Map.of("storage.url", directory.toUri().toString()), directory, Optional.empty());
    }

    /**
     * Starts a store.
     *
     * @param libraries the jars of the store
     * @param directory of the store
     */
    static DemoStorage s3(Path libraries, Path directory, NodeListener listener) throws IOException {
        LocalObjectStore store = LocalObjectStore.start(libraries, directory, BUCKET, listener);
        Map<String, String> keys = Map.of(
                "storage.url",
                "s3://" + BUCKET,
                "s3.endpoint",
                store.endpoint().toString(),
                "s3.path.style.access",
                "true",
                "s3.access.key.id",
                LocalObjectStore.ACCESS_KEY,
                "s3.secret.access.key",
                LocalObjectStore.SECRET_KEY);
        return new DemoStorage(keys, store.buckets().resolve(BUCKET), Optional.of(store));
    }

    /** The keys of a connector that reach this storage. */
    Map<String, String> keys() {
        return keys;
    }

    /** The directory in which the files are, also those of a store after it has stopped. */
    Path directory() {
        return directory;
    }

    /** The same storage, to read what the connectors write. */
    Storage open() throws IOException {
        return StorageOptions.open(keys);
    }

    @Override
    public void close() {
        store.ifPresent(LocalObjectStore::close);
    }
}
