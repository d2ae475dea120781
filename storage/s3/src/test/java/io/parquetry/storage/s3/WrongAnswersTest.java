package io.parquetry.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.objects.ObjectKeys;
import io.parquetry.connect.common.storage.ReplacedFileException;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.storage.s3.FaultyNetwork.Fault;
import io.parquetry.storage.s3.FaultyNetwork.Operation;
import io.parquetry.storage.s3.FaultyNetwork.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is taken for done because an answer has the status 200: a proxy may have written it, or half of it. */
@Tag("slow")
class WrongAnswersTest {
    private static final String BUCKET = "answers";
    private static final String LOGIN = "<html><body>log in</body></html>";
    private static final String EMPTY_PAGE = "<ListBucketResult><IsTruncated>true</IsTruncated>"
            + "<NextContinuationToken>more</NextContinuationToken><KeyCount>0</KeyCount></ListBucketResult>";

    @TempDir
    private static Path directory;

    private static S3ProxyProcess store;
    private static FaultyNetwork network;

    private final List<Storage> opened = new ArrayList<>();

    @BeforeAll
    static void start() throws IOException {
        store = S3ProxyProcess.start(directory, BUCKET);
        network = FaultyNetwork.before(store.endpoint());
    }

    @AfterAll
    static void stop() throws IOException {
        network.close();
        store.close();
    }

    @AfterEach
    void closeStorages() throws IOException {
        network.set(FaultyNetwork.Request::forward);
        for (Storage storage : opened) {
            storage.close();
        }
    }

    private Storage open() {
        return open(network.endpoint());
    }

    private Storage open(URI endpoint) {
        Map<String, String> keys = new HashMap<>(S3ProxyProcess.keys(endpoint));
        keys.put(ObjectKeys.STAGING_DIR, directory.resolve("staging").toString());
        keys.put(S3Keys.PART_BYTES, Integer.toString(5 << 20));
        Storage storage = S3StorageProvider.factory(TestSettings.of(keys)).open("s3://" + BUCKET + "/archive", 0);
        opened.add(storage);
        return storage;
    }

    private static StagedFile staged(Storage storage, String path, int bytes) throws IOException {
        String temporary = "_work/" + path + ".tmp";
        try (TemporaryFile out = storage.create(temporary)) {
            out.write(new byte[bytes], 0, bytes);
            return out.stage(path).await();
        }
    }

    private static Fault only(Operation operation, Fault fault) {
        return request -> request.operation() == operation ? fault.on(request) : request.forward();
    }

    private static Fault answering(Operation operation, String text) {
        return only(operation, request -> Reply.of(200, "application/xml", text));
    }

    private static List<String> listed(Storage storage, String directory) throws IOException {
        List<String> paths = new ArrayList<>();
        storage.list(directory, file -> paths.add(file.path()));
        return paths;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", LOGIN, "<CompleteMultipartUploadResult/>", "<CompleteMultipartUploadRes"})
    void aFileIsNotPublishedByAnAnswerThatDoesNotSayIt(String answer, TestInfo test) throws IOException {
        Storage storage = open();
        String path = "out/" + Math.abs(test.getDisplayName().hashCode());
        StagedFile staged = staged(storage, path, 10);
        network.set(answering(Operation.COMPLETE_UPLOAD, answer));

        assertThatThrownBy(() -> storage.publish(staged))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("complete the upload of");

        network.set(FaultyNetwork.Request::forward);
        assertThat(storage.find(path)).isEmpty();
        storage.publish(staged);
        assertThat(storage.find(path)).map(StoredFile::bytes).contains(10L);
    }

    @Test
    void aFileIsPublishedIfOnlyTheAnswerIsWrong() throws IOException {
        Storage storage = open();
        StagedFile staged = staged(storage, "out/effect", 10);
        network.set(only(Operation.COMPLETE_UPLOAD, request -> {
            request.forward();
            return Reply.of(200, "text/html", LOGIN);
        }));
        storage.publish(staged);
        assertThat(storage.find("out/effect")).map(StoredFile::bytes).contains(10L);
    }

    @Test
    void anErrorInsideASuccessfulAnswerIsAnError() throws IOException {
        Storage storage = open();
        StagedFile staged = staged(storage, "out/inside", 10);
        network.set(answering(
                Operation.COMPLETE_UPLOAD, "<Error><Code>InternalError</Code><Message>try again</Message></Error>"));
        assertThatThrownBy(() -> storage.publish(staged)).hasMessageContaining("try again");
        network.set(FaultyNetwork.Request::forward);
        storage.publish(staged);
        assertThat(storage.find("out/inside")).map(StoredFile::bytes).contains(10L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", LOGIN})
    void aDocumentIsNotCreatedByAnAnswerThatDoesNotSayIt(String answer) {
        Storage storage = open();
        network.set(answering(Operation.PUT, answer));
        assertThatThrownBy(() -> storage.createIfAbsent("ledger/1", new byte[] {1}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not speak S3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"BEGIN_UPLOAD", "SEND_PART"})
    void aFileIsNotStagedByAnAnswerThatDoesNotSayIt(Operation operation) {
        Storage storage = open();
        network.set(answering(operation, LOGIN));
        assertThatThrownBy(() -> staged(storage, "out/" + operation, 10))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not speak S3");
    }

    @Test
    void anUploadIsNotMissingBecauseAnotherServerAnswers() throws IOException {
        StagedFile staged = staged(open(), "out/parts", 10);
        network.set(answering(Operation.LIST_PARTS, LOGIN));
        assertThatThrownBy(() -> open().publish(staged))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("does not speak S3");
    }

    @Test
    void aFileIsNotPublishedWithoutItsLastParts() throws IOException {
        StagedFile staged = staged(open(), "out/half", 11 << 20);
        network.set(only(Operation.LIST_PARTS, request -> {
            String parts = new String(request.forward().body(), StandardCharsets.UTF_8);
            int last = parts.lastIndexOf("<Part>");
            int end = parts.indexOf("</Part>", last) + "</Part>".length();
            return Reply.of(200, "application/xml", parts.substring(0, last) + parts.substring(end));
        }));
        assertThatThrownBy(() -> open().publish(staged))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("2 of 3 parts");
        network.set(FaultyNetwork.Request::forward);
        open().publish(staged);
        assertThat(open().find("out/half")).map(StoredFile::bytes).contains((long) (11 << 20));
    }

    @Test
    void aPageWithoutKeysIsNotTheEndOfAListing() throws IOException {
        Storage storage = open();
        storage.createIfAbsent("pages/a", new byte[] {1});
        storage.createIfAbsent("pages/b", new byte[] {1});
        network.set(only(
                Operation.LIST,
                request -> request.parameter("continuation-token").isEmpty()
                        ? Reply.of(200, "application/xml", EMPTY_PAGE)
                        : without("continuation-token", request)));

        assertThat(listed(storage, "pages")).containsExactly("pages/a", "pages/b");
        assertThat(storage.find("pages/a")).isPresent();
        assertThat(storage.isDirectory("pages")).isTrue();
    }

    private static Reply without(String parameter, FaultyNetwork.Request request) throws IOException {
        assertThat(request.parameter(parameter)).isEqualTo("more");
        try (Storage direct = store.storage("s3://" + BUCKET + "/archive")) {
            StringBuilder page = new StringBuilder("<ListBucketResult><IsTruncated>false</IsTruncated>");
            direct.list(
                    "pages",
                    file -> page.append("<Contents><Key>archive/")
                            .append(file.path())
                            .append("</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><Size>1</Size>"
                                    + "</Contents>"));
            return Reply.of(
                    200, "application/xml", page.append("</ListBucketResult>").toString());
        }
    }

    @Test
    void aListingThatDoesNotAdvanceIsAnError() {
        Storage storage = open();
        answerTheSame(
                Operation.LIST,
                "<ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>archive/a</Key>"
                        + "<LastModified>2026-01-01T00:00:00.000Z</LastModified><Size>1</Size></Contents>"
                        + "</ListBucketResult>");
        assertThatThrownBy(() -> listed(storage, "")).hasMessageContaining("same keys again");
    }

    @Test
    void emptyPagesThatDoNotAdvanceAreAnError() {
        Storage storage = open();
        answerTheSame(
                Operation.LIST,
                "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>"
                        + "</ListBucketResult>");
        assertThatThrownBy(() -> listed(storage, "")).hasMessageContaining("same keys again");
    }

    @Test
    void aListOfUploadsThatDoesNotAdvanceIsAnError() {
        Storage storage = open();
        answerTheSame(
                Operation.LIST_UPLOADS,
                "<ListMultipartUploadsResult><IsTruncated>true</IsTruncated><NextKeyMarker>archive/a</NextKeyMarker>"
                        + "<NextUploadIdMarker>1</NextUploadIdMarker></ListMultipartUploadsResult>");
        assertThatThrownBy(() -> storage.uploads("", path -> true)).hasMessageContaining("same ones again");
    }

    /** A list that ends early hides uploads, which are then never aborted. */
    @Test
    void aPageOfUploadsWithoutAMarkerIsNotTheEnd() throws IOException {
        network.set(only(
                Operation.LIST_UPLOADS,
                request -> Reply.of(
                        200,
                        "application/xml",
                        switch (request.parameter("key-marker") + request.parameter("upload-id-marker")) {
                            case "" -> uploads(true, "archive/a", "archive/b");
                            case "archive%2Fb1" -> uploads(true, "archive/c");
                            case "archive%2Fc0" -> uploads(false, "archive/d");
                            default -> throw new IOException("asked for uploads behind another key");
                        })));
        List<String> seen = new ArrayList<>();

        open().uploads("", seen::add);

        assertThat(seen).containsExactly("a", "b", "c", "d");
    }

    private static String uploads(boolean more, String... keys) {
        StringBuilder page = new StringBuilder("<ListMultipartUploadsResult><IsTruncated>" + more + "</IsTruncated>");
        for (int i = 0; i < keys.length; i++) {
            page.append("<Upload><Key>" + keys[i] + "</Key><UploadId>" + i + "</UploadId></Upload>");
        }
        return page.append("</ListMultipartUploadsResult>").toString();
    }

    @Test
    void aListOfUploadsThatDoesNotSayHowItGoesOnIsAnError() {
        Storage storage = open();
        answerTheSame(Operation.LIST_UPLOADS, uploads(true));
        assertThatThrownBy(() -> storage.uploads("", path -> true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not speak S3");
    }

    @Test
    void aListOfPartsThatDoesNotSayHowItGoesOnIsAnError() throws IOException {
        StagedFile staged = staged(open(), "out/unmarked", 10);
        answerTheSame(
                Operation.LIST_PARTS,
                "<ListPartsResult><UploadId>u</UploadId><IsTruncated>true</IsTruncated><Part><PartNumber>1"
                        + "</PartNumber><ETag>e</ETag></Part></ListPartsResult>");
        assertThatThrownBy(() -> open().publish(staged)).hasMessageContaining("does not speak S3");
    }

    @Test
    void aListOfPartsThatDoesNotAdvanceIsAnError() throws IOException {
        StagedFile staged = staged(open(), "out/endless", 10);
        answerTheSame(
                Operation.LIST_PARTS,
                "<ListPartsResult><UploadId>u</UploadId><IsTruncated>true</IsTruncated>"
                        + "<NextPartNumberMarker>1</NextPartNumberMarker><Part><PartNumber>1</PartNumber>"
                        + "<ETag>e</ETag></Part></ListPartsResult>");
        assertThatThrownBy(() -> open().publish(staged)).hasMessageContaining("same ones again");
    }

    @Test
    void anObjectIsNotCopiedByAnAnswerThatDoesNotSayIt() throws IOException {
        Storage storage = open();
        storage.createIfAbsent("out/original", new byte[] {1});
        network.set(answering(Operation.SEND_PART, LOGIN));
        assertThatThrownBy(() -> storage.publish(new StagedFile("out/original", "out/copy")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not speak S3");
        network.set(FaultyNetwork.Request::forward);
        assertThat(storage.find("out/original")).map(StoredFile::bytes).contains(1L);
        assertThat(storage.find("out/copy")).isEmpty();
    }

    /** Answers with one page, and with an error when it is asked for more and more of it. */
    private static void answerTheSame(Operation operation, String page) {
        int before = network.count(operation);
        Fault same = answering(operation, page);
        network.set(request -> network.count(operation) - before > 10
                ? Reply.refusal(400, "Endless", "asked 10 times")
                : same.on(request));
    }

    @Test
    void aKeyWithAControlCharacterDoesNotHideTheOthers() throws IOException {
        Storage storage = open();
        network.set(only(
                Operation.LIST,
                request -> Reply.of(
                        200,
                        "application/xml",
                        request.parameter("encoding-type").equals("url")
                                ? page("<EncodingType>url</EncodingType>", "archive/x%01y", "archive/z%2B+%C3%BC")
                                : page("", "archive/x&#x1;y", "archive/z+ \u00fc"))));
        assertThat(listed(storage, "")).containsExactly("z+ \u00fc");
    }

    private static String page(String encoding, String... keys) {
        StringBuilder page = new StringBuilder("<ListBucketResult><IsTruncated>false</IsTruncated>" + encoding);
        for (String key : keys) {
            page.append("<Contents><Key>" + key
                    + "</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><Size>1</Size></Contents>");
        }
        return page.append("</ListBucketResult>").toString();
    }

    /** A cache that ignores conditions. */
    @Test
    void anotherVersionIsNotReadForTheOneThatWasListed() throws IOException {
        Storage storage = open();
        storage.createIfAbsent("out/cached", new byte[] {1});
        StoredFile listed = storage.find("out/cached").orElseThrow();
        network.set(only(Operation.GET, request -> {
            Reply reply = request.forward();
            Map<String, String> headers = new HashMap<>(reply.headers());
            headers.replaceAll((name, value) -> name.equalsIgnoreCase("ETag") ? "\"e\"" : value);
            return new Reply(reply.status(), headers, reply.body());
        }));
        assertThatThrownBy(() -> storage.open(listed)).isInstanceOf(ReplacedFileException.class);
    }

    /** By the first answer the object would be another's: the upload was completed before a reply was lost. */
    @Test
    void aFileIsPublishedThoughTheAnswerThatHasItsIdBreaksOff() throws IOException {
        StagedFile staged = staged(open(), "out/cut", 10);
        AtomicInteger cut = new AtomicInteger();
        network.set(request -> {
            Reply reply = request.forward();
            if (request.operation() == Operation.COMPLETE_UPLOAD) {
                return Reply.refusal(412, "PreconditionFailed", "there is an object");
            }
            if (request.operation() == Operation.HEAD && reply.status() == 200 && cut.getAndIncrement() == 0) {
                Map<String, String> headers = new HashMap<>(reply.headers());
                headers.keySet()
                        .removeIf(header -> header.toLowerCase(Locale.ROOT).startsWith("x-amz-meta-"));
                return new Reply(reply.status(), headers, reply.body());
            }
            return reply;
        });
        open().publish(staged);
        assertThat(cut).hasPositiveValue();
        assertThat(open().find("out/cut")).map(StoredFile::bytes).contains(10L);
    }

    /** A proxy that compresses leaves the length out, and a connection that breaks cuts the headers off. */
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length", "Last-Modified", "ETag"})
    void anObjectWithoutALengthOrATimeOrTheEndOfItsETagIsNotDescribed(String header) throws IOException {
        Storage storage = open();
        StagedFile staged = staged(storage, "out/described", 10);
        if (storage.find("out/described").isEmpty()) {
            storage.publish(staged);
        }
        network.set(only(Operation.HEAD, request -> {
            Reply reply = request.forward();
            Map<String, String> headers = new HashMap<>(reply.headers());
            headers.keySet().removeIf(header::equalsIgnoreCase);
            if (header.equals("ETag")) {
                headers.put(header, "\"0123");
            }
            return new Reply(reply.status(), headers, reply.body());
        }));
        assertThatThrownBy(() -> storage.find("out/described"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not speak S3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<Size>1</Size>", "<LastModified>2026-01-01T00:00:00.000Z</LastModified>"})
    void aListingWithoutLengthsOrTimesIsAnError(String left) {
        network.set(answering(Operation.LIST, page("", "archive/a").replace(left, "")));
        assertThatThrownBy(() -> listed(open(), ""))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not speak S3");
    }

    /** The library throws another exception than for a connection that breaks earlier or later. */
    @Test
    void aConnectionThatBreaksBehindTheHeadersIsAFailureOfTheStorage() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            Thread answers = new Thread(() -> answerHeadersOnly(server));
            answers.setDaemon(true);
            answers.start();
            Storage storage = open(URI.create("http://127.0.0.1:" + server.getLocalPort()));
            assertThatThrownBy(() -> listed(storage, ""))
                    .isInstanceOf(IOException.class)
                    .hasMessage("cannot list " + BUCKET + "/archive/: Premature EOF");
        }
    }

    private static void answerHeadersOnly(ServerSocket server) {
        String headers = "HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\nTransfer-Encoding: chunked\r\n\r\n";
        while (!server.isClosed()) {
            try (Socket connection = server.accept()) {
                connection.getInputStream().read(new byte[1 << 13]);
                connection.getOutputStream().write(headers.getBytes(StandardCharsets.ISO_8859_1));
            } catch (IOException closed) {
                // The client, or the test, has enough.
            }
        }
    }

    @Test
    void anEmptyObjectMayBeSentWhole() throws IOException {
        network.set(only(
                Operation.GET, request -> new Reply(200, Map.of("ETag", "\"e\"", "Content-Length", "0"), new byte[0])));
        assertThat(open().open("empty").length()).isZero();
    }
}
