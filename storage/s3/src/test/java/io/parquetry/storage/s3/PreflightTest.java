package io.parquetry.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.StorageProbe;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.objects.ObjectKeys;
import io.parquetry.storage.s3.FaultyNetwork.Fault;
import io.parquetry.storage.s3.FaultyNetwork.Operation;
import io.parquetry.storage.s3.FaultyNetwork.Reply;
import io.parquetry.storage.s3.FaultyNetwork.Request;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** A store that keeps the rules of S3 passes; one that breaks a single rule is refused, and the fault says which. */
@Tag("slow")
class PreflightTest {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    @TempDir
    private static Path directory;

    private static S3ProxyProcess store;
    private static S3Client client;
    private static FaultyNetwork network;

    private String bucket;

    @BeforeAll
    static void start() throws IOException {
        store = S3ProxyProcess.start(directory);
        client = store.client();
        network = FaultyNetwork.before(store.endpoint());
    }

    @AfterAll
    static void stop() throws IOException {
        network.close();
        client.close();
        store.close();
    }

    @BeforeEach
    void createBucket() {
        bucket = "preflight-" + NUMBERS.incrementAndGet();
        client.createBucket(request -> request.bucket(bucket));
        network.set(Request::forward);
    }

    private Map<String, String> faults(Map<String, String> keys) {
        return StorageProbe.writeFaults(settings(keys), "_parquetry/.probe", Duration.ofMinutes(10));
    }

    private StorageSettings settings(Map<String, String> keys) {
        Map<String, String> all = new HashMap<>(S3ProxyProcess.keys(network.endpoint()));
        all.put(ObjectKeys.STAGING_DIR, directory.resolve("staging").toString());
        all.putAll(keys);
        return new StorageSettings("s3://" + bucket + "/archive", S3StorageProvider.factory(TestSettings.of(all)), 0);
    }

    private void assertNothingIsLeft() {
        assertThat(client.listObjectsV2(request -> request.bucket(bucket)).contents())
                .isEmpty();
        assertThat(client.listMultipartUploads(request -> request.bucket(bucket))
                        .uploads())
                .isEmpty();
    }

    @Test
    void aStoreThatKeepsTheRulesPassesAndNothingIsLeftThere() {
        assertThat(faults(Map.of())).isEmpty();
        assertNothingIsLeft();
    }

    @Test
    void aStoreInWhichASourceMayMoveObjectsPassesAndNothingIsLeftThere() {
        assertThat(moveFaults()).isEmpty();
        assertNothingIsLeft();
    }

    /** A sink deletes no object that others may replace. */
    @Test
    void aStoreThatDeletesAnotherVersionIsRefusedToASourceThatDeletesOrMoves() {
        network.set(only(Operation.DELETE, request -> {
            deleteObject(request);
            return new Reply(204, Map.of(), new byte[0]);
        }));

        assertThat(moveFaults().get(StorageKeys.STORAGE_URL))
                .contains("this store deletes an object although the request forbids it (DELETE with If-Match)");
        assertThat(faults(Map.of())).isEmpty();
        assertNothingIsLeft();
    }

    private Map<String, String> moveFaults() {
        return StorageProbe.moveFaults(settings(Map.of()), "_parquetry/.probe");
    }

    @Test
    void aStoreIsNotWrittenWhereTheTestIsSkipped() {
        network.set(request ->
                request.operation() == Operation.LIST ? request.forward() : Reply.refusal(403, "AccessDenied", "no"));
        assertThat(faults(Map.of(ObjectKeys.PREFLIGHT, "skip"))).isEmpty();
    }

    private void deleteObject(Request request) {
        client.deleteObject(delete -> delete.bucket(bucket).key(request.key()));
    }

    private Fault only(Operation operation, Fault fault) {
        return request -> request.operation() == operation ? fault.on(request) : request.forward();
    }

    private Fault fault(String broken) {
        Map<String, Boolean> aborted = new ConcurrentHashMap<>();
        return switch (broken) {
            case "put overwrites" ->
                only(Operation.PUT, request -> {
                    deleteObject(request);
                    return request.forward();
                });
            case "put overwrites at once" ->
                only(Operation.PUT, request -> {
                    // One after the other, or all would delete before the first writes.
                    synchronized (aborted) {
                        if (request.key().endsWith("/contested")) {
                            deleteObject(request);
                        }
                        return request.forward();
                    }
                });
            case "complete overwrites" ->
                only(Operation.COMPLETE_UPLOAD, request -> {
                    deleteObject(request);
                    return request.forward();
                });
            case "uploads are visible" ->
                only(Operation.BEGIN_UPLOAD, request -> {
                    client.putObject(put -> put.bucket(bucket).key(request.key()), RequestBody.fromString("early"));
                    return request.forward();
                });
            case "uploads are not listed" ->
                only(
                        Operation.LIST_UPLOADS,
                        request -> Reply.of(
                                200,
                                "application/xml",
                                "<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>"
                                        + "</ListMultipartUploadsResult>"));
            case "metadata are lost" ->
                only(Operation.HEAD, request -> {
                    Reply reply = request.forward();
                    Map<String, String> headers = new HashMap<>(reply.headers());
                    headers.keySet()
                            .removeIf(name -> name.toLowerCase(Locale.ROOT).startsWith("x-amz-meta-"));
                    return new Reply(reply.status(), headers, reply.body());
                });
            case "abort has no effect" ->
                only(
                        Operation.ABORT_UPLOAD,
                        request -> aborted.putIfAbsent("once", true) == null
                                ? new Reply(204, Map.of(), new byte[0])
                                : request.forward());
            case "delete has no effect" ->
                only(
                        Operation.DELETE,
                        request -> aborted.putIfAbsent("once", true) == null
                                ? new Reply(204, Map.of(), new byte[0])
                                : request.forward());
            default -> throw new IllegalArgumentException(broken);
        };
    }

    static Stream<Arguments> brokenRules() {
        return Stream.of(
                Arguments.of("put overwrites", "overwrites an object although the request forbids it"),
                Arguments.of("put overwrites at once", "lets several of 8 requests create the same object"),
                Arguments.of("complete overwrites", "completes an upload over an existing object"),
                Arguments.of("uploads are visible", "shows an upload before it is completed"),
                Arguments.of("uploads are not listed", "does not list uploads"),
                Arguments.of("metadata are lost", "does not keep the metadata of an object"),
                Arguments.of("abort has no effect", "keeps an upload that was aborted"),
                Arguments.of("delete has no effect", "keeps an object that was deleted"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenRules")
    void aStoreThatBreaksARuleIsRefused(String broken, String fault) {
        network.set(fault(broken));

        Map<String, String> faults = faults(Map.of());

        assertThat(faults).containsOnlyKeys(StorageKeys.STORAGE_URL);
        assertThat(faults.get(StorageKeys.STORAGE_URL))
                .contains("this store " + fault)
                .contains("Exactly-once delivery is impossible")
                .contains("docs/how-to/s3.md");
    }

    @ParameterizedTest
    @CsvSource({
        "LIST, s3:ListBucket",
        "PUT, s3:PutObject",
        "GET, s3:GetObject",
        "BEGIN_UPLOAD, s3:PutObject",
        "SEND_PART, s3:PutObject",
        "COMPLETE_UPLOAD, s3:PutObject",
        "LIST_UPLOADS, s3:ListBucketMultipartUploads",
        "LIST_PARTS, s3:ListMultipartUploadParts",
        "ABORT_UPLOAD, s3:AbortMultipartUpload",
        "HEAD, s3:GetObject",
        "DELETE, s3:DeleteObject"
    })
    void aMissingPermissionIsNamed(Operation operation, String permission) {
        network.set(only(operation, request -> Reply.refusal(403, "AccessDenied", "Access Denied")));

        assertThat(faults(Map.of()).get(StorageKeys.STORAGE_URL))
                .contains("no permission to")
                .contains(permission)
                .contains("docs/how-to/s3.md has the policy");
    }

    @Test
    void aStoreWithoutConditionsIsRefused() {
        network.set(only(
                Operation.PUT,
                request -> request.header("If-None-Match").isEmpty()
                        ? request.forward()
                        : Reply.refusal(501, "NotImplemented", "A header you provided implies functionality")));

        assertThat(faults(Map.of()).get(StorageKeys.STORAGE_URL)).contains("conditional writes");
    }

    @Test
    void aStoreWhoseRepliesAreLostIsNotRefused() {
        Map<String, Boolean> lost = new ConcurrentHashMap<>();
        network.set(only(
                Operation.PUT,
                request -> lost.putIfAbsent(request.key(), true) == null
                        ? FaultyNetwork.loseReply(request)
                        : request.forward()));
        assertThat(faults(Map.of())).isEmpty();
        assertNothingIsLeft();
    }

    /** As S3 does where the bucket has a default retention; what is deleted leaves a marker, so its key is free. */
    @ParameterizedTest
    @ValueSource(strings = {"md5", "crc32c"})
    void aBucketWithObjectLockGetsAChecksumWithAllContent(String algorithm) {
        AtomicInteger uploads = new AtomicInteger();
        network.set(request -> {
            if (request.operation() != Operation.PUT && request.operation() != Operation.SEND_PART) {
                return request.forward();
            }
            uploads.incrementAndGet();
            boolean hasChecksum = !request.header("Content-MD5").isEmpty()
                    || request.header("x-amz-sdk-checksum-algorithm").equals("CRC32C");
            return hasChecksum
                    ? request.forward()
                    : Reply.refusal(
                            400,
                            "InvalidRequest",
                            "Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object"
                                    + " Lock parameters");
        });
        assertThat(faults(Map.of(S3Keys.CHECKSUM, algorithm))).isEmpty();
        assertThat(uploads).hasValueGreaterThan(5);
    }

    @Test
    void dataFilesMayBeArchivedAtOnce() {
        network.set(only(
                Operation.GET,
                request -> request.key().endsWith(".parquet")
                        ? Reply.refusal(403, "InvalidObjectState", "not valid for the object's storage class")
                        : request.forward()));
        assertThat(faults(Map.of(S3Keys.STORAGE_CLASS, "DEEP_ARCHIVE"))).isEmpty();
    }
}
