package io.parquetry.it;

import io.parquetry.local.KafkaStack;
import io.parquetry.local.topics.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Records go to a container of Azure and come back byte for byte, each once. */
@ExtendWith(SharedStack.class)
class AzureRoundTripIT {
    private static final int PARTITIONS = 2;
    private static final int RECORDS = 60;
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @Test
    void everyRecordComesBackByteForByte(KafkaStack stack) {
        try (TestStorage storage = new AzureTestStorage(SharedStack.directory(stack, AzureRoundTripIT.class));
                Topics topics = new Topics(stack.bootstrapServers())) {
            topics.create("azure", PARTITIONS);
            topics.create("azure-back", PARTITIONS);
            topics.produce(TypedRecords.of("azure", PARTITIONS, RECORDS));
            Map<String, String> sink = connector(storage, "sink.ParquetSinkConnector");
            sink.put("topics", "azure");
            sink.put("record.metadata", "kafka");
            sink.put("flush.size", Integer.toString(RECORDS / PARTITIONS / 2));
            stack.worker().rest().create("archive", sink);
            Map<String, String> source = connector(storage, "source.ParquetSourceConnector");
            source.put("scan.interval.ms", "200");
            source.put("mode", "restore");
            source.put("topic.mapping", "azure:azure-back");
            stack.worker().rest().create("restore", source);

            AwaitCount.atLeast(RECORDS, () -> count(stack, topics), PATIENCE, "records that came back");
            TypedRecords.assertSame(topics, "azure", "azure-back", PARTITIONS);
            stack.worker().rest().delete("restore");
            stack.worker().rest().delete("archive");
        }
    }

    private static Map<String, String> connector(TestStorage storage, String connectorClass) {
        Map<String, String> config = new HashMap<>(AllTypes.converters());
        config.put("connector.class", "io.parquetry.connect." + connectorClass);
        config.put("tasks.max", "1");
        config.put("storage.url", storage.url());
        config.putAll(storage.config());
        return config;
    }

    private static long count(KafkaStack stack, Topics topics) {
        stack.worker().rest().awaitRunning("restore", PATIENCE);
        return topics.countCommitted("azure-back");
    }
}
