package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.log.LoggedLines;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.convert.TargetTopics;
import io.parquetry.connect.source.send.SendWatch;
import io.parquetry.connect.source.send.UnconfirmedRecords;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Connect lets its producer wait for a missing partition for ever, on the task's thread. The task ends that wait and
 * names the topic, the partitions that all files need, and the remedy. A worker that is only slow is left alone.
 */
@Timeout(60)
class SendWatchTest {
    private static final long TIMEOUT_MS = 500;

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
        harness.partitionWaitMsMax = TIMEOUT_MS;
    }

    @AfterEach
    void stop() {
        harness.stop();
    }

    /** The producer of a worker, as far as its waiting goes. */
    private static KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", "localhost:1", "max.block.ms", Long.toString(Long.MAX_VALUE)),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private List<SourceRecord> firstBatch() {
        harness.start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        return harness.poll();
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, List<SourceRecord> batch) {
        for (SourceRecord sent : batch) {
            assertThat(sent.sourceOffset()).isNotNull();
            producer.send(new ProducerRecord<>(sent.topic(), sent.kafkaPartition(), null, new byte[1]));
        }
    }

    @Test
    void aProducerThatWaitsForAPartitionForEverIsEndedAndTheRemedyNamed() {
        tree.orders("orders", 0, "d", 1, 2);
        tree.orders("orders", 6, "d", 5, 6);
        List<SourceRecord> batch = firstBatch();

        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            assertThatThrownBy(() -> send(producer, batch)).isInstanceOf(InterruptException.class);
            assertThatThrownBy(harness::poll)
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("for partition 0 of topic orders")
                    .hasMessageContaining("It sends row 0 of topics/orders/d/orders+0+")
                    .hasMessageContaining("for all files the topic needs 7 partitions")
                    .hasMessageContaining("topic.creation.default.partitions=7")
                    .hasMessageContaining("partition.mapping to by-key");
        }
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void aMissingTopicOfRowsIsNamedToo() {
        tree.put("a.parquet", TestTree.foreign(3));
        List<SourceRecord> batch = firstBatch();

        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            assertThatThrownBy(() -> send(producer, batch)).isInstanceOf(InterruptException.class);
            // The worker stops the task that failed, and then closes the producer.
            harness.stop();
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            assertThatThrownBy(harness::poll)
                    .hasMessageContaining("for the topic strange")
                    .hasMessageContaining("It sends row 0 of a.parquet or row 1 of a.parquet. The task fails now");
        }
    }

    @Test
    void aThreadThatDoesNotWaitForAPartitionIsLeftAlone() throws InterruptedException {
        tree.put("a.parquet", TestTree.foreign(3));

        assertThat(firstBatch()).hasSize(3);

        assertThat(new CountDownLatch(1).await(3 * TIMEOUT_MS, TimeUnit.MILLISECONDS))
                .isFalse();
        assertThat(harness.poll()).isEmpty();
    }

    @Test
    void aBatchThatGetsOnFromRecordToRecordIsLeftAlone() throws InterruptedException {
        tree.put("a.parquet", TestTree.foreign(10));
        List<SourceRecord> batch = firstBatch();
        CountDownLatch never = new CountDownLatch(1);
        TargetTopics targets =
                new TargetTopics(SourceSettings.of(harness.config).send(), Optional.empty(), () -> 0);

        try (SendWatch watch = new SendWatch(
                "t-0",
                TIMEOUT_MS,
                targets,
                new UnconfirmedRecords(false),
                false,
                thread -> SendWatch.Waits.FOR_METADATA)) {
            watch.handOver(batch);
            for (SourceRecord sent : batch) {
                assertThat(sent.sourceOffset()).isNotNull();
                assertThat(never.await(TIMEOUT_MS / 3, TimeUnit.MILLISECONDS)).isFalse();
            }
            watch.beginPoll();
        }
    }

    private void takeAll(List<SourceRecord> batch) {
        batch.forEach(sent -> assertThat(sent.sourceOffset()).isNotNull());
    }

    private void pollFor(Duration time) {
        for (long end = System.nanoTime() + time.toNanos(); System.nanoTime() < end; ) {
            assertThat(harness.poll()).isEmpty();
            LockSupport.parkNanos(TIMEOUT_MS / 10 * 1_000_000);
        }
    }

    /** A topic was deleted after its producer knew it: the producer sends for ever, and polls go on. */
    @Test
    void aRecordThatIsNeverConfirmedIsNamedOnce() {
        tree.put("a.parquet", TestTree.foreign(3));
        List<SourceRecord> batch = firstBatch();
        takeAll(batch);
        harness.answer(batch.subList(0, 1));

        assertThat(LoggedLines.with("have not confirmed row", () -> pollFor(Duration.ofMillis(4 * TIMEOUT_MS))))
                .singleElement()
                .asString()
                .contains("have not confirmed row 1 of a.parquet for 500 ms")
                .contains("topic strange");
    }

    @Test
    void aRecordIsNotLateBeforeItsTransactionEnds() {
        harness.with("transaction.boundary", "connector").context.asksForBoundaries = true;
        tree.put("a.parquet", TestTree.foreign(3));
        takeAll(firstBatch());

        assertThat(LoggedLines.with("have not confirmed row", () -> pollFor(Duration.ofMillis(3 * TIMEOUT_MS))))
                .isEmpty();
    }

    @Test
    void aTopicThatIsGoneFailsTheTask() {
        harness.with("admin.bootstrap.servers", "localhost:1").topic("strange", 1);
        tree.put("a.parquet", TestTree.foreign(3));
        takeAll(firstBatch());
        harness.topics.clear();

        assertThatThrownBy(() -> pollFor(Duration.ofSeconds(20)))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("the topic strange is not there any more, and row 0 of a.parquet was sent to it");
    }
}
