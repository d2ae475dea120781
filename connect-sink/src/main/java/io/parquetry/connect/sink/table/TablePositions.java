package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.sink.commit.TableProgress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/** What tables have, as far as the appender of a task has read it; any thread may ask. */
final class TablePositions {
    private final Map<TopicPartition, TablePosition> known = new ConcurrentHashMap<>();

    void see(TopicPartition partition, TablePosition position) {
        known.merge(partition, position, (one, other) -> one.sequence() > other.sequence() ? one : other);
    }

    TableProgress of(TopicPartition partition) {
        return () -> Optional.ofNullable(known.get(partition));
    }

    /**
     * The property of a table that has the position of a topic-partition. Dots of the connector's name are escaped, so
     * that no two ledgers have one property.
     */
    static String property(String connector, TopicPartition partition, Optional<String> branch) {
        String name = connector.replace("%", "%25").replace(".", "%2E");
        return "parquetry." + name + "." + partition.topic() + "." + partition.partition()
                + branch.map(each -> "@" + each).orElse("");
    }
}
