package io.parquetry.connect.common.access;

import io.parquetry.connect.common.storage.DurableOutputFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.UUID;

/** Tests that files can be created, published without overwriting, and deleted. */
final class WriteProbe {
    private final Storage storage;
    private final String directory;
    private final StorageProbe.Progress progress;

    WriteProbe(Storage storage, String directory, StorageProbe.Progress progress) {
        this.storage = storage;
        this.directory = directory;
        this.progress = progress;
    }

    void run() throws IOException {
        Closeable newDirectories = storage.removingNewDirectories(directory);
        try {
            writeFiles();
        } finally {
            newDirectories.close();
        }
    }

    private void at(String step) {
        progress.at(step, StorageKeys.STORAGE_URL);
    }

    private void writeFiles() throws IOException {
        String path = StoragePath.in(directory, UUID.randomUUID().toString());
        String first = path + ".1.tmp";
        String second = path + ".2.tmp";
        try {
            writeFile(first);
            at("publishing a file");
            storage.publish(first, path);
            writeFile(second);
            at("checking that no file is overwritten");
            requireRefused(second, path);
            at("deleting a file");
            if (storage.length(path).isEmpty()) {
                throw new IOException("a file was published as " + path + ", but is not there");
            }
            storage.delete(path);
        } finally {
            deleteQuietly(first);
            deleteQuietly(second);
        }
    }

    private void writeFile(String path) throws IOException {
        at("creating a file");
        try (DurableOutputFile out = storage.create(path)) {
            at("writing to a file");
            out.write(new byte[] {'P', 'A', 'R', '1'}, 0, 4);
            at("syncing a file");
            out.sync();
        }
    }

    private void requireRefused(String temporary, String taken) throws IOException {
        try {
            storage.publish(temporary, taken);
        } catch (FileAlreadyExistsException refused) {
            return;
        }
        throw new IOException("a file was published under the name of another file, which the storage must refuse");
    }

    private void deleteQuietly(String path) {
        try {
            storage.delete(path);
        } catch (IOException unreachable) {
            // The failure before this one is what the user has to know.
        }
    }
}
