package io.parquetry.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.objects.ObjectKeys;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Staging;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.format.io.InputFile;
import io.parquetry.storage.s3.FaultyNetwork.Fault;
import io.parquetry.storage.s3.FaultyNetwork.Operation;
import io.parquetry.storage.s3.FaultyNetwork.Reply;
import io.parquetry.storage.s3.S3Settings.Network;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** On a network that fails, every file is there once, as it was written, or the failure is told. */
@Tag("slow")
class FaultyNetworkTest {
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final int PART_BYTES = 5 << 20;

    @TempDir
    private static Path directory;

    private static S3ProxyProcess store;
    private static S3Client client;
    private static FaultyNetwork network;

    private final List<Storage> opened = new ArrayList<>();
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
        bucket = "faulty-" + NUMBERS.incrementAndGet();
        client.createBucket(request -> request.bucket(bucket));
    }

    @AfterEach
    void closeStorages() throws IOException {
        network.set(FaultyNetwork.Request::forward);
        for (Storage storage : opened) {
            storage.close();
        }
    }

    private Storage open() {
        return open(UnaryOperator.identity());
    }

    private Storage openWithAttempts(int attempts) {
        return open(settings -> settings.withAttemptsMost(attempts));
    }

    private Storage open(UnaryOperator<S3Settings> change) {
        Map<String, String> all = new HashMap<>(S3ProxyProcess.keys(network.endpoint()));
        all.put(ObjectKeys.STAGING_DIR, directory.resolve("staging").toString());
        all.put(S3Keys.PART_BYTES, Integer.toString(PART_BYTES));
        Storage storage =
                S3StorageProvider.factory(change.apply(TestSettings.of(all))).open("s3://" + bucket + "/archive", 0);
        opened.add(storage);
        return storage;
    }

    private static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        new Random(bytes).nextBytes(random);
        return random;
    }

    private static StagedFile staged(Storage storage, byte[] bytes) throws IOException {
        String temporary = "_work/" + NUMBERS.incrementAndGet();
        try (TemporaryFile out = storage.create(temporary)) {
            out.write(bytes, 0, bytes.length);
            return out.stage("out/file").await();
        }
    }

    private static byte[] read(Storage storage, String path) throws IOException {
        try (InputFile in = storage.open(path)) {
            byte[] bytes = new byte[(int) in.length()];
            in.readFully(0, bytes, 0, bytes.length);
            return bytes;
        }
    }

    private static List<String> listed(Storage storage) throws IOException {
        List<String> paths = new ArrayList<>();
        storage.list("", file -> paths.add(file.path()));
        return paths;
    }

    static Stream<Arguments> faultsThatAreRepeated() {
        return Stream.of(
                Arguments.of("reply lost after the effect", (Fault) FaultyNetwork::loseReply),
                Arguments.of("connection reset", (Fault) FaultyNetwork::loseRequest),
                Arguments.of("500", (Fault) request -> Reply.refusal(500, "InternalError", "try again")),
                Arguments.of("503", (Fault) request -> Reply.refusal(503, "SlowDown", "reduce your rate")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faultsThatAreRepeated")
    void everyKindOfRequestIsRepeatedAndTakesEffectOnce(String name, Fault fault) throws IOException {
        byte[] bytes = random(PART_BYTES + 1_000);
        byte[] document = "entry".getBytes(StandardCharsets.UTF_8);
        Storage storage = open();
        network.set(FaultyNetwork.firstOfEach(fault));

        boolean created = storage.createIfAbsent("ledger/1", document);
        StagedFile staged = staged(storage, bytes);
        storage.publish(staged);
        storage.publish(staged);

        assertThat(created).isTrue();
        assertThat(storage.read("ledger/1", 100)).isEqualTo(document);
        assertThat(read(storage, "out/file")).isEqualTo(bytes);
        assertThat(listed(storage)).containsExactly("ledger/1", "out/file");
        storage.uploads("out", path -> true).drop();
        assertThat(client.listMultipartUploads(request -> request.bucket(bucket))
                        .uploads())
                .isEmpty();
        storage.delete("out/file");
        assertThat(listed(storage)).containsExactly("ledger/1");
    }

    @Test
    void aDocumentOfAnotherCallerIsNotTakenForTheOwnWhenARequestIsRepeated() throws IOException {
        Storage storage = open();
        storage.createIfAbsent("ledger/1", "another".getBytes(StandardCharsets.UTF_8));
        storage.createIfAbsent("ledger/2", "theirs".getBytes(StandardCharsets.UTF_8));
        network.set(FaultyNetwork.firstOfEach(FaultyNetwork::loseReply));

        byte[] document = "entry1".getBytes(StandardCharsets.UTF_8);
        assertThat(storage.createIfAbsent("ledger/1", document)).isFalse();
        network.set(FaultyNetwork.firstOfEach(FaultyNetwork::loseReply));
        assertThat(storage.createIfAbsent("ledger/2", document)).isFalse();
    }

    @Test
    void anAnswerThatTakesTooLongIsAskedForAgain() throws IOException {
        Storage storage = open(settings -> settings.with(new Network(5, 5_000, 4_000, Optional.empty())));
        byte[] bytes = random(100);
        StagedFile staged = staged(storage, bytes);
        Fault late = FaultyNetwork.firstOfEach(network.delay(60_000));
        network.set(request -> request.operation() == Operation.COMPLETE_UPLOAD ? late.on(request) : request.forward());

        storage.publish(staged);

        assertThat(read(storage, "out/file")).isEqualTo(bytes);
    }

    /** With the defaults: five attempts of 30 s would hold up a rebalance for minutes. */
    @Test
    @Tag("thorough")
    void aStoreThatAcceptsAndDoesNotAnswerFailsARequestInTime() throws IOException {
        Storage storage = open();
        network.set(network.delay(600_000));
        long beganNanos = System.nanoTime();
        assertThatThrownBy(() -> storage.isDirectory("out")).isInstanceOf(IOException.class);
        assertThat(System.nanoTime() - beganNanos).isLessThan(TimeUnit.SECONDS.toNanos(26));
    }

    @Test
    void anUploadThatARefusedCompletionHasConsumedIsMadeAgain() throws IOException {
        Storage storage = open();
        byte[] bytes = random(100);
        StagedFile staged = staged(storage, bytes);
        network.set(request -> {
            if (request.operation() != Operation.COMPLETE_UPLOAD) {
                return request.forward();
            }
            client.abortMultipartUpload(abort -> abort.bucket(bucket)
                    .key(request.key())
                    .uploadId(client.listMultipartUploads(uploads -> uploads.bucket(bucket))
                            .uploads()
                            .get(0)
                            .uploadId()));
            return Reply.refusal(409, "ConditionalRequestConflict", "a request was under way");
        });
        assertThatThrownBy(() -> storage.publish(staged)).isInstanceOf(NoSuchFileException.class);
        network.set(FaultyNetwork.Request::forward);

        StagedFile again = staged(storage, bytes);
        open().publish(again);

        assertThat(read(storage, "out/file")).isEqualTo(bytes);
        assertThatThrownBy(() -> storage.publish(staged)).isInstanceOf(IOException.class);
    }

    @Test
    void aStoreThatThrottlesForLongLosesNothing() throws IOException {
        Storage storage = openWithAttempts(2);
        byte[] bytes = random(100);
        StagedFile staged = staged(storage, bytes);
        network.set(request -> Reply.refusal(503, "SlowDown", "reduce your rate"));
        assertThatThrownBy(() -> storage.publish(staged))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("limits the rate of requests");
        assertThatThrownBy(() -> storage.createIfAbsent("ledger/1", bytes)).isInstanceOf(IOException.class);
        network.set(FaultyNetwork.Request::forward);

        storage.publish(staged);
        assertThat(storage.createIfAbsent("ledger/1", bytes)).isTrue();
        assertThat(read(storage, "out/file")).isEqualTo(bytes);
    }

    @Test
    void aFileOfOnePartTakesThreeRequests() throws IOException {
        Storage storage = open();
        Map<Operation, Integer> before = new HashMap<>();
        for (Operation operation : Operation.values()) {
            before.put(operation, network.count(operation));
        }
        storage.publish(staged(storage, random(100)));

        Map<Operation, Integer> sent = new HashMap<>();
        for (Operation operation : Operation.values()) {
            int count = network.count(operation) - before.get(operation);
            if (count > 0) {
                sent.put(operation, count);
            }
        }
        assertThat(sent)
                .isEqualTo(Map.of(Operation.BEGIN_UPLOAD, 1, Operation.SEND_PART, 1, Operation.COMPLETE_UPLOAD, 1));
    }

    @Test
    void anObjectThatReplacesAMovedOneBeforeItsDeletionStays() throws IOException {
        Storage storage = open();
        client.putObject(request -> request.bucket(bucket).key("archive/in/file"), RequestBody.fromString("first"));
        network.set(request -> {
            if (request.operation() == Operation.DELETE) {
                client.putObject(put -> put.bucket(bucket).key(request.key()), RequestBody.fromString("second"));
            }
            return request.forward();
        });

        storage.rename(new StoredFile("in/file", 0, 0), "done/file");

        assertThat(new String(read(storage, "done/file"), StandardCharsets.UTF_8))
                .isEqualTo("first");
        assertThat(new String(read(storage, "in/file"), StandardCharsets.UTF_8)).isEqualTo("second");
    }

    @Test
    void aMoveWhoseDeletionFailsIsCompletedLater() throws IOException {
        Storage storage = openWithAttempts(1);
        client.putObject(request -> request.bucket(bucket).key("archive/in/file"), RequestBody.fromString("content"));
        network.set(request -> request.operation() == Operation.DELETE
                ? Reply.refusal(500, "InternalError", "try again")
                : request.forward());
        assertThatThrownBy(() -> storage.rename(new StoredFile("in/file", 0, 0), "done/file"))
                .hasMessageContaining("try again");
        network.set(FaultyNetwork.Request::forward);

        storage.rename(new StoredFile("in/file", 0, 0), "done/file");

        assertThat(listed(storage)).containsExactly("done/file");
        assertThat(client.listMultipartUploads(request -> request.bucket(bucket))
                        .uploads())
                .isEmpty();
    }

    @Test
    void theUploadOfAFileThatNobodyWillPublishIsAbortedWithoutWaiting() throws Exception {
        Storage storage = open();
        CountDownLatch silent = new CountDownLatch(1);
        String temporary = "_work/" + NUMBERS.incrementAndGet();
        Staging staging;
        try (TemporaryFile out = storage.create(temporary)) {
            out.write(random(100), 0, 100);
            staging = out.stage("out/file");
        }
        staging.await();
        network.set(request -> {
            if (request.operation() == Operation.ABORT_UPLOAD) {
                awaitQuietly(silent);
            }
            return request.forward();
        });

        CompletableFuture.runAsync(staging::cancel).get(10, TimeUnit.SECONDS);

        silent.countDown();
        storage.close();
        assertThat(client.listMultipartUploads(request -> request.bucket(bucket))
                        .uploads())
                .isEmpty();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
