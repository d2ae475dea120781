package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.brokers.AdminSettings;
import io.parquetry.connect.common.brokers.BrokerAdmin;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.connect.errors.RetriableException;

/** Asks the brokers. */
public final class AdminTopicIds implements TopicIds {
    private final BrokerAdmin brokers;

    private AdminTopicIds(BrokerAdmin brokers) {
        this.brokers = brokers;
    }

    /** @throws org.apache.kafka.connect.errors.ConnectException when the settings are not valid for a client */
    public static AdminTopicIds of(AdminSettings settings) {
        return new AdminTopicIds(BrokerAdmin.of(settings));
    }

    @Override
    public CompletableFuture<Map<String, String>> of(Set<String> topics) {
        Map<String, String> ids = new ConcurrentHashMap<>();
        Stream<CompletableFuture<Void>> answers =
                brokers.client().describeTopics(topics).topicNameValues().values().stream()
                        .map(topic -> topic.toCompletionStage()
                                .toCompletableFuture()
                                .handle((described, failure) -> {
                                    note(ids, described, failure);
                                    return null;
                                }));
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenApply(done -> ids);
    }

    /** Brokers before Kafka 2.8 have no ids. */
    private static void note(Map<String, String> ids, TopicDescription described, Throwable failure) {
        if (described != null) {
            if (!described.topicId().equals(Uuid.ZERO_UUID)) {
                ids.put(described.name(), described.topicId().toString());
            }
        } else if (!BrokerAdmin.isAnswer(failure)) {
            throw new RetriableException(failure);
        }
    }

    @Override
    public OptionalLong beginning(TopicPartition partition) {
        try {
            return OptionalLong.of(brokers.answer(brokers.client()
                            .listOffsets(Map.of(partition, OffsetSpec.earliest()))
                            .partitionResult(partition))
                    .offset());
        } catch (ExecutionException | RetriableException e) {
            return OptionalLong.empty();
        }
    }

    @Override
    public void close() {
        brokers.close();
    }
}
