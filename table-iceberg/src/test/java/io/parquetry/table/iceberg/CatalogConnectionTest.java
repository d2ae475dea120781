package io.parquetry.table.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.access.StepListener;
import io.parquetry.connect.common.access.StorageFactory;
import io.parquetry.connect.common.access.StorageFault;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.RestCatalogServer;
import io.parquetry.connect.sink.config.SinkSettings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.rest.responses.LoadTableResponse;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A catalog that does not answer holds nobody up, and is used again when it answers. */
class CatalogConnectionTest {
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofMinutes(5);

    private final CountDownLatch answer = new CountDownLatch(1);

    @TempDir
    private Path directory;

    private CatalogConnection connection;

    @BeforeEach
    void connect() {
        connection = connection("jdbc", "jdbc:sqlite:" + directory.resolve("catalog.db"));
    }

    private CatalogConnection connection(String type, String uri) {
        SinkSettings settings = settings(type, uri);
        return new CatalogConnection(settings.table().orElseThrow(), settings.storage());
    }

    private SinkSettings settings(String type, String uri) {
        return SinkSettings.of(Map.of(
                "name",
                "lake",
                "storage.url",
                directory.toString(),
                "table.format",
                "iceberg",
                "table.identifier",
                "lake.orders",
                "iceberg.catalog.type",
                type,
                "iceberg.catalog.uri",
                uri));
    }

    @AfterEach
    void close() {
        answer.countDown();
        connection.close();
    }

    private void ask(Duration limit) throws IOException {
        connection.request("asking", limit, catalog -> {
            while (true) {
                try {
                    answer.await();
                    return null;
                } catch (InterruptedException goesOn) {
                    // As a client that does not look.
                }
            }
        });
    }

    @Test
    void aRequestWithoutAnAnswerIsGivenUpAndTheNextOneIsMadeAnew() throws IOException {
        assertThatThrownBy(() -> ask(SHORT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("asking failed: the catalog did not answer within");
        List<Namespace> namespaces =
                connection.request("listing", LONG, catalog -> ((SupportsNamespaces) catalog).listNamespaces());
        assertThat(namespaces).isEmpty();
    }

    /** A request may be given up before its thread has made it; then it does not wait. */
    @Test
    void noMoreRequestsAreMadeThanMayWaitUntilOneIsAnswered() throws IOException {
        List<String> failures = new ArrayList<>();
        while (failures.isEmpty() || failures.get(failures.size() - 1).contains("did not answer")) {
            try {
                ask(SHORT);
            } catch (IOException e) {
                failures.add(e.getMessage());
            }
        }
        assertThat(failures).hasSizeGreaterThan(5);
        assertThat(failures.get(failures.size() - 1)).contains("no more are made before it answers one");
        answer.countDown();
        while (true) {
            try {
                ask(LONG);
                return;
            } catch (IOException notYet) {
                assertThat(notYet).hasMessageContaining("no more are made");
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void requestsOfTwoThreadsAreMadeAtTheSameTimeByOneClient() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        CatalogConnection.Request<Catalog> meeting = catalog -> {
            both.countDown();
            try {
                assertThat(both.await(1, TimeUnit.MINUTES)).isTrue();
            } catch (InterruptedException e) {
                throw new InterruptedIOException();
            }
            return catalog;
        };
        CompletableFuture<Catalog> other = CompletableFuture.supplyAsync(() -> {
            try {
                return connection.request("meeting", LONG, meeting);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(connection.request("meeting", LONG, meeting)).isSameAs(other.get());
    }

    private static String trace(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }

    /** A worker logs all of a failure, with its causes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:nowhere://host/lake?user=me&password=hush-hush&ssl=true",
                "jdbc:nowhere://host;User=me;Pwd=hush-hush",
                "jdbc:nowhere://me:hush-hush@host/lake",
                "jdbc:nowhere://me:hush@hush@host/lake",
                "jdbc:nowhere://me:hush/hush@host/lake",
                "jdbc:nowhere://me:hush-1@host,me:hush-2@other/lake",
                "jdbc:nowhere://(host=host,password=hush-hush)/lake",
                "jdbc:nowhere://host;password={hush;hush};encrypt=true",
                "jdbc:nowhere:thin:me/hush-hush@//host/lake"
            })
    void noFailureTellsThePasswordInAUri(String uri) throws IOException {
        try (CatalogConnection other = connection("jdbc", uri)) {
            assertThatThrownBy(() -> other.request("listing", LONG, catalog -> null))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("No suitable driver found for jdbc:nowhere:")
                    .hasMessageContaining("***")
                    .satisfies(failure -> assertThat(trace(failure)).doesNotContain("hush"));
        }
    }

    /** The request of another thread goes on, by the client that was left. */
    @Test
    void whoGivesUpDisturbsNobody() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<List<Namespace>> other = CompletableFuture.supplyAsync(() -> {
            try {
                return connection.request("listing", LONG, catalog -> {
                    begun.countDown();
                    try {
                        answer.await();
                    } catch (InterruptedException e) {
                        throw new InterruptedIOException();
                    }
                    return ((SupportsNamespaces) catalog).listNamespaces();
                });
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        begun.await();
        assertThatThrownBy(() -> ask(SHORT)).hasMessageContaining("did not answer within");
        assertThat(connection.<List<Namespace>>request(
                        "listing", LONG, catalog -> ((SupportsNamespaces) catalog).listNamespaces()))
                .isEmpty();
        answer.countDown();
        assertThat(other.get()).isEmpty();
    }

    @Test
    void noRequestIsMadeAfterTheEnd() {
        connection.close();
        assertThatThrownBy(() -> ask(LONG)).isInstanceOf(InterruptedIOException.class);
    }

    /** Six requests whose replies are lost would else be the last ones, also when the network is back. */
    @Test
    void theClientOfARestCatalogWaitsForNoReplyForEver() throws IOException {
        connection.close();
        try (InMemoryCatalog memory = new InMemoryCatalog();
                RestCatalogServer server = new RestCatalogServer(memory)) {
            connection = connection("rest", server.uri());
            Map<String, String> properties =
                    connection.request("asking", LONG, catalog -> ((RESTCatalog) catalog).properties());
            assertThat(properties).containsEntry("rest.client.socket-timeout-ms", "60000");
        }
    }

    /** Counts the storages that it opens. */
    private static final class CountedOpens implements StorageFactory {
        private int count;

        @Override
        public Storage open(String url, long blockBytesLeast) {
            count++;
            return Storages.open(Storages.settings(url));
        }

        @Override
        public Storage connect(String url, StepListener progress) {
            throw new AssertionError("nothing is probed");
        }

        @Override
        public StorageFault explain(IOException failure, String step) {
            throw new AssertionError("nothing is probed");
        }
    }

    /** With a configuration of the table the library makes a FileIO for each answer, and drops it without closing it. */
    @Test
    void aTableThatIsLoadedAgainAndAgainHasTheStoragesOfItsFirstTime() throws IOException {
        TableIdentifier name = TableIdentifier.of("lake", "orders");
        CountedOpens opens = new CountedOpens();
        try (InMemoryCatalog memory = new InMemoryCatalog();
                RestCatalogServer server = new RestCatalogServer(memory)) {
            memory.initialize("memory", Map.of());
            memory.createNamespace(name.namespace());
            memory.createTable(name, new Schema(NestedField.optional(1, "id", Types.LongType.get())));
            server.usually(request -> Optional.of(configured(request.perform())));
            SinkSettings settings = settings("rest", server.uri());
            StorageSettings storage = new StorageSettings(directory.toString(), opens, 0);
            try (CatalogConnection other =
                    new CatalogConnection(settings.table().orElseThrow(), storage)) {
                for (int i = 0; i < 3; i++) {
                    boolean exists = other.request(
                            "looking",
                            LONG,
                            catalog -> catalog.loadTable(name)
                                    .io()
                                    .newInputFile("file://" + directory + "/_tables/metadata/file")
                                    .exists());
                    assertThat(exists).isFalse();
                }
            }
        }
        assertThat(opens.count).isEqualTo(1);
    }

    private static RestCatalogServer.Reply configured(RestCatalogServer.Reply reply) {
        return reply.body() instanceof LoadTableResponse table
                ? new RestCatalogServer.Reply(
                        reply.code(),
                        LoadTableResponse.builder()
                                .withTableMetadata(table.tableMetadata())
                                .addConfig("client.region", "eu-central-1")
                                .build())
                : reply;
    }

    @Test
    void aClassThatIsMissingIsAFailureOfTheRequest() {
        assertThatThrownBy(() -> connection.request("asking", LONG, catalog -> {
                    throw new NoClassDefFoundError("org/apache/hadoop/conf/Configuration");
                }))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("asking failed: org/apache/hadoop/conf/Configuration; put the jars");
    }

    @Test
    void whoClosesInterruptsTheRequest() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> ask(LONG)).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
