package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.sink.commit.TableProgress;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/** What tables have, as far as the appender of a task has read it; any thread may ask. */
final class TablePositions {
    private static final String PREFIX = "parquetry.";
    private static final String VALID_THROUGH = ".valid-through";

    private final Map<TopicPartition, TablePosition> known = new ConcurrentHashMap<>();

    /** The newest entries of the ledgers that the task owns. */
    private final Map<TopicPartition, Long> newest = new ConcurrentHashMap<>();

    void see(TopicPartition partition, TablePosition position) {
        known.merge(partition, position, (one, other) -> one.sequence() > other.sequence() ? one : other);
    }

    TableProgress of(TopicPartition partition) {
        return new TableProgress() {
            @Override
            public Optional<TablePosition> known() {
                return Optional.ofNullable(known.get(partition));
            }

            @Override
            public void entryCreated(long sequence) {
                newest.put(partition, sequence);
            }
        };
    }

    /** The task has given the topic-partition back. */
    void forget(TopicPartition partition) {
        newest.remove(partition);
    }

    /** How many entries of the task's ledgers are ready, and not in a table as far as is known. */
    long waitingEntries() {
        return newest.entrySet().stream()
                .mapToLong(each -> {
                    TablePosition has = known.get(each.getKey());
                    return Math.max(0, each.getValue() - 1 - (has == null ? 0 : has.sequence()));
                })
                .sum();
    }

    /**
     * The property of a table that has the position of a topic-partition. Dots of the connector's name are escaped, so
     * that no two ledgers have one property.
     */
    static String property(String connector, TopicPartition partition, Optional<String> branch) {
        return property(connector, partition, "", branch);
    }

    /** The property of a table that has the time up to which a topic-partition is complete. */
    static String validThrough(String connector, TopicPartition partition, Optional<String> branch) {
        return property(connector, partition, VALID_THROUGH, branch);
    }

    /** What the summary of a snapshot says of one topic-partition: how many of its records are appended. */
    static String records(String connector, TopicPartition partition, Optional<String> branch) {
        return property(connector, partition, ".records", branch);
    }

    /** A position ends with a number, so that no other property has its name. */
    private static String property(String connector, TopicPartition partition, String what, Optional<String> branch) {
        String name = connector.replace("%", "%25").replace(".", "%2E");
        return PREFIX + name + "." + partition.topic() + "." + partition.partition() + what + suffix(branch);
    }

    private static String suffix(Optional<String> branch) {
        return branch.map(each -> "@" + each).orElse("");
    }

    /** The time up to which all topic-partitions of a table are complete that have such a time. */
    static Map<String, String> allValidThrough(Map<String, String> properties, Optional<String> branch) {
        OptionalLong least = properties.entrySet().stream()
                .filter(each -> each.getKey().startsWith(PREFIX)
                        && each.getKey().endsWith(VALID_THROUGH + suffix(branch))
                        && each.getValue().matches("-?[0-9]{1,18}"))
                .mapToLong(each -> Long.parseLong(each.getValue()))
                .min();
        return least.isEmpty()
                ? Map.of()
                : Map.of(PREFIX + VALID_THROUGH.substring(1) + suffix(branch), Long.toString(least.getAsLong()));
    }
}
