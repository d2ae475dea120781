package io.parquetry.connect.common.access;

import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.TemporaryFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.UUID;

/** Tests that files can be created, published without overwriting, and deleted. */
final class WriteProbe {
    private final Storage storage;
    private final String directory;
    private final StepListener progress;

    WriteProbe(Storage storage, String directory, StepListener progress) {
        this.storage = storage;
        this.directory = directory;
        this.progress = progress;
    }

    void run() throws IOException {
        String path = StoragePath.in(directory, UUID.randomUUID().toString());
        String first = path + ".1.tmp";
        String second = path + ".2.tmp";
        try {
            StagedFile written = writeFile(first, path);
            progress.at("publishing a file");
            storage.publish(written);
            StagedFile other = writeFile(second, path);
            progress.at("checking that no file is overwritten");
            requireRefused(other);
            progress.at("deleting a file");
            if (storage.find(path).isEmpty()) {
                throw new IOException("a file was published as " + path + ", but is not there");
            }
            storage.delete(path);
        } catch (IOException | RuntimeException e) {
            deleteQuietly(path);
            throw e;
        } finally {
            deleteQuietly(first);
            deleteQuietly(second);
        }
    }

    private StagedFile writeFile(String temporary, String path) throws IOException {
        progress.at("creating a file");
        try (TemporaryFile out = storage.create(temporary)) {
            progress.at("writing to a file");
            out.write(new byte[] {'P', 'A', 'R', '1'}, 0, 4);
            progress.at("syncing a file");
            return out.stage(path).await();
        }
    }

    private void requireRefused(StagedFile other) throws IOException {
        try {
            storage.publish(other);
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
