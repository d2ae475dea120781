package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.common.storage.StorageSteps;
import io.parquetry.connect.sink.FakeWorker.Reset;
import io.parquetry.connect.sink.commit.EntryAges;
import io.parquetry.connect.sink.commit.HaltedException;
import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.commit.LedgerRepairs;
import io.parquetry.connect.sink.commit.TableProgress;
import io.parquetry.connect.sink.write.TopicIds;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A topic that was deleted and created again, or truncated, stops its partitions until a person decides, however often
 * the task is started and whatever the topic has by then; or its partitions begin again, where the configuration says so.
 */
class TopicRecreatedTest {
    private static final TopicPartition ZERO = new TopicPartition("orders", 0);
    private static final LedgerDirectory DIRECTORY = new LedgerDirectory("archive", "orders", 0);
    private static final Schema VALUE =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();

    private final MemoryDisk disk = new MemoryDisk();
    private final MemoryStorage storage = new MemoryStorage(disk);
    private final Published published = new Published(disk);
    private final ManualClock clock = new ManualClock();
    private final NavigableMap<Long, SinkRecord> log = new TreeMap<>();
    private final Map<TopicPartition, Long> group = new HashMap<>();
    private final Map<String, String> properties =
            new HashMap<>(Map.of("name", "archive", "storage.url", "memory", "rotate.max.age.ms", "60000"));

    /** Asked only where the configuration names brokers; empty when they do not answer. */
    private Optional<String> topicId = Optional.of("first");

    /** Called at each question. */
    private Runnable questioned = () -> {};

    private final TopicIds brokers = new TopicIds() {
        @Override
        public CompletableFuture<Map<String, String>> of(Set<String> topics) {
            questioned.run();
            return topicId.map(id -> CompletableFuture.completedFuture(Map.of("orders", id)))
                    .orElseGet(() -> CompletableFuture.failedFuture(new TimeoutException("no answer")));
        }

        @Override
        public OptionalLong beginning(TopicPartition partition) {
            questioned.run();
            return OptionalLong.of(log.firstKey());
        }
    };

    /** A task in another process than the one before. */
    private FakeWorker worker(Reset reset) {
        return new FakeWorker(Map.of(ZERO, log), properties, storage, clock)
                .inGroup(group)
                .asking(brokers)
                .resettingTo(reset);
    }

    private void askBrokers() {
        properties.put("admin.bootstrap.servers", "broker:9092");
    }

    private FakeWorker worker() {
        return worker(Reset.EARLIEST);
    }

    private void append(long from, long to, long firstId) {
        LongStream.range(from, to).forEach(offset -> {
            Struct value = new Struct(VALUE).put("id", firstId + offset);
            log.put(
                    offset,
                    new SinkRecord("orders", 0, null, null, VALUE, value, offset, offset, TimestampType.CREATE_TIME));
        });
    }

    /** Archives 50 records, and creates the topic again with five. */
    private void archiveAndCreateAgain() {
        append(0, 50, 0);
        FakeWorker worker = worker().start();
        worker.drain(100);
        worker.stop();
        createAgain(5);
    }

    private void createAgain(long records) {
        log.clear();
        group.clear();
        append(0, records, 1_000);
    }

    private String failure(FakeWorker worker) {
        List<String> failures = new ArrayList<>();
        assertThatThrownBy(() -> worker.start().drain(100))
                .isInstanceOf(HaltedException.class)
                .satisfies(failed -> failures.add(failed.getMessage()));
        worker.stop();
        return failures.get(0);
    }

    private LedgerEntry ledger() {
        List<String> entries = published.entries("archive", "orders", 0);
        return LedgerEntry.parse(disk.files().get(entries.get(entries.size() - 1)));
    }

    private void moveTo(long offset) throws IOException {
        new LedgerRepairs(new Ledger(
                        storage,
                        DIRECTORY,
                        Duration.ofMinutes(10),
                        new EntryAges(clock::millis),
                        missing -> {},
                        TableProgress.NO_TABLE))
                .moveTo(OptionalLong.of(offset));
    }

    private List<Long> ids() throws IOException {
        return published.ids("orders", 0);
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    private static List<Long> oldAndNew(long newRecords) {
        List<Long> ids = new ArrayList<>(range(0, 50));
        ids.addAll(range(1_000, 1_000 + newRecords));
        return ids;
    }

    @Test
    void eachStartSaysTheSameUntilThePositionIsMoved() throws IOException {
        archiveAndCreateAgain();
        String first = failure(worker());
        assertThat(first)
                .contains("a record with offset 0 came where 50 was expected")
                .contains("on.topic.recreated=begin-again")
                .contains("\"kafka_offset\": 0");
        append(5, 65, 1_000);
        assertThat(failure(worker())).isEqualTo(first);
        clock.advance(3_600_000);
        assertThat(failure(worker(Reset.LATEST))).isEqualTo(first);
        assertThat(ids()).isEqualTo(range(0, 50));
        moveTo(0);
        FakeWorker moved = worker().start();
        moved.drain(100);
        moved.stop();
        assertThat(ids()).isEqualTo(oldAndNew(65));
    }

    @Test
    void theOtherPartitionsOfTheTaskAreCommitted() throws IOException {
        archiveAndCreateAgain();
        TopicPartition one = new TopicPartition("orders", 1);
        NavigableMap<Long, SinkRecord> other = new TreeMap<>();
        for (long offset = 0; offset < 3; offset++) {
            Struct value = new Struct(VALUE).put("id", offset);
            other.put(offset, new SinkRecord("orders", 1, null, null, VALUE, value, offset));
        }
        FakeWorker worker = new FakeWorker(Map.of(ZERO, log, one, other), properties, storage, clock)
                .resettingTo(Reset.EARLIEST)
                .start();
        assertThatThrownBy(() -> worker.drain(100)).isInstanceOf(HaltedException.class);
        worker.stop();
        assertThat(published.ids("orders", 1)).isEqualTo(range(0, 3));
    }

    @ParameterizedTest
    @EnumSource
    void thePartitionBeginsAgainWhereTheConfigurationSaysSo(Reset reset) throws IOException {
        properties.put("on.topic.recreated", "begin-again");
        archiveAndCreateAgain();
        FakeWorker worker = worker(reset).start();
        worker.drain(100);
        append(5, 65, 1_000);
        worker.drain(100);
        worker.stop();
        assertThat(ledger().generation()).isEqualTo(1);
        assertThat(ids()).isEqualTo(oldAndNew(65));
    }

    /** The first record that came is read in any case. */
    @ParameterizedTest
    @EnumSource
    void aPartitionBeginsAgainAlsoWhereItsLogBeginsLater(Reset reset) throws IOException {
        properties.put("on.topic.recreated", "begin-again");
        archiveAndCreateAgain();
        log.headMap(3L).clear();
        FakeWorker worker = worker(reset).start();
        worker.drain(100);
        append(5, 10, 1_000);
        worker.drain(100);
        worker.stop();
        append(10, 20, 1_000);
        worker = worker(reset).start();
        worker.drain(100);
        append(20, 30, 1_000);
        worker.drain(100);
        worker.stop();
        assertThat(ids())
                .containsAll(range(0, 50))
                .containsAll(range(reset == Reset.LATEST ? 1_005 : 1_003, 1_030))
                .doesNotHaveDuplicates();
    }

    @Test
    void aPartitionThatWasStoppedBeginsAgainWhenTheConfigurationSaysSoLater() throws IOException {
        archiveAndCreateAgain();
        failure(worker());
        append(5, 65, 1_000);
        properties.put("on.topic.recreated", "begin-again");
        FakeWorker worker = worker().start();
        worker.drain(100);
        worker.stop();
        assertThat(ids()).isEqualTo(oldAndNew(65));
    }

    @Test
    void aTopicThatIsCreatedAgainTwiceBeginsAgainTwice() throws IOException {
        properties.put("on.topic.recreated", "begin-again");
        archiveAndCreateAgain();
        FakeWorker worker = worker().start();
        worker.drain(100);
        clock.advance(60_000);
        worker.poll(10);
        createAgain(3);
        worker.drain(100);
        worker.stop();
        assertThat(ledger().generation()).isEqualTo(2);
        assertThat(ids()).hasSize(50 + 5 + 3);
    }

    /** No record comes from below the position, which only the id of the topic tells. */
    @Test
    void aTopicThatHasMoreRecordsThanBeforeIsFoundByItsId() throws IOException {
        askBrokers();
        archiveAndCreateAgain();
        append(5, 65, 1_000);
        topicId = Optional.of("second");
        String first = failure(worker());
        assertThat(first)
                .contains("its id is second, and that of the topic whose records were written was first")
                .contains("on.topic.recreated=begin-again");
        append(65, 70, 1_000);
        assertThat(failure(worker())).isEqualTo(first);
        assertThat(ids()).isEqualTo(range(0, 50));
        moveTo(0);
        FakeWorker moved = worker().start();
        moved.drain(100);
        moved.stop();
        FakeWorker next = worker().start();
        next.drain(100);
        next.stop();
        assertThat(ids()).isEqualTo(oldAndNew(70));
        assertThat(ledger().topicId()).contains("second");
    }

    @ParameterizedTest
    @EnumSource
    void aTopicThatIsFoundByItsIdBeginsAgainAtItsBeginning(Reset reset) throws IOException {
        askBrokers();
        properties.put("on.topic.recreated", "begin-again");
        archiveAndCreateAgain();
        append(5, 65, 1_000);
        log.headMap(3L).clear();
        topicId = Optional.of("second");
        FakeWorker worker = worker(reset).start();
        worker.drain(100);
        worker.stop();
        assertThat(ledger().generation()).isEqualTo(1);
        assertThat(ledger().topicId()).contains("second");
        assertThat(ids()).hasSize(50 + 62).containsAll(range(1_003, 1_065));
    }

    @Test
    void aTopicThatIsCreatedAgainUnderARunningTaskIsFoundByItsId() throws IOException {
        askBrokers();
        append(0, 50, 0);
        FakeWorker worker = worker().start();
        worker.drain(100);
        createAgain(65);
        topicId = Optional.of("second");
        worker.commit();
        assertThatThrownBy(() -> worker.drain(100)).isInstanceOf(HaltedException.class);
        worker.stop();
        assertThat(failure(worker())).contains("its id is second");
    }

    /** A connector that had no brokers to ask, or whose brokers do not answer, goes on. */
    @Test
    void anIdThatIsNotKnownIsNoOtherId() throws IOException {
        append(0, 50, 0);
        FakeWorker before = worker().start();
        before.drain(100);
        before.stop();
        assertThat(ledger().topicId()).isEmpty();
        askBrokers();
        topicId = Optional.empty();
        append(50, 55, 0);
        FakeWorker worker = worker().start();
        worker.drain(100);
        assertThat(ledger().topicId()).isEmpty();
        topicId = Optional.of("first");
        worker.commit();
        append(55, 60, 0);
        worker.drain(100);
        worker.stop();
        assertThat(ids()).isEqualTo(range(0, 60));
        assertThat(ledger().topicId()).contains("first");
        properties.remove("admin.bootstrap.servers");
        append(60, 65, 0);
        FakeWorker unasked = worker().start();
        unasked.drain(100);
        unasked.stop();
        assertThat(ledger().topicId()).contains("first");
    }

    /** The records of the deleted topic can be read no more. */
    @ParameterizedTest
    @EnumSource
    void whatWasReadOfTheOldTopicIsCommitted(Reset reset) throws IOException {
        properties.put("on.close", "discard");
        append(0, 50, 0);
        FakeWorker worker =
                worker(reset).inGroup(new HashMap<>(Map.of(ZERO, 0L))).start();
        worker.drain(100);
        createAgain(0);
        worker.drain(100);
        append(0, 5, 1_000);
        assertThatThrownBy(() -> worker.drain(100)).isInstanceOf(HaltedException.class);
        worker.stop();
        assertThat(ids()).isEqualTo(range(0, 50));
        assertThat(ledger().nextOffset()).hasValue(50);
    }

    @Test
    void aStorageThatFailsMeanwhileDoesNotMakeItForgotten() throws IOException {
        archiveAndCreateAgain();
        FakeWorker worker = worker().start();
        boolean[] failed = {false};
        storage.steps(step -> {
            if (step.startsWith("create ") && step.contains(".commit")) {
                failed[0] = true;
                throw new IOException("no answer");
            }
        });
        worker.poll(10);
        worker.poll(10);
        assertThat(failed[0]).isTrue();
        storage.steps(StorageSteps.UNDISTURBED);
        append(5, 65, 1_000);
        clock.advance(60_000);
        assertThatThrownBy(() -> worker.drain(100)).isInstanceOf(HaltedException.class);
        worker.stop();
        failure(worker());
        assertThat(ids()).isEqualTo(range(0, 50));
    }

    /** The partition goes to another task before the storage has taken the halt. */
    @Test
    void whatTheStorageDidNotTakeIsKeptWhenThePartitionIsGivenBack() throws IOException {
        archiveAndCreateAgain();
        FakeWorker worker = worker().start();
        storage.steps(step -> {
            if (step.startsWith("create ") && step.contains(".commit")) {
                throw new IOException("no answer");
            }
        });
        worker.poll(10);
        worker.poll(10);
        storage.steps(StorageSteps.UNDISTURBED);
        append(5, 65, 1_000);
        worker.stop();
        assertThat(failure(worker())).contains("came where 50 was expected");
        assertThat(ids()).isEqualTo(range(0, 50));
    }

    /** Each question may take its whole time limit, in a call of the worker that has one for all partitions. */
    @Test
    void aPartitionThatBeginsAgainDoesNotWaitForBrokersThatDidNotAnswer() throws IOException {
        askBrokers();
        properties.put("on.topic.recreated", "begin-again");
        archiveAndCreateAgain();
        int[] questions = {0};
        topicId = Optional.empty();
        questioned = () -> questions[0]++;
        FakeWorker worker = worker().start();
        worker.drain(100);
        worker.stop();
        assertThat(ids()).isEqualTo(oldAndNew(5));
        assertThat(questions[0])
                .as("questions when the partition was opened, and at the commit, which does not wait")
                .isEqualTo(2);
    }

    /** The brokers are asked now and then, so the record may come before their answer. */
    @Test
    void aPartitionThatBeganAgainByARecordDoesNotBeginOnceMoreByTheId() throws IOException {
        askBrokers();
        properties.put("on.topic.recreated", "begin-again");
        append(0, 50, 0);
        FakeWorker worker = worker().start();
        worker.drain(100);
        worker.commit();
        clock.advance(60_000);
        worker.poll(10);
        createAgain(5);
        topicId = Optional.of("second");
        worker.drain(100);
        worker.commit();
        worker.drain(100);
        worker.stop();
        assertThat(ledger().topicId()).contains("second");
        assertThat(ledger().generation()).isEqualTo(1);
        assertThat(ids()).isEqualTo(oldAndNew(5));
    }

    /** What the task knows of the topic is of before, and the brokers do not answer. */
    @Test
    void aPartitionThatBeganAgainIsOfNoTopicUntilTheBrokersTellIt() throws IOException {
        askBrokers();
        properties.put("on.topic.recreated", "begin-again");
        append(0, 50, 0);
        FakeWorker worker = worker().start();
        worker.drain(100);
        worker.commit();
        clock.advance(60_000);
        worker.poll(10);
        createAgain(5);
        topicId = Optional.empty();
        worker.drain(100);
        topicId = Optional.of("second");
        worker.commit();
        worker.drain(100);
        worker.commit();
        worker.stop();
        assertThat(ledger().generation()).isEqualTo(1);
        assertThat(ids()).isEqualTo(oldAndNew(5));
    }

    /** Another task has begun the topic again meanwhile. */
    @Test
    void whatATaskKnewOfATopicBeforeAPartitionCameBackDoesNotCount() throws IOException {
        askBrokers();
        properties.put("on.topic.recreated", "begin-again");
        append(0, 50, 0);
        FakeWorker worker = worker().start();
        worker.drain(100);
        worker.close(List.of(ZERO));
        createAgain(5);
        topicId = Optional.of("second");
        FakeWorker other = worker().start();
        other.drain(100);
        other.stop();
        topicId = Optional.empty();
        worker.open(List.of(ZERO));
        worker.drain(100);
        worker.stop();
        assertThat(ledger().generation()).isEqualTo(1);
        assertThat(ids()).isEqualTo(oldAndNew(5));
    }

    @Test
    void anOwnerThatIsFencedStopsNobody() throws IOException {
        archiveAndCreateAgain();
        FakeWorker late = worker().start();
        moveTo(0);
        late.drain(100);
        late.stop();
        FakeWorker next = worker().start();
        next.drain(100);
        next.stop();
        assertThat(ids()).isEqualTo(oldAndNew(5));
    }
}
