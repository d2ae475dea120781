package io.parquetry.connect.common.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract holds where the system cannot look up names in an open directory. */
class LocalStorageWithChecksTest extends StorageContract {
    @TempDir
    private Path directory;

    @Override
    protected Storage open() {
        return new LocalStorage(directory.resolve("root"), "", LocalLinks.REFUSED_BY_CHECKS);
    }

    @Override
    protected void place(Storage storage, String path, byte[] bytes) throws IOException {
        Path file = directory.resolve("root").resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }
}
