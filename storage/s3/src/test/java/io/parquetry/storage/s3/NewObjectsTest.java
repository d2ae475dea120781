package io.parquetry.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.objects.ObjectKeys;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.storage.s3.FaultyNetwork.Operation;
import io.parquetry.storage.s3.FaultyNetwork.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The requests that make an object carry what the configuration says of new objects. */
class NewObjectsTest {
    private static final String FILE = "topics/orders/orders+3+0000000010+0000000019.parquet";

    @TempDir
    private Path directory;

    private final Map<Operation, FaultyNetwork.Request> requests = new ConcurrentHashMap<>();

    private Reply answer(FaultyNetwork.Request request) {
        requests.put(request.operation(), request);
        return switch (request.operation()) {
            case BEGIN_UPLOAD ->
                Reply.of(
                        200,
                        "application/xml",
                        "<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>");
            case SEND_PART -> new Reply(200, Map.of("ETag", "\"e1\"", "x-amz-checksum-crc32", "AAAAAA=="), new byte[0]);
            case COMPLETE_UPLOAD ->
                Reply.of(
                        200,
                        "application/xml",
                        "<CompleteMultipartUploadResult><ETag>e3</ETag></CompleteMultipartUploadResult>");
            default -> new Reply(200, Map.of("ETag", "\"e2\""), new byte[0]);
        };
    }

    private void write(Map<String, String> keys, String path) throws IOException {
        try (FaultyNetwork network = FaultyNetwork.alone(this::answer)) {
            Map<String, String> all = new HashMap<>(S3ProxyProcess.keys(network.endpoint()));
            all.put(ObjectKeys.STAGING_DIR, directory.toString());
            all.putAll(keys);
            try (Storage storage =
                    S3StorageProvider.factory(TestSettings.of(all)).open("s3://bucket", 0)) {
                try (TemporaryFile out = storage.create("_work/1.tmp")) {
                    out.write("content".getBytes(StandardCharsets.UTF_8), 0, 7);
                    storage.publish(out.stage(path).await());
                }
            }
        }
    }

    @Test
    void tagsSayWhatADataFileHolds() throws IOException {
        write(Map.of(S3Keys.TAGS, "topic,partition,offsets"), FILE);
        assertThat(requests.get(Operation.BEGIN_UPLOAD).header("x-amz-tagging").split("&"))
                .containsExactlyInAnyOrder("topic=orders", "partition=3", "first.offset=10", "last.offset=19");
    }

    @Test
    void otherFilesAndThoseOfADefaultConfigurationHaveNoTags() throws IOException {
        write(Map.of(S3Keys.TAGS, "topic"), "other/file");
        assertThat(requests.get(Operation.BEGIN_UPLOAD).header("x-amz-tagging")).isEmpty();
        write(Map.of(), FILE);
        assertThat(requests.get(Operation.BEGIN_UPLOAD).header("x-amz-tagging")).isEmpty();
    }

    @Test
    void partsHaveAnMd5ByDefault() throws IOException {
        write(Map.of(), FILE);
        assertThat(requests.get(Operation.SEND_PART).header("Content-MD5")).isEqualTo("mgNkuembtIDdJeHwKEyFVQ==");
    }

    @Test
    void theChosenChecksumIsSentWithThePartAndWithTheCompletion() throws IOException {
        write(Map.of(S3Keys.CHECKSUM, "crc32"), FILE);
        assertThat(requests.get(Operation.BEGIN_UPLOAD).header("x-amz-checksum-algorithm"))
                .isEqualTo("CRC32");
        FaultyNetwork.Request part = requests.get(Operation.SEND_PART);
        assertThat(part.header("x-amz-checksum-crc32") + part.header("x-amz-trailer"))
                .isNotEmpty();
        assertThat(part.header("Content-MD5")).isEmpty();
        assertThat(requests.get(Operation.COMPLETE_UPLOAD).body())
                .contains("<ChecksumCRC32>AAAAAA==</ChecksumCRC32>")
                .contains("<PartNumber>1</PartNumber>");
        assertThat(requests.get(Operation.COMPLETE_UPLOAD).header("If-None-Match"))
                .isEqualTo("*");
    }

    @Test
    void encryptionClassAndAccessRightsAreThoseOfTheConfiguration() throws IOException {
        write(
                Map.of(
                        S3Keys.ENCRYPTION, "sse-kms:alias/archive",
                        S3Keys.STORAGE_CLASS, "STANDARD_IA",
                        S3Keys.ACL, "bucket-owner-full-control"),
                FILE);
        FaultyNetwork.Request begin = requests.get(Operation.BEGIN_UPLOAD);
        assertThat(begin.header("x-amz-server-side-encryption")).isEqualTo("aws:kms");
        assertThat(begin.header("x-amz-server-side-encryption-aws-kms-key-id")).isEqualTo("alias/archive");
        assertThat(begin.header("x-amz-storage-class")).isEqualTo("STANDARD_IA");
        assertThat(begin.header("x-amz-acl")).isEqualTo("bucket-owner-full-control");
        assertThat(requests.get(Operation.SEND_PART).header("x-amz-acl")).isEmpty();
    }

    @Test
    void aLedgerIsNotInTheStorageClassOfDataFiles() throws IOException {
        try (FaultyNetwork network = FaultyNetwork.alone(this::answer)) {
            Map<String, String> all = new HashMap<>(S3ProxyProcess.keys(network.endpoint()));
            all.put(S3Keys.STORAGE_CLASS, "DEEP_ARCHIVE");
            try (Storage storage =
                    S3StorageProvider.factory(TestSettings.of(all)).open("s3://bucket", 0)) {
                storage.createIfAbsent("_parquetry/1.commit", new byte[] {1});
            }
        }
        assertThat(requests.get(Operation.PUT).header("x-amz-storage-class")).isEmpty();
    }
}
