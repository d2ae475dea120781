package io.parquetry.connect.common.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract holds where links are followed. */
class LocalStorageWithLinksTest extends StorageContract {
    @TempDir
    private Path directory;

    @Override
    protected Storage open() {
        return new LocalStorage(directory.resolve("root"), "", LocalLinks.FOLLOWED);
    }

    @Override
    protected void place(Storage storage, String path, byte[] bytes) throws IOException {
        Path file = directory.resolve("root").resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }
}
