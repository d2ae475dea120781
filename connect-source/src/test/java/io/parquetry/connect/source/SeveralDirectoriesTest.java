package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.data.RecordMetadata;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A stream is bound to the directory and the ledger of its sink: the same topic-partition in two directories is two
 * streams, and nothing of either is taken for a record of the other.
 */
class SeveralDirectoriesTest {
    private static final Map<String, String> EARLIER = Map.of("stream", "orders+0");

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
    }

    /** Writes a file of orders whose ids are 1000 higher than their offsets. */
    private String otherOrders(String topics, long... offsets) {
        List<SinkRecord> records = LongStream.of(offsets)
                .mapToObj(offset -> new SinkRecord(
                        "orders",
                        0,
                        null,
                        "k",
                        TestTree.VALUE,
                        new Struct(TestTree.VALUE).put("id", 1000 + offset),
                        offset,
                        offset,
                        TimestampType.CREATE_TIME))
                .toList();
        String name = String.format("orders+0+%010d+%010d.parquet", offsets[0], offsets[offsets.length - 1]);
        return tree.put(topics + name, TestTree.bytes(RecordMetadata.KAFKA, records));
    }

    private List<SourceRecord> scans(int count) {
        List<SourceRecord> sent = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sent.addAll(harness.scan());
        }
        harness.acknowledge(sent);
        return sent;
    }

    /** The files of one connector, in turn in two directories. */
    private void inTurn(String key, String one, String other) {
        for (int first = 0; first < 40; first += 10) {
            new SinkArchive(directory)
                    .with("flush.size", "5")
                    .with(key, first % 20 == 0 ? one : other)
                    .write(
                            new TopicPartition("orders", 0),
                            LongStream.range(first, first + 10)
                                    .mapToObj(offset -> TestTree.order("orders", 0, offset)));
        }
    }

    @Test
    void offsetsInAnotherDirectoryOfTheConnectorAreNotMissing() {
        inTurn("topics.dir", "topics", "moved");
        harness.start();

        assertThat(TaskHarness.ids(scans(4)))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 40).boxed().toList());
        harness.stop();
        harness.start();
        assertThat(scans(4)).isEmpty();
        assertThat(harness.nowMs).isLessThan(20_000);
        int once = harness.storage.listed.size();
        scans(1);
        int twice = harness.storage.listed.size();
        scans(1);
        assertThat(harness.storage.listed.subList(twice, harness.storage.listed.size()))
                .as("what each scan lists, of which nothing is looked for again")
                .hasSameElementsAs(harness.storage.listed.subList(once, twice))
                .doesNotHaveDuplicates();
    }

    @Test
    void aDirectoryThatIsNamedByTheValueNeedNotComeAfterTheTopics() {
        Stream<SinkRecord> records = LongStream.range(0, 40).mapToObj(offset -> {
            SinkRecord order = TestTree.order("orders", 0, offset);
            ((Struct) order.value()).put("note", offset % 2 == 0 ? "eu" : "us");
            return order;
        });
        new SinkArchive(directory)
                .with("flush.size", "5")
                .with("path.template", "/${value.note}/${topic}")
                .write(new TopicPartition("orders", 0), records);
        harness.start();

        assertThat(TaskHarness.ids(scans(4)))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 40).boxed().toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "topics/orders/partition=0/orders+0+0000000005+0000000009.parquet",
                "moved/orders/partition=0/orders+0+0000000010+0000000014.parquet",
                "topics/orders/partition=0/orders+0+0000000025+0000000029.parquet",
                "moved/orders/partition=0/orders+0+0000000035+0000000039.parquet"
            })
    void aFileThatIsInNeitherDirectoryIsMissing(String lost) {
        inTurn("topics.dir", "topics", "moved");
        tree.delete(lost);
        harness.start();
        scans(4);
        harness.nowMs += 600_000;

        assertThatThrownBy(() -> scans(4)).isInstanceOf(ConnectException.class).hasMessageContaining("No file of ");
    }

    @Test
    void twoDirectoriesWithOneTopicsNameAreTwoStreams() {
        tree.orders("orders", 0, "d", 1, 2, 3);
        otherOrders("copy/orders/", 1, 2, 3, 4);
        tree.ledger("orders", 0, 7, 0, 9);
        harness.start();

        assertThat(TaskHarness.ids(scans(3))).containsExactlyInAnyOrder(1L, 2L, 3L, 1001L, 1002L, 1003L, 1004L);
        harness.stop();
        harness.start();
        assertThat(scans(3)).isEmpty();
    }

    @Test
    void topicsThatShareADirectoryAreRestoredEachInItsOrder() {
        for (String topic : List.of("orders", "returns")) {
            new SinkArchive(directory)
                    .with("path.template", "/lake/shard=${value.id}")
                    .with("flush.size", "5")
                    .write(
                            new TopicPartition(topic, 0),
                            LongStream.range(0, 15)
                                    .mapToObj(offset -> TestTree.order(topic, 0, offset))
                                    .map(SeveralDirectoriesTest::inOneOfThreeShards));
        }
        harness.start();
        List<SourceRecord> sent = scans(4);

        for (String topic : List.of("orders", "returns")) {
            assertThat(sent.stream()
                            .filter(record -> record.topic().equals(topic))
                            .map(SourceRecord::timestamp))
                    .containsExactlyElementsOf(LongStream.range(0, 15).boxed().toList());
        }
        assertThat(tree.root.resolve("topics")).doesNotExist();
        harness.stop();
        harness.start();
        assertThat(scans(3)).isEmpty();
    }

    private static SinkRecord inOneOfThreeShards(SinkRecord record) {
        Struct value = new Struct(TestTree.VALUE).put("id", record.kafkaOffset() % 3);
        return record.newRecord(
                record.topic(),
                record.kafkaPartition(),
                record.keySchema(),
                record.key(),
                TestTree.VALUE,
                value,
                record.kafkaOffset());
    }

    @Test
    void twoSinksOfOneTopicHaveALedgerEach() {
        new SinkArchive(directory)
                .with("name", "east")
                .with("topics.dir", "east")
                .with("flush.size", "5")
                .write(
                        new TopicPartition("orders", 0),
                        LongStream.range(0, 20).mapToObj(offset -> TestTree.order("orders", 0, offset)));
        new SinkArchive(directory)
                .with("name", "west")
                .with("topics.dir", "west")
                .with("flush.size", "5")
                .write(
                        new TopicPartition("orders", 0),
                        LongStream.range(0, 5).mapToObj(offset -> TestTree.order("orders", 0, offset)));
        harness.start();
        List<SourceRecord> sent = scans(3);

        assertThat(sent).hasSize(25);
        assertThat(sent.stream().map(SourceRecord::sourcePartition).distinct())
                .isEqualTo(Stream.of(Map.of("stream", "east/orders+0"), Map.of("stream", "west/orders+0"))
                        .toList());
    }

    @Test
    void oneOffsetWithDifferentContentInTwoFilesFailsTheTaskWithBothNames() {
        String one = tree.orders("orders", 0, "d", 1, 2, 3);
        String other = otherOrders("topics/orders/e/", 2, 3);
        tree.ledger("orders", 0, 7, 0, 9);
        harness.start();

        assertThatThrownBy(() -> scans(3))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("offset 2 of topics/orders+0 is in two files with different content")
                .hasMessageContaining(one)
                .hasMessageContaining(other);
    }

    /** Its position would be behind the offset if one of both records were sent. */
    @Test
    void aRestartFindsTheOffsetWithDifferentContentAgain() {
        tree.orders("orders", 0, "d", 1, 2, 3, 4);
        tree.orders("orders", 0, "c", 1, 2, 3);
        String other = otherOrders("topics/orders/e/", 2, 3);
        tree.ledger("orders", 0, 7, 0, 9);

        List<SourceRecord> sent = new ArrayList<>();
        for (int start = 0; start < 3; start++) {
            harness.start();
            assertThatThrownBy(() -> harness.sendUntilFailure(sent))
                    .hasMessageContaining("offset 2 of topics/orders+0 is in two files with different content");
            harness.stop();
        }
        assertThat(TaskHarness.ids(sent)).containsExactly(1L);

        assertThat(tree.root.resolve(other).toFile().delete()).isTrue();
        harness.start();
        assertThat(TaskHarness.ids(scans(3))).containsExactly(2L, 3L, 4L);
    }

    @Test
    void thePositionOfAnEarlierVersionAppliesToItsDirectory() {
        tree.orders("orders", 0, "d", 1, 2, 3);
        tree.ledger("orders", 0, 7, 0, 9);
        harness.context.commit(EARLIER, Map.of("generation", 0, "offset", 3));
        harness.start();

        List<SourceRecord> sent = scans(3);
        assertThat(TaskHarness.ids(sent)).containsExactly(3L);
        assertThat(sent.get(0).sourcePartition()).isEqualTo(Map.of("stream", "topics/orders+0"));
    }

    @Test
    void thePositionOfAnEarlierVersionDoesNotApplyToADirectoryThatComesLater() {
        String newest = tree.orders("orders", 0, "d", 1, 2, 3);
        tree.ledger("orders", 0, 7, 0, 9, newest);
        harness.context.commit(EARLIER, Map.of("generation", 0, "offset", 4));
        harness.start();
        assertThat(scans(3)).isEmpty();
        otherOrders("copy/orders/", 1, 2);
        assertThat(TaskHarness.ids(scans(3))).containsExactly(1001L, 1002L);
        harness.stop();
        harness.start();

        assertThat(scans(3)).isEmpty();
    }

    @Test
    void anEarlierPositionThatAStreamHasGoneOnFromIsNotTakenAgain() {
        tree.orders("orders", 0, "d", 1, 2, 3);
        tree.ledger("orders", 0, 7, 0, 9);
        harness.context.commit(EARLIER, Map.of("generation", 0, "offset", 3));
        harness.start();
        assertThat(TaskHarness.ids(scans(3))).containsExactly(3L);
        harness.stop();
        otherOrders("copy/orders/", 1, 2);
        harness.start();

        assertThat(TaskHarness.ids(scans(3))).containsExactly(1001L, 1002L);
    }

    @Test
    void thePositionOfFilesWithoutADirectoryOfTheirTopicIsNoEarlierOne() {
        for (int first : new int[] {0, 10}) {
            new SinkArchive(directory)
                    .with("flush.size", "5")
                    .with("path.template", first == 0 ? "/all" : "partition=${partition}")
                    .write(
                            new TopicPartition("orders", 0),
                            LongStream.range(first, first + 10)
                                    .mapToObj(offset -> TestTree.order("orders", 0, offset)));
            harness.start();
            assertThat(TaskHarness.ids(scans(3)))
                    .containsExactlyElementsOf(
                            LongStream.range(first, first + 10).boxed().toList());
            harness.stop();
        }
    }

    @Test
    void thePositionOfAnEarlierVersionGoesToTheDirectoryWithTheLedger() {
        String newest = tree.orders("orders", 0, "d", 1, 2, 3);
        tree.ledger("orders", 0, 7, 0, 9, newest);
        otherOrders("copy/orders/", 1, 2);
        harness.context.commit(EARLIER, Map.of("generation", 0, "offset", 3));
        harness.start();

        assertThat(TaskHarness.ids(scans(4))).containsExactlyInAnyOrder(3L, 1001L, 1002L);
    }

    @Test
    void aPositionOfAnEarlierVersionThatCouldBeOfSeveralDirectoriesFailsTheTask() {
        tree.orders("orders", 0, "d", 1, 2, 3);
        tree.ledger("orders", 0, 7, 0, 9);
        otherOrders("copy/orders/", 1, 2);
        harness.context.commit(EARLIER, Map.of("generation", 0, "offset", 3));
        harness.start();

        assertThatThrownBy(() -> scans(3))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("[copy/orders+0, topics/orders+0]")
                .hasMessageContaining("Set a position for each of these streams");
    }
}
