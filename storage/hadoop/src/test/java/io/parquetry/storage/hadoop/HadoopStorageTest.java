package io.parquetry.storage.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StorageContract;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HDFS fulfils the contract, also with permissions, quotas, erasure coding and addresses that do not answer. */
@Tag("slow")
class HadoopStorageTest extends StorageContract {
    private static final long MEBIBYTE = 1 << 20;
    private static final AtomicInteger ROOTS = new AtomicInteger();

    @TempDir
    private static Path directory;

    private static MiniHdfs hdfs;

    private final String root = "/root-" + ROOTS.incrementAndGet();
    private final List<Storage> opened = new ArrayList<>();

    @BeforeAll
    static void start() {
        hdfs = MiniHdfs.start(directory, 1);
    }

    @AfterAll
    static void stop() {
        hdfs.close();
    }

    @AfterEach
    void closeAll() throws IOException {
        for (Storage storage : opened) {
            storage.close();
        }
    }

    @Override
    protected Storage open() {
        return open(HadoopSettings.DEFAULT, 0);
    }

    /** Without waiting until each is durable. */
    @Override
    protected void place(Storage storage, String path, byte[] bytes) throws IOException {
        try (OutputStream out = hdfs.files().create(new org.apache.hadoop.fs.Path(root, path))) {
            out.write(bytes);
        }
    }

    private Storage open(HadoopSettings settings, long blockBytesLeast) {
        Storage storage = new HadoopStorage(hdfs.url() + root, settings, blockBytesLeast);
        opened.add(storage);
        return storage;
    }

    private static void write(Storage storage, String path, int bytes) throws IOException {
        try (TemporaryFile out = storage.create(path)) {
            out.write(new byte[bytes], 0, bytes);
        }
    }

    private FileStatus status(String path) throws IOException {
        return hdfs.files().getFileStatus(new org.apache.hadoop.fs.Path(root, path));
    }

    @Test
    void aThreadWhoseContextClassLoaderHasNoHadoopCanUseIt() throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            write(open(), "file", 1);
            assertThat(thread.getContextClassLoader()).isEqualTo(ClassLoader.getPlatformClassLoader());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void aFileKeepsItsNumberAndAnotherOneOfItsNameHasAnother() throws IOException {
        Storage storage = open();
        write(storage, "dir/file", 10);
        List<StoredFile> files = new ArrayList<>();
        storage.list("dir", files::add);
        StoredFile file = files.get(0);
        assertThat(file.fileId()).isNotZero();
        assertThat(storage.find("dir/file")).contains(file);

        storage.rename(new StoredFile("dir/file", 0, 0), "dir/aside");
        write(storage, "dir/file", 10);

        assertThat(storage.find("dir/aside")).contains(file.at("dir/aside"));
        assertThat(storage.find("dir/file").orElseThrow().fileId()).isNotEqualTo(file.fileId());
    }

    @Test
    void anOpenFileHasTheLengthThatWasSynced() throws IOException {
        Storage storage = open();
        try (HadoopTemporaryFile out = (HadoopTemporaryFile) storage.create("file")) {
            out.write(new byte[5], 0, 5);
            out.sync();
            out.write(new byte[3], 0, 3);
            assertThat(open().find("file")).map(StoredFile::bytes).contains(5L);
        }
        assertThat(open().find("file")).map(StoredFile::bytes).contains(8L);
    }

    @Test
    void aBlockHoldsARowGroup() throws IOException {
        write(open(HadoopSettings.DEFAULT, 300 * MEBIBYTE + 1), "large", 1);
        write(open(), "usual", 1);
        assertThat(status("large").getBlockSize()).isEqualTo(301 * MEBIBYTE);
        assertThat(status("usual").getBlockSize()).isEqualTo(128 * MEBIBYTE);
    }

    @Test
    void aDocumentUsesLittleOfAQuota() throws IOException {
        org.apache.hadoop.fs.Path limited = new org.apache.hadoop.fs.Path(root, "limited");
        hdfs.files().mkdirs(limited);
        hdfs.files().setQuota(limited, Long.MAX_VALUE, 10 * MEBIBYTE);
        Storage storage = open();
        assertThat(storage.createIfAbsent("limited/1.commit", new byte[100])).isTrue();
        assertThatThrownBy(() -> write(storage, "limited/large", 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("quota");
    }

    @Test
    void filesAreReplicatedWhereTheDirectoryIsErasureCoded() throws IOException {
        org.apache.hadoop.fs.Path coded = new org.apache.hadoop.fs.Path(root, "coded");
        hdfs.files().mkdirs(coded);
        hdfs.files().enableErasureCodingPolicy("XOR-2-1-1024k");
        hdfs.files().setErasureCodingPolicy(coded, "XOR-2-1-1024k");
        write(open(), "coded/file", 10);
        assertThat(((HdfsFileStatus) status("coded/file")).getErasureCodingPolicy())
                .isNull();
    }

    @Test
    void aMissingPermissionIsReportedWithItsReason() throws IOException {
        org.apache.hadoop.fs.Path closed = new org.apache.hadoop.fs.Path(root, "closed");
        hdfs.files().mkdirs(closed, new FsPermission("755"));
        hdfs.files().setPermission(new org.apache.hadoop.fs.Path(root), new FsPermission("777"));
        Storage guest = open(
                new HadoopSettings(
                        Optional.empty(),
                        Map.of(),
                        new HadoopSettings.Identity.Named(Optional.of("guest")),
                        Optional.empty()),
                0);
        write(guest, "own/1.tmp", 3);
        assertThatThrownBy(() -> guest.publish(new StagedFile("own/1.tmp", "closed/final")))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("user=guest")
                .hasMessageContaining("closed");
        assertThat(guest.find("own/1.tmp")).map(StoredFile::bytes).contains(3L);
    }

    @Test
    void directoriesHaveThePermissionsOfNewDirectories() throws IOException {
        org.apache.hadoop.fs.Path shared = new org.apache.hadoop.fs.Path(root, "shared");
        hdfs.files().mkdirs(shared);
        hdfs.files().setPermission(shared, new FsPermission("1777"));
        write(open(), "shared/a/b/file", 1);
        open().publish(new StagedFile("shared/a/b/file", "shared/c/d/file"));
        assertThat(List.of(status("shared/a"), status("shared/a/b"), status("shared/c"), status("shared/c/d")))
                .extracting(FileStatus::getPermission)
                .containsOnly(new FsPermission("755"));
    }

    @Test
    void aFileInPlaceOfADirectoryIsReported() throws IOException {
        Storage storage = open();
        write(storage, "file", 1);
        assertThatThrownBy(() -> write(storage, "file/in/it", 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("file");
    }

    @Test
    void aColonInANameIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> open().create("hour=12:00/file"))
                .withMessageContaining("%3A");
    }

    @Test
    void anAddressThatDoesNotAnswerIsARetriableFailure() {
        Storage storage = new HadoopStorage(
                "hdfs://localhost:1/root", HadoopSettings.DEFAULT.with("ipc.client.connect.max.retries", "0"), 0);
        opened.add(storage);
        assertThatThrownBy(() -> storage.find("file"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("localhost:1");
    }

    @Test
    void aSchemeWithoutFileSystemIsAnErrorThatNamesIt() {
        Storage storage = new HadoopStorage("nowhere://host/root", HadoopSettings.DEFAULT, 0);
        opened.add(storage);
        assertThatThrownBy(() -> storage.find("file"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nowhere");
    }
}
