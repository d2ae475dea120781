package io.parquetry.connect.sink.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.sink.config.ErrorSettings.OnBadRecord;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A dead letter that nobody takes ends in a message that names its topic, wherever the wait is. */
@Timeout(60)
class DeadLettersTest {
    private static final SinkRecord RECORD = new SinkRecord("orders", 3, null, null, null, "x", 17);

    private static BadRecords badRecords(ErrantRecordReporter reporter) {
        return badRecords(new DeadLetters(reporter, "orders-dlq", 50, 200, () -> System.nanoTime() / 1_000_000));
    }

    private static BadRecords badRecords(DeadLetters deadLetters) {
        return new BadRecords(OnBadRecord.REPORT, Optional.of(deadLetters), new SinkTaskMetrics(List.of()));
    }

    private static void requireNamed(Runnable waiting) {
        assertThatThrownBy(waiting::run)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("dead letter topic orders-dlq")
                .hasMessageContaining("topic orders, partition 3, offset 17")
                .hasMessageContaining("restart the task");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void aReportThatNeverArrivesFailsTheTask() {
        BadRecords bad = badRecords((record, reason) -> new CompletableFuture<>());
        bad.add(RECORD, new DataException("wrong"));
        requireNamed(bad::await);
    }

    /** Each partition waits when it is given back, after a commit has waited for the first. */
    @Test
    void theReportsOfAllPartitionsHaveOneTimeTogether() {
        AtomicLong nowMs = new AtomicLong();
        DeadLetters deadLetters =
                new DeadLetters((record, reason) -> new Unanswered(nowMs), "orders-dlq", 50, 200, nowMs::get);
        List<BadRecords> partitions = new ArrayList<>();
        for (int partition = 0; partition < 8; partition++) {
            BadRecords bad = badRecords(deadLetters);
            bad.add(RECORD, new DataException("wrong"));
            partitions.add(bad);
        }
        requireNamed(partitions.get(0)::await);
        partitions.forEach(bad -> requireNamed(bad::await));
        assertThat(nowMs).hasValue(200);
    }

    /** A report that never arrives; the time that somebody waits for it passes on the clock of the test. */
    private static final class Unanswered extends CompletableFuture<Void> {
        private final AtomicLong nowMs;

        Unanswered(AtomicLong nowMs) {
            this.nowMs = nowMs;
        }

        @Override
        public Void get(long time, TimeUnit unit) throws TimeoutException {
            nowMs.addAndGet(unit.toMillis(time));
            throw new TimeoutException();
        }
    }

    /** As Connect makes it: its producer waits for the topic on the task's thread. */
    @Test
    void aProducerThatWaitsForTheTopicIsEnded() {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", "localhost:1", "max.block.ms", Long.toString(Long.MAX_VALUE)),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            BadRecords bad = badRecords((record, reason) -> {
                producer.send(new ProducerRecord<>("orders-dlq", new byte[1]));
                return CompletableFuture.completedFuture(null);
            });
            requireNamed(() -> bad.add(RECORD, new DataException("wrong")));
        }
    }

    @Test
    void anInterruptionThatIsSwallowedIsNotLeftBehind() {
        BadRecords bad = badRecords((record, reason) -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return CompletableFuture.completedFuture(null);
        });
        bad.add(RECORD, new DataException("wrong"));
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        bad.await();
    }

    @Test
    void anInterruptionOfTheWorkerIsItsOwn() {
        BadRecords bad = badRecords((record, reason) -> {
            throw new InterruptException("the worker stops");
        });
        assertThatThrownBy(() -> bad.add(RECORD, new DataException("wrong"))).isInstanceOf(InterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
