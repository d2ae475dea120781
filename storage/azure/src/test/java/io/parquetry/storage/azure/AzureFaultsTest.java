package io.parquetry.storage.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.util.BinaryData;
import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.StorageProbe;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.format.io.InputFile;
import io.parquetry.storage.s3.FaultyNetwork;
import io.parquetry.storage.s3.FaultyNetwork.Fault;
import io.parquetry.storage.s3.FaultyNetwork.Operation;
import io.parquetry.storage.s3.FaultyNetwork.Reply;
import io.parquetry.storage.s3.FaultyNetwork.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What networks and the store do to requests loses nothing and doubles nothing; what it cannot mend is named. */
@Tag("slow")
class AzureFaultsTest extends AzureBehindNetwork {
    private StagedFile staged(String content) throws IOException {
        try (TemporaryFile out = storage.create("_work/1.tmp")) {
            out.write(content.getBytes(StandardCharsets.UTF_8), 0, content.length());
            return out.stage("out/file").await();
        }
    }

    private String read(String path) throws IOException {
        return new String(storage.read(path, 100), StandardCharsets.UTF_8);
    }

    private static Predicate<Request> of(String kind) {
        return request -> switch (kind) {
            case "block" -> request.parameter("comp").equals("block");
            case "commit" -> request.parameter("comp").equals("blocklist");
            case "put" ->
                request.parameter("comp").isEmpty()
                        && !request.header("x-ms-blob-type").isEmpty();
            default -> throw new IllegalArgumentException(kind);
        };
    }

    /** The first request of a kind meets the fault. */
    private static Fault first(Predicate<Request> kind, Fault fault) {
        Map<String, Boolean> seen = new ConcurrentHashMap<>();
        return request ->
                kind.test(request) && seen.putIfAbsent("seen", true) == null ? fault.on(request) : request.forward();
    }

    @ParameterizedTest
    @CsvSource({"block", "commit"})
    void aLostReplyToAnUploadLosesNothing(String kind) throws IOException {
        network.set(first(of(kind), FaultyNetwork::loseReply));
        storage.publish(staged("mine"));
        assertThat(read("out/file")).isEqualTo("mine");
    }

    @ParameterizedTest
    @CsvSource({"block", "commit"})
    void aLostRequestOfAnUploadIsSentAgain(String kind) throws IOException {
        network.set(first(of(kind), FaultyNetwork::loseRequest));
        storage.publish(staged("mine"));
        assertThat(read("out/file")).isEqualTo("mine");
    }

    /** The second attempt finds the name taken, by the first one. */
    @Test
    void aDocumentWhoseReplyIsLostIsCreated() throws IOException {
        network.set(first(of("put"), FaultyNetwork::loseReply));
        assertThat(storage.createIfAbsent("entry", "mine".getBytes(StandardCharsets.UTF_8)))
                .isTrue();
        assertThat(storage.createIfAbsent("entry", "mine".getBytes(StandardCharsets.UTF_8)))
                .isFalse();
    }

    @Test
    void aDocumentOfAnotherIsNotTakenForTheOneWhoseReplyIsLost() throws IOException {
        network.set(first(of("put"), request -> {
            client.getBlobClient("archive/entry").upload(BinaryData.fromString("theirs"), true);
            return null;
        }));
        assertThat(storage.createIfAbsent("entry", "mine".getBytes(StandardCharsets.UTF_8)))
                .isFalse();
        assertThat(read("entry")).isEqualTo("theirs");
    }

    /** The commit is refused because the first attempt has committed, or because another owner has. */
    @Test
    void aCommitThatAnotherOneOvertakesIsRefused() throws IOException {
        StagedFile staged = staged("mine");
        network.set(first(of("commit"), request -> {
            client.getBlobClient("archive/out/file").upload(BinaryData.fromString("theirs"), true);
            return null;
        }));
        assertThatThrownBy(() -> storage.publish(staged)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(read("out/file")).isEqualTo("theirs");
    }

    @Test
    void aStoreThatIsBusyIsAskedAgain() throws IOException {
        network.set(first(of("commit"), request -> error(503, "ServerBusy")));
        storage.publish(staged("mine"));
        assertThat(read("out/file")).isEqualTo("mine");
    }

    /** As docs/how-to/azure.md says. */
    @Test
    void eachStepTakesFewRequests() throws IOException {
        network.take();
        storage.publish(staged("mine"));
        assertThat(network.take()).as("blocks and their list").isEqualTo(Map.of(Operation.PUT, 2));
        storage.createIfAbsent("entry", new byte[1]);
        assertThat(network.take()).as("an entry").isEqualTo(Map.of(Operation.PUT, 1));
        List<StoredFile> listed = new ArrayList<>();
        storage.list("out", listed::add);
        assertThat(network.take()).as("a listing").isEqualTo(Map.of(Operation.GET, 1));
        storage.open(listed.get(0)).close();
        assertThat(network.take()).as("a file that was listed").isEqualTo(Map.of(Operation.GET, 1));
        storage.open("out/file").close();
        assertThat(network.take()).as("a file that was not listed").isEqualTo(Map.of(Operation.GET, 1));
        put("large", 100_000);
        network.take();
        try (InputFile large = storage.open("large")) {
            assertThat(large.length()).isEqualTo(100_000);
        }
        assertThat(network.take())
                .as("a larger one, of which the beginning came first")
                .isEqualTo(Map.of(Operation.GET, 2));
        storage.delete("out/file");
        assertThat(network.take()).as("a deletion").isEqualTo(Map.of(Operation.DELETE, 1));
    }

    private void put(String name, int bytes) {
        client.getBlobClient("archive/" + name).upload(BinaryData.fromBytes(new byte[bytes]));
    }

    @Test
    void anEmptyBlobIsRead() throws IOException {
        put("empty", 0);
        assertThat(storage.read("empty", 10)).isEmpty();
    }

    private static Reply error(int status, String code) {
        return new Reply(
                status,
                Map.of("x-ms-request-id", "1", "x-ms-error-code", code, "Content-Type", "application/xml"),
                ("<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>" + code
                                + "</Code><Message>no</Message></Error>")
                        .getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({"AuthorizationPermissionMismatch", "AuthorizationFailure"})
    void aMissingRoleOrAFirewallIsNamed(String code) {
        network.set(request -> error(403, code));
        assertThatThrownBy(() -> storage.find("out/file")).isInstanceOf(AccessDeniedException.class);
        assertThat(faults(keys()).get(StorageKeys.STORAGE_URL))
                .contains("no permission to list", "blobs/read", "docs/how-to/azure.md has the roles");
    }

    /** As after a rotation in mid-run: the key is not the account's any more. A SAS that has expired is the same. */
    @ParameterizedTest
    @CsvSource({AzureKeys.ACCOUNT_KEY + ", bm90IHRoZSBrZXk=", AzureKeys.SAS + ", se=2026-01-01&sig=c2lnbmVk"})
    void aWrongKeyIsTheFaultOfItsKey(String key, String secret) {
        Map<String, String> keys = new HashMap<>(keys());
        keys.remove(AzureKeys.ACCOUNT_KEY);
        keys.put(key, secret);
        network.set(request -> error(403, "AuthenticationFailed"));
        assertThat(faults(keys)).containsOnlyKeys(key);
        assertThat(faults(keys).get(key))
                .contains("The store does not accept " + key)
                .doesNotContain(secret);
    }

    @ParameterizedTest
    @CsvSource({
        "404, ContainerNotFound, storage.url, There is no such container",
        "409, BlobImmutableDueToPolicy, storage.url, An immutability policy protects the blob"
    })
    void aRefusalSaysWhatToDo(int status, String code, String key, String reason) {
        network.set(request -> error(status, code));
        assertThat(faults(keys()).get(key)).contains(code, reason);
    }

    @Test
    void aContainerThatIsMissingIsTheFaultOfTheUrl() {
        client.delete();
        assertThat(faults(keys()).get(StorageKeys.STORAGE_URL)).contains("There is no such container");
    }

    @Test
    void aStoreThatIsNotThereIsTheFaultOfTheEndpoint() throws IOException {
        Map<String, String> keys = new HashMap<>(keys());
        keys.put(AzureKeys.ENDPOINT, "http://127.0.0.1:1/" + AzuriteProcess.ACCOUNT);
        assertThat(faults(keys).get(AzureKeys.ENDPOINT)).contains("nothing answers");
        try (Storage storage = AzuriteProcess.factory(keys).open(url(), 0)) {
            assertThatThrownBy(() -> storage.find("file"))
                    .hasMessageContaining("nothing answers at http://127.0.0.1:1/");
        }
    }

    private Map<String, String> faults(Map<String, String> keys) {
        return StorageProbe.readFaults(new StorageSettings(url(), AzuriteProcess.factory(keys), 0));
    }
}
