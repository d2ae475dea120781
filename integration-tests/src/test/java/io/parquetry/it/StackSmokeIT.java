package io.parquetry.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.local.KafkaStack;
import io.parquetry.local.rest.ConnectorPlugin;
import io.parquetry.local.topics.Topics;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Broker and worker stand, records go in and out, and the worker has found both connectors in the packed plugin. */
class StackSmokeIT {
    private static KafkaStack stack;

    @BeforeAll
    static void start() {
        stack = Stacks.start(Stacks.settingsFor(StackSmokeIT.class));
    }

    @AfterAll
    static void close() {
        if (stack != null) {
            stack.close();
        }
    }

    @Test
    void theWorkerHasLoadedBothConnectors() {
        assertThat(stack.worker().rest().plugins())
                .extracting(ConnectorPlugin::className)
                .containsExactlyInAnyOrder(
                        "io.parquetry.connect.sink.ParquetSinkConnector",
                        "io.parquetry.connect.source.ParquetSourceConnector");
    }

    @Test
    void recordsComeBackPerPartitionInOrder() {
        try (Topics topics = new Topics(stack.bootstrapServers())) {
            topics.create("smoke", 2);
            topics.produce(List.of(
                    new ProducerRecord<>("smoke", 0, null, "a".getBytes(UTF_8)),
                    new ProducerRecord<>("smoke", 1, null, "b".getBytes(UTF_8)),
                    new ProducerRecord<>("smoke", 0, null, "c".getBytes(UTF_8))));

            var records = topics.readCommitted("smoke");

            assertThat(records.get(0))
                    .extracting(record -> new String(record.value(), UTF_8))
                    .containsExactly("a", "c");
            assertThat(records.get(1))
                    .extracting(record -> new String(record.value(), UTF_8))
                    .containsExactly("b");
        }
    }
}
