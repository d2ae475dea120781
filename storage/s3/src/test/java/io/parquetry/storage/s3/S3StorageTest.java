package io.parquetry.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.objects.ObjectKeys;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.ReplacedFileException;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StorageContract;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** A bucket fulfils the contract, with uploads in parts and objects of other programs. */
class S3StorageTest extends StorageContract {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    @TempDir
    private static Path directory;

    private static S3ProxyProcess store;
    private static S3Client client;

    private final List<Storage> opened = new ArrayList<>();
    private String bucket;

    @BeforeAll
    static void start() throws IOException {
        store = S3ProxyProcess.start(directory);
        client = store.client();
    }

    @AfterAll
    static void stop() throws IOException {
        client.close();
        store.close();
    }

    @BeforeEach
    void createBucket() {
        bucket = "bucket-" + NUMBERS.incrementAndGet();
        client.createBucket(request -> request.bucket(bucket));
    }

    @AfterEach
    void closeStorages() throws IOException {
        for (Storage storage : opened) {
            storage.close();
        }
    }

    @Override
    protected Storage open() {
        return open(Map.of());
    }

    /** The store adds to the names of its files. */
    @Override
    protected int nameCharsMax() {
        return 200;
    }

    private Storage open(Map<String, String> keys) {
        Map<String, String> all = new HashMap<>(store.keys());
        all.put(ObjectKeys.STAGING_DIR, directory.resolve("staging").toString());
        all.putAll(keys);
        Storage storage = S3StorageProvider.factory(TestSettings.of(all)).open("s3://" + bucket + "/archive", 0);
        opened.add(storage);
        return storage;
    }

    private static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        new Random(bytes).nextBytes(random);
        return random;
    }

    private static void create(Storage storage, String path, byte[] bytes) throws IOException {
        try (TemporaryFile out = storage.create(path)) {
            out.write(bytes, 0, bytes.length);
        }
    }

    private static StagedFile staged(Storage storage, byte[] bytes, String path) throws IOException {
        try (TemporaryFile out = storage.create("_work/1.tmp")) {
            out.write(bytes, 0, bytes.length);
            return out.stage(path).await();
        }
    }

    @Test
    void aLargeFileIsUploadedInPartsAndReadInRanges() throws IOException {
        byte[] bytes = random(12 << 20);
        Storage storage = open(Map.of(S3Keys.PART_BYTES, Integer.toString(5 << 20)));
        StagedFile staged = staged(storage, bytes, "out/large");

        open().publish(staged);

        assertThat(client.headObject(request -> request.bucket(bucket).key("archive/out/large"))
                        .eTag())
                .endsWith("-3\"");
        try (InputFile in = open().open("out/large")) {
            assertThat(in.length()).isEqualTo(bytes.length);
            byte[] read = new byte[bytes.length];
            in.readFully(0, read, 0, 100);
            in.readFully(100, read, 100, 3 << 20);
            in.readFully(100 + (3 << 20), read, 100 + (3 << 20), bytes.length - 100 - (3 << 20));
            assertThat(read).isEqualTo(bytes);
        }
    }

    /** With the profile {@code big-file}, of 5 GiB. */
    @Test
    void aFileOfManyPartsIsWhole() throws IOException {
        int mib = 1 << 20;
        long blocks = Long.getLong("big.file.bytes", 48L * mib) / mib;
        Storage storage = open();
        try (TemporaryFile out = storage.create("_work/1.tmp")) {
            for (long block = 0; block < blocks; block++) {
                out.write(ByteBuffer.allocate(mib).putLong(block).array(), 0, mib);
            }
            storage.publish(out.stage("out/big").await());
        }

        assertThat(client.headObject(request -> request.bucket(bucket).key("archive/out/big"))
                        .eTag())
                .endsWith("-" + (blocks + 15) / 16 + "\"");
        try (InputFile in = open().open("out/big")) {
            assertThat(in.length()).isEqualTo(blocks * mib);
            for (long block = 0; block < blocks; block += Math.max(1, Math.min(13, blocks - 1 - block))) {
                byte[] read = new byte[16];
                in.readFully(block * mib, read, 0, read.length);
                assertThat(read)
                        .isEqualTo(ByteBuffer.allocate(16).putLong(block).array());
            }
        }
    }

    @Test
    void anObjectThatIsReplacedWhileItIsReadIsAnError() throws IOException {
        client.putObject(request -> request.bucket(bucket).key("archive/file"), RequestBody.fromBytes(random(1 << 20)));
        try (InputFile in = open().open("file")) {
            client.putObject(
                    request -> request.bucket(bucket).key("archive/file"), RequestBody.fromBytes(random(2 << 20)));
            assertThatThrownBy(() -> in.readFully(0, new byte[10], 0, 10))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("was replaced by another object while it was read");
        }
    }

    @Test
    void aListedObjectIsOpenedAsTheVersionThatWasListed() throws IOException {
        client.putObject(request -> request.bucket(bucket).key("archive/file"), RequestBody.fromBytes(random(10)));
        List<StoredFile> listed = new ArrayList<>();
        open().list("", listed::add);
        StoredFile file = listed.get(0);

        assertThat(file.version()).matches("[0-9a-f]{32}");
        try (InputFile in = open().open(file)) {
            assertThat(in.length()).isEqualTo(10);
        }
        client.putObject(request -> request.bucket(bucket).key("archive/file"), RequestBody.fromBytes(random(11)));
        assertThatThrownBy(() -> open().open(file))
                .isInstanceOf(ReplacedFileException.class)
                .hasMessageContaining("/archive/file: was replaced by another object since it was listed");
        assertThat(open().find("file").orElseThrow().isSameAs(file)).isFalse();
        open().delete("file");
        assertThatThrownBy(() -> open().open(file)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void anUploadThatTheStoreHasDroppedIsMissing() throws IOException {
        Storage storage = open();
        StagedFile staged = staged(storage, random(10), "out/file");
        client.listMultipartUploads(request -> request.bucket(bucket))
                .uploads()
                .forEach(upload -> client.abortMultipartUpload(
                        request -> request.bucket(bucket).key(upload.key()).uploadId(upload.uploadId())));

        assertThatThrownBy(() -> storage.publish(staged)).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> open().publish(staged)).isInstanceOf(NoSuchFileException.class);
        assertThat(storage.find("_work/1.tmp")).map(StoredFile::bytes).contains(10L);
    }

    /** S3 says of an abort that parts which are under way may succeed all the same. */
    @ParameterizedTest
    @CsvSource({"1, 1", "3, 1", "3, 2", "3, 3"})
    void anUploadIsMissingThoughAPartOfItLandedAfterItWasAborted(int parts, int late) throws IOException {
        Storage storage = open(Map.of(S3Keys.PART_BYTES, Integer.toString(5 << 20)));
        StagedFile staged = staged(storage, random((parts - 1) * (5 << 20) + 10), "out/file");
        String upload = staged.upload().split(" ")[1];
        client.abortMultipartUpload(
                request -> request.bucket(bucket).key("archive/out/file").uploadId(upload));
        client.uploadPart(
                request -> request.bucket(bucket)
                        .key("archive/out/file")
                        .uploadId(upload)
                        .partNumber(late),
                RequestBody.fromBytes(random(10)));
        assertThat(client.listParts(request ->
                                request.bucket(bucket).key("archive/out/file").uploadId(upload))
                        .parts())
                .hasSize(1);

        assertThatThrownBy(() -> open().publish(staged)).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> storage.publish(staged)).isInstanceOf(NoSuchFileException.class);
        assertThat(storage.find("out/file")).isEmpty();
    }

    @Test
    void anObjectOfOthersIsKeptWhereAnUploadIsRefused() throws IOException {
        Storage storage = open();
        StagedFile staged = staged(storage, random(10), "out/file");
        client.putObject(request -> request.bucket(bucket).key("archive/out/file"), RequestBody.fromString("theirs"));

        assertThatThrownBy(() -> storage.publish(staged)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(new String(open().read("out/file", 100), StandardCharsets.UTF_8))
                .isEqualTo("theirs");
    }

    @Test
    void keysOfOtherProgramsThatAreNoPathsAreLeftOut() throws IOException {
        for (String key : List.of("archive/a/", "archive/a/file", "archivex/file")) {
            client.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromString(""));
        }
        List<String> paths = new ArrayList<>();
        open().list("", file -> paths.add(file.path()));
        assertThat(paths).containsExactly("a/file");
        assertThat(open().open("a/file").length()).isZero();
    }

    @Tag("thorough")
    @Test
    void moreFilesThanFitIntoAnAnswerAreListed() throws IOException {
        for (int i = 0; i < 1_100; i++) {
            String key = "archive/" + (i < 1_050 ? "_skipped/" : "kept/") + i;
            client.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromString(""));
        }
        List<String> all = new ArrayList<>();
        open().list("", file -> all.add(file.path()));
        assertThat(all).hasSize(1_100).doesNotHaveDuplicates();
        List<String> kept = new ArrayList<>();
        open().list("", new ListingVisitor() {
            @Override
            public void file(StoredFile file) {
                kept.add(file.path());
            }

            @Override
            public boolean enter(String entered) {
                return !entered.startsWith("_");
            }
        });
        assertThat(kept).hasSize(50).allMatch(path -> path.startsWith("kept/"));
    }

    @Test
    void aDeadProcessesFilesAreDeletedAndThoseOfTheLivingKept() throws IOException {
        Path staging = directory.resolve("staging-" + NUMBERS.incrementAndGet());
        Path dead = Files.createDirectories(staging.resolve("parquetry-staging-dead"));
        Files.writeString(dead.resolve(".lock"), "");
        Files.writeString(dead.resolve("file"), "half");
        Path others = Files.createDirectories(staging.resolve("others"));
        Storage living = open(Map.of(ObjectKeys.STAGING_DIR, staging.toString()));
        create(living, "_work/1.tmp", random(5));

        Storage next = open(Map.of(ObjectKeys.STAGING_DIR, staging.toString()));
        create(next, "_work/1.tmp", random(6));

        assertThat(dead).doesNotExist();
        assertThat(others).exists();
        assertThat(living.find("_work/1.tmp")).map(StoredFile::bytes).contains(5L);
        next.close();
        living.close();
        try (Stream<Path> left = Files.list(staging)) {
            assertThat(left).containsExactly(others);
        }
    }
}
