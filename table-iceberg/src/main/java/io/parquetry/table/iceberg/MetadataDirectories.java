package io.parquetry.table.iceberg;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The directories with files of tables that one client of a catalog has used. Each has a storage of its own, so that
 * two directories keep each other waiting for nothing; all are closed with the client, and none is opened after that.
 */
final class MetadataDirectories implements Closeable {
    private final StorageSettings settings;
    private final Map<String, Directory> directories = new ConcurrentHashMap<>();
    private volatile boolean closed;

    MetadataDirectories(StorageSettings settings) {
        this.settings = settings;
    }

    /**
     * What is done with a file.
     *
     * @param <T> the result
     */
    interface Operation<T> {
        T on(Storage storage, String path) throws IOException;
    }

    /** Does something with the file of this location, as the only one in its directory. */
    <T> T with(String location, Operation<T> operation) throws IOException {
        return directories
                .computeIfAbsent(directoryOf(location), Directory::new)
                .with(StoragePath.name(location), operation);
    }

    private static String directoryOf(String location) {
        int slash = location.lastIndexOf('/');
        if (slash <= 0) {
            throw new IllegalArgumentException("\"" + location + "\" is not the location of a file");
        }
        String directory = location.substring(0, slash);
        return directory.startsWith("file:") ? directory.replaceFirst("^file:(//)?", "") : directory;
    }

    private final class Directory {
        private final String url;

        /** Null before the first use; guarded by this, as all below. */
        private Storage storage;

        private String path = "";

        Directory(String url) {
            this.url = url;
        }

        synchronized <T> T with(String name, Operation<T> operation) throws IOException {
            if (closed) {
                throw new IOException(
                        "the connection to the catalog has ended, because it did not answer or the task is"
                                + " closed; the next attempt uses another one");
            }
            if (storage == null) {
                storage = opened();
            }
            return operation.on(storage, StoragePath.in(path, name));
        }

        /** What the keys of the storage say of its directory is true of all below it, and of no other one. */
        private Storage opened() {
            Optional<String> below = StorageFileIO.pathBelow(settings.url(), url)
                    .filter(found -> Stream.of(found.split("/", -1)).allMatch(StoragePath::isName));
            path = below.orElse("");
            return Storages.open(
                    below.isPresent()
                            ? new StorageSettings(settings.url(), settings.factory(), 0)
                            : new StorageSettings(url, settings.factory().forOtherDirectories(), 0));
        }

        synchronized void close() {
            if (storage != null) {
                try {
                    storage.close();
                } catch (IOException stays) {
                    // The others are closed all the same.
                }
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        directories.values().forEach(Directory::close);
    }
}
