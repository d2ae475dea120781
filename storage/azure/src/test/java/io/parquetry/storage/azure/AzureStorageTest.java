package io.parquetry.storage.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlockListType;
import com.azure.storage.blob.sas.BlobContainerSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;
import com.azure.storage.blob.specialized.BlockBlobClient;
import io.parquetry.connect.common.access.StorageProbe;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.objects.ObjectKeys;
import io.parquetry.connect.common.objects.ObjectStorageFactory;
import io.parquetry.connect.common.storage.ReplacedFileException;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StorageContract;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A container fulfils the contract, with uploads in blocks and blobs of other programs. */
class AzureStorageTest extends StorageContract {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    @TempDir
    private static Path directory;

    private static AzuriteProcess store;

    private final List<Storage> opened = new ArrayList<>();
    private BlobContainerClient client;

    @BeforeAll
    static void start() throws IOException {
        store = AzuriteProcess.start(directory);
    }

    @AfterAll
    static void stop() {
        if (store != null) {
            store.close();
        }
    }

    @BeforeEach
    void createContainer() {
        client = store.client("container-" + NUMBERS.incrementAndGet());
        client.create();
    }

    @AfterEach
    void closeStorages() throws IOException {
        for (Storage storage : opened) {
            storage.close();
        }
    }

    private String url() {
        return "azure://" + client.getBlobContainerName() + "/archive";
    }

    @Override
    protected Storage open() {
        return open(Map.of());
    }

    /** The store does so when they are a week old. */
    @Override
    protected boolean dropsStagedFiles() {
        return false;
    }

    private Storage open(Map<String, String> keys) {
        Map<String, String> all = new HashMap<>(keys);
        all.put(ObjectKeys.STAGING_DIR, directory.resolve("staging").toString());
        Storage storage = store.storage(url(), all);
        opened.add(storage);
        return storage;
    }

    private static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        new Random(bytes).nextBytes(random);
        return random;
    }

    private static StagedFile staged(Storage storage, byte[] bytes, String path) throws IOException {
        try (TemporaryFile out = storage.create("_work/1.tmp")) {
            out.write(bytes, 0, bytes.length);
            return out.stage(path).await();
        }
    }

    private void put(String name, byte[] bytes) {
        client.getBlobClient(name).upload(BinaryData.fromBytes(bytes), true);
    }

    @Test
    void aLargeFileIsUploadedInBlocksAndReadInRanges() throws IOException {
        byte[] bytes = random((33 << 20) + 7);
        StagedFile staged = staged(open(), bytes, "out/large");

        open().publish(staged);

        BlockBlobClient blob = client.getBlobClient("archive/out/large").getBlockBlobClient();
        assertThat(blob.listBlocks(BlockListType.COMMITTED).getCommittedBlocks())
                .hasSize(3);
        assertThat(blob.getProperties().getContentType()).isEqualTo("application/vnd.apache.parquet");
        try (InputFile in = open().open("out/large")) {
            byte[] read = new byte[bytes.length];
            in.readFully(0, read, 0, 100);
            in.readFully(100, read, 100, 3 << 20);
            in.readFully(100 + (3 << 20), read, 100 + (3 << 20), bytes.length - 100 - (3 << 20));
            assertThat(read).isEqualTo(bytes);
        }
    }

    @Test
    void aFileIsMovedWithAllItsBytes() throws IOException {
        byte[] bytes = random((17 << 20) + 3);
        put("archive/file", bytes);

        open().publish(new StagedFile("file", "moved/file"));

        assertThat(open().read("moved/file", bytes.length)).isEqualTo(bytes);
        assertThat(open().find("file")).isEmpty();
    }

    @Test
    void aBlobThatIsReplacedIsNotReadAsTheOneThatWasListed() throws IOException {
        put("archive/file", random(1 << 20));
        StoredFile listed = open().find("file").orElseThrow();
        assertThat(listed.version()).isNotEmpty().doesNotContain("\"");
        try (InputFile in = open().open(listed)) {
            put("archive/file", random(2 << 20));
            assertThatThrownBy(() -> in.readFully(0, new byte[10], 0, 10))
                    .isInstanceOf(ReplacedFileException.class)
                    .hasMessageContaining("was replaced by another object while it was read");
        }
        assertThatThrownBy(() -> open().open(listed)).isInstanceOf(ReplacedFileException.class);
        assertThatThrownBy(() -> open().rename(listed, "moved")).isInstanceOf(ReplacedFileException.class);
    }

    /** Here another program has committed a blob of that name and deleted it; a week does the same. */
    @Test
    void blocksThatTheStoreHasDroppedAreMissing() throws IOException {
        Storage storage = open();
        StagedFile staged = staged(storage, random(10), "out/file");
        BlockBlobClient theirs = client.getBlobClient("archive/out/file").getBlockBlobClient();
        String block = Base64.getEncoder().encodeToString(new byte[42]);
        theirs.stageBlock(block, BinaryData.fromBytes(random(3)));
        theirs.commitBlockList(List.of(block));
        theirs.delete();

        assertThatThrownBy(() -> storage.publish(staged)).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> open().publish(staged)).isInstanceOf(NoSuchFileException.class);
        assertThat(storage.find("_work/1.tmp")).map(StoredFile::bytes).contains(10L);
    }

    @Test
    void aBlobOfOthersIsKeptWhereACommitIsRefused() throws IOException {
        Storage storage = open();
        StagedFile staged = staged(storage, random(10), "out/file");
        put("archive/out/file", "theirs".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> storage.publish(staged)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(new String(open().read("out/file", 100), StandardCharsets.UTF_8))
                .isEqualTo("theirs");
    }

    /** Two owners of a partition may stage the same name; the blocks of the second do not take the first one's place. */
    @Test
    void twoUploadsOfOneNameDoNotMixTheirBlocks() throws IOException {
        StagedFile first = staged(open(), random(10), "out/file");
        StagedFile second = staged(open(), random(20), "out/file");

        open().publish(first);

        assertThat(open().read("out/file", 100)).isEqualTo(random(10));
        assertThatThrownBy(() -> open().publish(second)).isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void directoriesOfAHierarchicalNamespaceAreNoFiles() throws IOException {
        put("archive/a", new byte[0]);
        client.getBlobClient("archive/a").setMetadata(Map.of("hdi_isfolder", "true"));
        put("archive/a/file", random(1));
        List<String> paths = new ArrayList<>();

        open().list("", file -> paths.add(file.path()));

        assertThat(paths).containsExactly("a/file");
        assertThat(open().find("a")).isEmpty();
    }

    @Test
    void dataFilesGetTheAccessTier() throws IOException {
        Storage storage = open(Map.of(AzureKeys.TIER, "Cool"));
        storage.publish(staged(storage, random(10), "out/file"));
        assertThat(client.getBlobClient("archive/out/file")
                        .getProperties()
                        .getAccessTier()
                        .toString())
                .isEqualTo("Cool");
    }

    @Test
    void dataFilesGetTheirTags() throws IOException {
        Storage storage = open(Map.of(AzureKeys.TAGS, "topic,partition,offsets"));
        String file = new DataFileName("orders.eu", 3, 70, 90, 0).format();
        storage.publish(staged(storage, random(10), file));
        storage.publish(staged(storage, random(10), "other"));
        assertThat(client.getBlobClient("archive/" + file).getTags())
                .isEqualTo(Map.of("topic", "orders.eu", "partition", "3", "first.offset", "70", "last.offset", "90"));
        assertThat(client.getBlobClient("archive/other").getTags()).isEmpty();
    }

    private Map<String, String> keysOf(String credentials) {
        return switch (credentials) {
            case "account key" -> store.keys();
            case "SAS" -> sas();
            case "connection string" ->
                Map.of(
                        AzureKeys.CONNECTION_STRING,
                        "DefaultEndpointsProtocol=http;AccountName=" + AzuriteProcess.ACCOUNT + ";AccountKey="
                                + AzuriteProcess.KEY + ";BlobEndpoint=" + store.endpoint() + ";");
            default -> throw new IllegalArgumentException(credentials);
        };
    }

    /** With the permissions of docs/how-to/azure.md. */
    private Map<String, String> sas() {
        String token = client.generateSas(new BlobServiceSasSignatureValues(
                OffsetDateTime.now().plusHours(1), BlobContainerSasPermission.parse("racwdl")));
        return Map.of(AzureKeys.ENDPOINT, store.endpoint().toString(), AzureKeys.SAS, token);
    }

    /** The probes create, contest, upload, complete, list, read and delete. */
    @ParameterizedTest
    @ValueSource(strings = {"account key", "SAS", "connection string"})
    void theStorePassesThePreflightAndNothingIsLeft(String credentials) throws IOException {
        ObjectStorageFactory factory = AzuriteProcess.factory(keysOf(credentials));
        StorageSettings settings = new StorageSettings(url(), factory, 0);
        try (Storage storage = factory.open(url(), 0)) {
            storage.publish(staged(storage, random((9 << 20) + 1), "large"));
            storage.publish(new StagedFile("large", "moved"));
            assertThat(storage.read("moved", 10 << 20)).isEqualTo(random((9 << 20) + 1));
            storage.delete("moved");
        }
        assertThat(StorageProbe.writeFaults(settings, "_parquetry/probe")).isEmpty();
        assertThat(StorageProbe.moveFaults(settings, "_parquetry/probe")).isEmpty();
        assertThat(StorageProbe.readFaults(settings)).isEmpty();
        assertThat(client.listBlobs()).isEmpty();
    }
}
