package io.parquetry.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.local.KafkaStack;
import io.parquetry.local.topics.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A transaction that stays open is ended as the runbook says, and its records are never seen. */
@ExtendWith(SharedStack.class)
class HangingTransactionsIT {
    private static final String TOPIC = "hanging";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void endsOnlyWhatHasBeenOpenForTooLong(KafkaStack stack) {
        try (Topics topics = new Topics(stack.bootstrapServers());
                Producer<byte[], byte[]> producer = transactionalProducer(stack.bootstrapServers())) {
            topics.create(TOPIC, 1);
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(TOPIC, 0, null, "never committed".getBytes(UTF_8)));
            producer.flush();

            try (HangingTransactions young = hanging(stack, Duration.ofHours(1))) {
                young.end();
                young.end();
            }
            assertThat(topics.committedEnds(TOPIC)).containsEntry(0, 0L);

            try (HangingTransactions old = hanging(stack, Duration.ZERO)) {
                AwaitCount.atLeast(
                        2,
                        () -> {
                            old.end();
                            return topics.committedEnds(TOPIC).get(0);
                        },
                        PATIENCE,
                        "end of the transaction");
            }
            assertThat(topics.readCommitted(TOPIC).get(0)).isEmpty();
        }
    }

    private static HangingTransactions hanging(KafkaStack stack, Duration age) {
        return new HangingTransactions(stack.bootstrapServers(), List.of(TOPIC), age);
    }

    private static Producer<byte[], byte[]> transactionalProducer(String bootstrapServers) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "transactional.id", TOPIC),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }
}
