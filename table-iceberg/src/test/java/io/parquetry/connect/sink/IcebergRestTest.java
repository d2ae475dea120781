package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.Await;
import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.sink.RestCatalogServer.Reply;
import io.parquetry.connect.sink.table.AppendLooks;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A REST catalog whose requests and replies are lost, late or refused gets every record once. */
class IcebergRestTest extends TopicToTable {
    private static final String COMMIT = "POST /v1/namespaces/lake/tables/orders";
    private static final String LOAD = "GET /v1/namespaces/lake/tables/orders";
    private static final String POSITION = "parquetry.lake%2E1.orders.0";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private RestCatalogServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = new RestCatalogServer(catalog());
        more.put("iceberg.catalog.type", "rest");
        more.put("iceberg.catalog.uri", server.uri());
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private AppendLooks looks() throws IOException {
        return new AppendLooks(properties(), TOPIC, 1_000);
    }

    private static Optional<Reply> unavailable(RestCatalogServer.Request request) {
        return Optional.of(Reply.failure(503, "ServiceUnavailableException", "come again"));
    }

    @Test
    void everyRecordIsInTheTableOnce() throws IOException {
        produce(ZERO, 0, 10);
        produce(ONE, 0, 7);
        runTask();
        look();
        produce(ZERO, 10, 20);
        runTask();
        look();
        look();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void aCommitWhoseReplyIsLostIsNotRepeated() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        produce(ZERO, 9, 18);
        runTask();
        try (AppendLooks looks = looks()) {
            server.next(COMMIT, request -> {
                request.perform();
                return Optional.empty();
            });
            assertThatThrownBy(() -> looks.look(Set.of(TOPIC)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("appending 3 files to the table lake.orders failed");
            assertThat(offsets()).isEqualTo(produced());
            assertThat(looks.look(Set.of(TOPIC)).appended()).isZero();
        }
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void aCommitThatIsLostOnItsWayIsDoneByTheNextLook() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        server.next(COMMIT, request -> Optional.empty());
        assertThatThrownBy(this::look).isInstanceOf(IOException.class);
        look();
        assertThat(offsets()).isEqualTo(produced());
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 504})
    void aCommitThatIsDoneAndFailsAllTheSameIsNotRepeated(int code) throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        produce(ZERO, 9, 18);
        runTask();
        try (AppendLooks looks = looks()) {
            server.next(COMMIT, request -> {
                request.perform();
                return Optional.of(Reply.failure(code, "InternalServerError", "the gateway gave up"));
            });
            assertThatThrownBy(() -> looks.look(Set.of(TOPIC))).isInstanceOf(IOException.class);
            assertThat(looks.look(Set.of(TOPIC)).appended()).isZero();
        }
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void aServerThatIsUnavailableForAMomentIsAskedAgain() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        produce(ZERO, 9, 18);
        runTask();
        server.next(LOAD, IcebergRestTest::unavailable);
        server.next(COMMIT, IcebergRestTest::unavailable);
        assertThatThrownBy(this::look)
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith(
                        "it is not known whether it was done, so the table is read again: Service failed: 503: come again");
        look();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void aCommitThatIsRefusedForAnotherOfTheSameTimeIsMadeAnew() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        produce(ZERO, 9, 18);
        runTask();
        server.next(COMMIT, request -> {
            table().newFastAppend().commit();
            return Optional.of(request.perform());
        });
        server.requests();
        assertThat(look().appended()).isPositive();
        assertThat(server.requests()).filteredOn(COMMIT::equals).hasSize(2);
        assertThat(offsets()).isEqualTo(produced());
    }

    /** The files of one request are appended by another one that arrives earlier. */
    @Test
    void aCommitThatIsLateAppendsNothing() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        produce(ZERO, 9, 18);
        runTask();
        server.next(COMMIT, request -> {
            look();
            return Optional.of(request.perform());
        });
        AppendLooks.Result result = look();
        assertThat(result.appended()).isZero();
        assertThat(offsets()).isEqualTo(produced());
    }

    /** The catalog compares snapshots and no properties. */
    @Test
    void aCommitWithoutFilesThatIsLateMovesNoPositionBack() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        runTask();
        server.next(COMMIT, request -> {
            produce(ZERO, 9, 18);
            runTask();
            look();
            return Optional.of(request.perform());
        });
        look();
        look();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void aFirstPositionThatIsLateKeepsNothingWaiting() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        server.next(COMMIT, request -> {
            look();
            return Optional.of(request.perform());
        });
        assertThat(look().faults()).isZero();
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void aTokenThatEndsIsRenewed() throws Exception {
        server.requireTokens(1);
        more.put("iceberg.catalog.credential", "client:secret");
        produce(ZERO, 0, 9);
        runTask();
        try (AppendLooks looks = looks()) {
            looks.look(Set.of(TOPIC));
            int before = server.tokensGiven();
            Await.until("a new token", PATIENCE, () -> server.tokensGiven() > before);
        }
        assertThat(offsets()).isEqualTo(produced());
    }

    /** As when the token could not be renewed, because the catalog was away at that time. */
    @Test
    void aTokenThatIsNotValidAnyMoreIsReplaced() throws IOException {
        server.requireTokens(3_600);
        more.put("iceberg.catalog.credential", "client:secret");
        produce(ZERO, 0, 9);
        runTask();
        try (AppendLooks looks = looks()) {
            looks.look(Set.of(TOPIC));
            produce(ZERO, 9, 18);
            runTask();
            server.revokeToken();
            assertThatThrownBy(() -> looks.look(Set.of(TOPIC)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the token has expired");
            looks.look(Set.of(TOPIC));
        }
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void credentialsThatAreRefusedAreSaidAtTheUri() {
        server.requireTokens(3_600);
        more.put("iceberg.catalog.credential", "client:wrong");
        List<ConfigValue> values =
                new ParquetSinkConnector().validate(properties()).configValues();
        assertThat(values)
                .filteredOn(value -> value.name().equals("iceberg.catalog.uri"))
                .flatExtracting(ConfigValue::errorMessages)
                .singleElement()
                .asString()
                .contains("reaching the catalog failed", "the secret is wrong");
    }

    @Test
    @Tag("sampled")
    void filesAndOffsetsGoOnInFlatMemoryWhileTheCatalogIsAway() throws IOException {
        int secondsAway = Breadth.of(200, 600);
        more.put("rotate.interval.ms", "1000");
        more.put("timestamp.extractor", "wallclock");
        produce(ZERO, 0, 9);
        FakeWorker worker = new FakeWorker(log, properties(), new LocalStorage(directory), clock);
        worker.start();
        worker.drain(9);
        look();
        server.goAway();
        long usedEarly = 0;
        for (int second = 1; second <= secondsAway; second++) {
            clock.advance(1_000);
            produce(ZERO, second * 9L, second * 9L + 9);
            worker.poll(9);
            log.get(ZERO).headMap(second * 9L).clear();
            if (second == 100) {
                usedEarly = usedHeap();
            }
        }
        assertThat(usedHeap() - usedEarly)
                .as("bytes for %d s of files that wait", secondsAway - 100)
                .isLessThan(1 << 20);
        worker.drain(9);
        assertThat(worker.commit()).containsEntry(ZERO, (secondsAway + 1) * 9L);
        assertThatThrownBy(this::look).isInstanceOf(IOException.class);
        server.comeBack();
        worker.close(log.keySet());
        worker.stop();
        look();
        assertThat(offsets())
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, (secondsAway + 1) * 9L)
                        .mapToObj(offset -> "0:" + offset)
                        .toList());
    }

    private static long usedHeap() {
        long used = Long.MAX_VALUE;
        for (int turn = 0; turn < 5; turn++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
        }
        return used;
    }

    @Test
    void aTaskFillsTheTablesOfManyTopics() throws Exception {
        more.put("table.commit.interval.ms", "100");
        List<TopicPartition> topics = IntStream.range(0, 12)
                .mapToObj(number -> new TopicPartition("topic" + number, 0))
                .toList();
        for (TopicPartition topic : topics) {
            NavigableMap<Long, SinkRecord> records = new TreeMap<>();
            for (long offset = 0; offset < 9; offset++) {
                records.put(offset, new SinkRecord(topic.topic(), 0, null, null, VALUE, order(offset), offset));
            }
            log.put(topic, records);
        }
        FakeWorker worker = new FakeWorker(log, properties(), new LocalStorage(directory), clock);
        worker.start();
        Await.until("every record in its table", PATIENCE, () -> {
            clock.advance(100);
            worker.drain(9);
            return topics.stream().allMatch(topic -> records(topic.topic()) == 9);
        });
        worker.close(log.keySet());
        worker.stop();
        assertThat(topics).allMatch(topic -> records(topic.topic()) == 9);
    }

    private long records(String topic) {
        TableIdentifier name = TableIdentifier.of("lake", topic);
        Snapshot snapshot =
                catalog().tableExists(name) ? catalog().loadTable(name).currentSnapshot() : null;
        return snapshot == null ? 0 : Long.parseLong(snapshot.summary().getOrDefault("total-records", "0"));
    }
}
