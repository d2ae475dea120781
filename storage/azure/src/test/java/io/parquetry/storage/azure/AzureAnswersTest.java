package io.parquetry.storage.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.util.BinaryData;
import io.parquetry.connect.common.access.StorageProbe;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.storage.ReplacedFileException;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.format.io.InputFile;
import io.parquetry.storage.s3.FaultyNetwork.Fault;
import io.parquetry.storage.s3.FaultyNetwork.Operation;
import io.parquetry.storage.s3.FaultyNetwork.Reply;
import io.parquetry.storage.s3.FaultyNetwork.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is taken for done or for read because an answer has a status of success: a proxy may have written it. */
@Tag("slow")
class AzureAnswersTest extends AzureBehindNetwork {
    private static final String LOGIN = "<html><body>log in</body></html>";

    private StagedFile staged(String path) throws IOException {
        try (TemporaryFile out = storage.create("_work/" + path + ".tmp")) {
            out.write(new byte[10], 0, 10);
            return out.stage(path).await();
        }
    }

    private void put(String name, byte[] bytes) {
        client.getBlobClient("archive/" + name).upload(BinaryData.fromBytes(bytes), true);
    }

    private List<String> listed() throws IOException {
        List<String> paths = new ArrayList<>();
        storage.list("", file -> paths.add(file.path()));
        return paths;
    }

    private static Predicate<Request> of(String kind) {
        return request -> switch (kind) {
            case "block", "blocklist", "list" -> request.parameter("comp").equals(kind);
            case "put" -> !request.header("x-ms-blob-type").isEmpty();
            case "get" ->
                request.operation() == Operation.GET
                        && request.parameter("comp").isEmpty();
            case "head" -> request.operation() == Operation.HEAD;
            case "delete" -> request.operation() == Operation.DELETE;
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static Fault only(String kind, Fault fault) {
        return request -> of(kind).test(request) ? fault.on(request) : request.forward();
    }

    private static Fault answering(String kind, int status, String text) {
        return only(kind, request -> Reply.of(status, "text/html", text));
    }

    private static Fault changing(String kind, UnaryOperator<Reply> change) {
        return only(kind, request -> change.apply(request.forward()));
    }

    private static Reply with(Reply reply, String header, String value) {
        Map<String, String> headers = new HashMap<>(reply.headers());
        headers.keySet().removeIf(header::equalsIgnoreCase);
        if (value != null) {
            headers.put(header, value);
        }
        return new Reply(reply.status(), headers, reply.body());
    }

    @ParameterizedTest
    @CsvSource({"200, ''", "200, " + LOGIN, "201, ''", "201, " + LOGIN})
    void aFileIsNotPublishedByAnAnswerThatDoesNotSayIt(int status, String answer) throws IOException {
        StagedFile staged = staged("file");
        network.set(answering("blocklist", status, answer));
        assertThatThrownBy(() -> storage.publish(staged))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("commit the blocks of");

        network.set(Request::forward);
        assertThat(storage.find("file")).isEmpty();
        storage.publish(staged);
        assertThat(storage.find("file")).map(StoredFile::bytes).contains(10L);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201})
    void aFileIsPublishedIfOnlyTheAnswerIsWrong(int status) throws IOException {
        StagedFile staged = staged("file");
        network.set(only("blocklist", request -> {
            request.forward();
            return Reply.of(status, "text/html", LOGIN);
        }));
        storage.publish(staged);
        assertThat(storage.find("file")).map(StoredFile::bytes).contains(10L);
    }

    @ParameterizedTest
    @CsvSource({"200, ''", "200, " + LOGIN, "201, ''", "201, " + LOGIN})
    void aDocumentIsNotCreatedByAnAnswerThatDoesNotSayIt(int status, String answer) throws IOException {
        network.set(answering("put", status, answer));
        assertThatThrownBy(() -> storage.createIfAbsent("entry", new byte[1]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot create");
        assertThat(storage.find("entry")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"200, " + LOGIN, "201, ''", "201, " + LOGIN})
    void aFileIsNotStagedByAnAnswerThatDoesNotSayIt(int status, String answer) {
        network.set(answering("block", status, answer));
        assertThatThrownBy(() -> staged("file"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot upload a block of");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", LOGIN, "<html><head><br></head><p>Log in & go on</html>", "<EnumerationResults>"})
    void aListingThatTheStoreDidNotWriteIsNotEmpty(String answer) {
        put("file", new byte[1]);
        network.set(answering("list", 200, answer));
        assertThatThrownBy(this::listed).isInstanceOf(IOException.class).hasMessageContaining("cannot list");
        Map<String, String> faults =
                StorageProbe.readFaults(new StorageSettings(url(), AzuriteProcess.factory(keys()), 0));
        assertThat(faults).containsOnlyKeys(AzureKeys.ENDPOINT);
        assertThat(faults.get(AzureKeys.ENDPOINT)).contains("does not speak the protocol of Azure");
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 403, 404})
    void aPageInsteadOfARefusalIsTheFaultOfTheEndpoint(int status) {
        network.set(answering("list", status, LOGIN));
        Map<String, String> faults =
                StorageProbe.readFaults(new StorageSettings(url(), AzuriteProcess.factory(keys()), 0));
        assertThat(faults).containsOnlyKeys(AzureKeys.ENDPOINT);
        assertThat(faults.get(AzureKeys.ENDPOINT))
                .contains("what answers at " + network.endpoint())
                .containsOnlyOnce("does not speak");
    }

    /** A beginning of XML is no page, whatever it has. */
    @Test
    void aListingThatIsCutIsAnError() {
        put("a", new byte[1]);
        put("b", new byte[1]);
        network.set(changing("list", reply -> {
            String page = new String(reply.body(), StandardCharsets.UTF_8);
            String half = page.substring(0, page.indexOf("</Blob>") + 7);
            return new Reply(200, reply.headers(), half.getBytes(StandardCharsets.UTF_8));
        }));
        assertThatThrownBy(this::listed).isInstanceOf(IOException.class).hasMessageContaining("cannot list");
    }

    private static Reply ofStore(String page) {
        return new Reply(
                200,
                Map.of("x-ms-request-id", "1", "Content-Type", "application/xml"),
                page.getBytes(StandardCharsets.UTF_8));
    }

    private static String page(String marker, String... names) {
        StringBuilder page = new StringBuilder("<?xml version=\"1.0\" encoding=\"utf-8\"?><EnumerationResults><Blobs>");
        for (String name : names) {
            page.append(
                    "<Blob><Name>archive/" + name + "</Name><Properties><Last-Modified>Thu, 01 Jan 2026 00:00:00 GMT"
                            + "</Last-Modified><Etag>0x1</Etag><Content-Length>1</Content-Length></Properties></Blob>");
        }
        return page.append("</Blobs><NextMarker>" + marker + "</NextMarker></EnumerationResults>")
                .toString();
    }

    @Test
    void aPageWithoutBlobsIsNotTheEndOfAListing() throws IOException {
        network.set(only(
                "list",
                request -> ofStore(
                        switch (request.parameter("marker")) {
                            case "" -> page("1");
                            case "1" -> page("2", "a");
                            case "2" -> page("3");
                            default -> page("", "b");
                        })));
        assertThat(listed()).containsExactly("a", "b");
        assertThat(storage.isDirectory("")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a"})
    void aListingThatDoesNotAdvanceIsAnError(String name) {
        Map<String, Integer> asked = new ConcurrentHashMap<>();
        String page = name.isEmpty() ? page("again") : page("again", name);
        network.set(only(
                "list",
                request -> asked.merge("pages", 1, Integer::sum) > 10
                        ? Reply.refusal(400, "Endless", "asked 10 times")
                        : ofStore(page)));
        assertThatThrownBy(this::listed).isInstanceOf(IOException.class).hasMessageContaining("same keys again");
    }

    @ParameterizedTest
    @ValueSource(strings = {"200", "404"})
    void aBlobIsNeitherThereNorMissingBecauseAnotherServerAnswers(int status) {
        put("file", new byte[1]);
        network.set(answering("head", status, LOGIN));
        assertThatThrownBy(() -> storage.find("file"))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("cannot look at");
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 404})
    void aBlobIsNotDeletedBecauseAnotherServerAnswers(int status) {
        put("file", new byte[1]);
        network.set(answering("delete", status, LOGIN));
        assertThatThrownBy(() -> storage.delete("file"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot delete");
    }

    @ParameterizedTest
    @CsvSource({"200, ''", "200, " + LOGIN, "206, " + LOGIN, "404, " + LOGIN})
    void aPageIsNotReadAsABlob(int status, String answer) {
        put("file", new byte[100]);
        network.set(answering("get", status, answer));
        assertThatThrownBy(() -> storage.read("file", 200))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aBodyThatIsCutIsNotRead() {
        put("file", new byte[100]);
        network.set(changing("get", reply -> new Reply(206, reply.headers(), Arrays.copyOf(reply.body(), 60))));
        assertThatThrownBy(() -> storage.read("file", 200))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("60 of 100 bytes");
    }

    @Test
    void aBodyThatIsCutOnceIsReadAgain() throws IOException {
        put("file", new byte[100]);
        Map<String, Boolean> seen = new ConcurrentHashMap<>();
        network.set(only("get", request -> seen.putIfAbsent("seen", true) == null ? null : request.forward()));
        assertThat(storage.read("file", 200)).hasSize(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes 10-19/300000", "bytes 0-299999/300000", "bytes */300000", "none"})
    void anotherRangeIsNotTakenForTheOneThatWasAskedFor(String range) throws IOException {
        put("file", new byte[300_000]);
        try (InputFile file = storage.open("file")) {
            network.set(changing("get", reply -> with(reply, "Content-Range", range.equals("none") ? null : range)));
            assertThatThrownBy(() -> file.readFully(100, new byte[10], 0, 10))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the store was asked for");
        }
    }

    @Test
    void theWholeBlobIsNotTakenForARange() throws IOException {
        put("file", new byte[300_000]);
        try (InputFile file = storage.open("file")) {
            network.set(only(
                    "get",
                    request -> new Reply(200, Map.of("ETag", "\"e\"", "x-ms-request-id", "1"), new byte[300_000])));
            assertThatThrownBy(() -> file.readFully(100, new byte[10], 0, 10))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the store was asked for");
        }
    }

    /** A cache that ignores conditions. */
    @Test
    void anotherVersionIsNotReadForTheOneThatWasListed() throws IOException {
        put("file", new byte[300_000]);
        StoredFile listed = storage.find("file").orElseThrow();
        try (InputFile file = storage.open(listed)) {
            network.set(changing("get", reply -> with(reply, "ETag", "\"0x1\"")));
            assertThatThrownBy(() -> file.readFully(100, new byte[10], 0, 10))
                    .isInstanceOf(ReplacedFileException.class);
            assertThatThrownBy(() -> storage.open(listed)).isInstanceOf(ReplacedFileException.class);
        }
    }

    @Test
    void anAnswerThatComesLateIsTaken() throws IOException {
        put("file", new byte[100]);
        network.set(network.delay(1_500));
        assertThat(storage.read("file", 200)).hasSize(100);
        assertThat(listed()).containsExactly("file");
        storage.publish(staged("other"));
        assertThat(storage.find("other")).map(StoredFile::bytes).contains(10L);
    }
}
