package io.parquetry.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.parquetry.connect.common.access.StorageFault;
import io.parquetry.connect.common.objects.ObjectKeys;
import io.parquetry.connect.common.objects.ObjectStorageFactory;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.TemporaryFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The directory of files before their upload outlives other processes, and other programs. */
class StagingDirectoryTest {
    @TempDir
    private Path directory;

    private static ObjectStorageFactory factory(Path staging) {
        return S3StorageProvider.factory(TestSettings.of(
                Map.of(ObjectKeys.STAGING_DIR, staging.toString(), S3Keys.ENDPOINT, "http://127.0.0.1:1")));
    }

    private static Storage open(Path staging) {
        return factory(staging).open("s3://bucket/archive", 0);
    }

    private static void create(Storage storage, String path) throws IOException {
        try (TemporaryFile out = storage.create(path)) {
            out.write(new byte[5], 0, 5);
        }
    }

    /** Another worker on the same machine. */
    static final class OtherProcess {
        private OtherProcess() {}

        public static void main(String[] arguments) throws IOException {
            create(open(Path.of(arguments[0])), "_work/1.tmp");
        }
    }

    private static void runOtherProcess(Path staging) throws Exception {
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        classes,
                        OtherProcess.class.getName(),
                        staging.toString())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
    }

    @Test
    @Tag("slow")
    void anotherProcessKeepsTheFilesOfAllTasksOfThisOne() throws Exception {
        try (Storage first = open(directory);
                Storage second = open(directory)) {
            create(first, "_work/1.tmp");
            create(second, "_work/1.tmp");

            runOtherProcess(directory);

            assertThat(first.open("_work/1.tmp").length()).isEqualTo(5);
            assertThat(second.open("_work/1.tmp").length()).isEqualTo(5);
        }
        try (Storage next = open(directory)) {
            create(next, "_work/1.tmp");
            try (Stream<Path> left = Files.list(directory)) {
                assertThat(left).as("that of the other process is deleted").hasSize(1);
            }
        }
    }

    @Test
    void twoTasksMayDeleteWhatADeadProcessHasLeft() throws Exception {
        Path left = Files.createDirectories(directory.resolve("parquetry-staging-0-0-left"));
        try (FileChannel lockFile =
                        FileChannel.open(left.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock ofOtherTask = lockFile.lock();
                Storage storage = open(directory)) {
            create(storage, "_work/1.tmp");
            assertThat(ofOtherTask.isValid()).isTrue();
            assertThat(left).exists();
        }
    }

    @Test
    void aDirectoryThatIsDeletedMeanwhileIsMadeAgain() throws Exception {
        Path staging = directory.resolve("staging");
        try (Storage storage = open(staging)) {
            create(storage, "_work/1.tmp");
            try (Stream<Path> tree = Files.walk(staging)) {
                for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
            create(storage, "_work/2.tmp");
            assertThat(storage.open("_work/2.tmp").length()).isEqualTo(5);
            storage.delete("_work/1.tmp");
        }
        assertThat(staging).isEmptyDirectory();
    }

    @Test
    void aDirectoryThatCannotBeUsedIsTheFaultOfItsKey() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");
        for (Path unusable : List.of(file, file.resolve("below"), Path.of("/proc/parquetry"))) {
            ObjectStorageFactory factory = factory(unusable);
            try (Storage storage = factory.open("s3://bucket/archive", 0)) {
                IOException failure = catchThrowableOfType(IOException.class, () -> create(storage, "_work/1.tmp"));
                StorageFault fault = factory.explain(failure, "creating a file");
                assertThat(fault.key()).isEqualTo(ObjectKeys.STAGING_DIR);
                assertThat(fault.reason())
                        .contains("cannot create files in " + unusable)
                        .contains("correct staging.dir");
            }
        }
    }
}
