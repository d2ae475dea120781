package io.parquetry.connect.common.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The probe leaves a storage as it was, and reports why it cannot be used with the key that has to be changed. */
class StorageProbeTest {
    @TempDir
    private Path directory;

    private StorageSettings settings(String name) {
        return Storages.settings(directory.resolve(name).toString());
    }

    @Test
    void aGoodStorageHasNoFaultsAndIsLeftAsItWas() {
        assertThat(StorageProbe.writeFaults(settings("good"), "_probe")).isEmpty();
        assertThat(StorageProbe.readFaults(settings("good"))).isEmpty();
        assertThat(directory).as("no directory is left").isEmptyDirectory();
    }

    @Test
    void directoriesThatExistedBeforeAreKept() throws IOException {
        Files.createDirectories(directory.resolve("good/_probe"));
        assertThat(StorageProbe.writeFaults(settings("good"), "_probe")).isEmpty();
        assertThat(directory.resolve("good/_probe")).isEmptyDirectory();
        assertThat(StorageProbe.writeFaults(settings("good"), "_other/deeper")).isEmpty();
        assertThat(directory.resolve("good/_other")).doesNotExist();
    }

    @Test
    void aMistypedPathLeavesNoDirectoryBehind() {
        assertThat(StorageProbe.writeFaults(settings("mistyped/deep/path"), "_probe"))
                .isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"data", "file:data", "../data", "./data/x"})
    void aRelativePathIsAFault(String url) {
        assertThat(StorageProbe.writeFaults(Storages.settings(url), "_probe"))
                .hasEntrySatisfying(
                        "storage.url",
                        fault -> assertThat(fault)
                                .contains("is relative")
                                .contains(Path.of("").toAbsolutePath().getRoot().toString())
                                .contains("give the absolute path"));
        assertThat(StorageProbe.readFaults(Storages.settings(url))).containsKey("storage.url");
    }

    @Test
    void aTestOfWritesThatFailsLeavesNoFile() {
        MemoryDisk disk = new MemoryDisk();
        MemoryStorage storage = new MemoryStorage(disk);
        storage.steps(step -> {
            if (step.startsWith("look at ")) {
                throw new IOException("the network is down");
            }
        });
        assertThatThrownBy(() -> new WriteProbe(storage, "_probe", (step, key) -> {}).run())
                .hasMessage("the network is down");
        assertThat(disk.files()).isEmpty();
    }

    @Test
    void aReaderCreatesNothing() {
        assertThat(StorageProbe.readFaults(settings("untouched"))).isEmpty();
        assertThat(directory.resolve("untouched")).doesNotExist();
    }

    @Test
    void aFileInPlaceOfTheDirectoryIsAFault() throws IOException {
        Files.writeString(directory.resolve("file"), "x");
        assertThat(StorageProbe.writeFaults(settings("file"), "_probe"))
                .hasEntrySatisfying("storage.url", fault -> assertThat(fault).containsIgnoringCase("not a directory"));
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsAFault() throws IOException {
        Path closed = Files.createDirectories(directory.resolve("closed"));
        assumeThat(closed.toFile().setWritable(false)).isTrue();
        assumeThat(Files.isWritable(closed)).as("not the superuser").isFalse();
        assertThat(StorageProbe.writeFaults(settings("closed"), "_probe"))
                .hasEntrySatisfying("storage.url", fault -> assertThat(fault).contains("no permission"));
    }

    /** Connects for ever, and fails with the reason that it was made with. */
    private record Unreachable(CountDownLatch never) implements StorageFactory {
        @Override
        public Storage open(String url, long blockBytesLeast) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Storage connect(String url, StepListener progress) throws IOException {
            progress.at("logging in", "user");
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new InterruptedIOException();
            }
            throw new IOException("refused");
        }

        @Override
        public StorageFault explain(IOException failure, String step) {
            return new StorageFault("password", failure.getMessage() + " while " + step);
        }
    }

    @Test
    void aStorageThatDoesNotAnswerIsAFaultOfTheStepsKey() {
        StorageSettings settings = new StorageSettings("test://host", new Unreachable(new CountDownLatch(1)), 0);
        assertThat(StorageProbe.writeFaults(settings, "_probe", Duration.ofMillis(50)))
                .hasEntrySatisfying("user", fault -> assertThat(fault).contains("no answer", "while logging in"));
    }

    @Test
    void aStorageExplainsItsFailures() {
        StorageSettings settings = new StorageSettings("test://host", new Unreachable(new CountDownLatch(0)), 0);
        assertThat(StorageProbe.readFaults(settings)).containsEntry("password", "refused while logging in");
    }
}
