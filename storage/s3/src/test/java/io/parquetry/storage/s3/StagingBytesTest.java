package io.parquetry.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.objects.ObjectKeys;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.TemporaryFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The local files of all storages share a bound, and each storage says how much it may still write. */
class StagingBytesTest {
    private static final long BOUND = 1 << 20;

    @TempDir
    private Path directory;

    private Storage open(long bytes) {
        Map<String, String> keys = new HashMap<>(S3ProxyProcess.keys(URI.create("http://127.0.0.1:1")));
        keys.put(ObjectKeys.STAGING_DIR, directory.toString());
        keys.put(ObjectKeys.STAGING_BYTES, Long.toString(bytes));
        return S3StorageProvider.factory(TestSettings.of(keys)).open("s3://bucket", 0);
    }

    private static void write(Storage storage, String path, int bytes) throws IOException {
        try (TemporaryFile out = storage.create(path)) {
            out.write(new byte[bytes], 0, bytes);
        }
    }

    @Test
    void storagesShareTheBoundAndASmallOneNeedNotWait() throws IOException {
        try (Storage large = open(BOUND);
                Storage small = open(BOUND)) {
            assertThat(large.temporaryBytesLeft()).isEqualTo(Long.MAX_VALUE);
            write(large, "a", (int) BOUND / 2);
            assertThat(large.temporaryBytesLeft()).isEqualTo(BOUND / 2);

            write(small, "b", (int) BOUND / 8);
            assertThat(small.temporaryBytesLeft()).isEqualTo(BOUND * 3 / 8);
            write(large, "c", (int) BOUND / 2);

            assertThat(large.temporaryBytesLeft()).isEqualTo(-BOUND / 8);
            assertThat(small.temporaryBytesLeft()).isEqualTo(BOUND / 8);

            large.delete("a");
            assertThat(large.temporaryBytesLeft()).isEqualTo(BOUND * 3 / 8);
        }
        try (Storage next = open(BOUND)) {
            write(next, "a", 1);
            assertThat(next.temporaryBytesLeft()).isEqualTo(BOUND - 1);
        }
    }

    @Test
    void withoutABoundHalfOfTheFreeDiskIsTaken() throws IOException {
        try (Storage storage = open(0)) {
            write(storage, "a", 1);
            assertThat(storage.temporaryBytesLeft())
                    .isBetween(1L, directory.toFile().getFreeSpace());
        }
    }
}
