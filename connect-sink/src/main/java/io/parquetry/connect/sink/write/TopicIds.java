package io.parquetry.connect.sink.write;

import java.io.Closeable;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;

/** What tells a topic from another one that had its name before (KIP-516). */
public interface TopicIds extends Closeable {
    /** Asks for the ids of topics; the answer has those that exist and that may be seen. */
    CompletableFuture<Map<String, String>> of(Set<String> topics);

    /** Where the log of a partition begins; empty when that is not known. */
    OptionalLong beginning(TopicPartition partition);

    @Override
    default void close() {
        // Without a client there is nothing to close.
    }
}
