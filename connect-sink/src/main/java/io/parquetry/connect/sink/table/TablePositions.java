package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.sink.commit.TableProgress;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;

/** What tables have, as far as the appender of a task has read it; any thread may ask. */
final class TablePositions {
    /** How the text begins that a table has in place of a position while it gets the files of an archive. */
    static final String ADOPTING = "adopting ";

    private static final String PREFIX = "parquetry.";
    private static final String VALID_THROUGH = ".valid-through";

    /** A connector's name has no dot here; a topic's may have some. */
    private static final Pattern POSITION = Pattern.compile("parquetry\\.([^.]+)\\.(.+)\\.(0|[1-9][0-9]{0,8})(@.*)?");

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
                // The last entry of an owner is created while it gives the topic-partition back.
                newest.computeIfPresent(partition, (same, before) -> sequence);
            }
        };
    }

    /** The task has been given the topic-partition. */
    void open(TopicPartition partition) {
        newest.putIfAbsent(partition, 0L);
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

    /**
     * The fault of a branch that was dropped and had files: an append would create it without them. Empty where there
     * is none.
     */
    static Optional<String> dropped(Table.State state, Optional<String> branch) {
        boolean isDropped = state.properties().entrySet().stream()
                .filter(each -> feeder(each.getKey(), branch).isPresent())
                .filter(each -> TablePosition.parse(each.getValue())
                        .filter(position -> position.sequence() > 0)
                        .isPresent())
                .anyMatch(each -> !state.continues(each.getKey(), each.getValue()));
        return branch.filter(name -> isDropped)
                .map(name -> "its branch " + name + " was dropped; create the branch again from the snapshot that has"
                        + " its files");
    }

    /** The fault of a property that is no position. */
    static String malformed(String text) {
        return text.startsWith(ADOPTING)
                ? "it gets the files of an archive; if no `parquetry table adopt --files` is under way, repeat it"
                : "a position is a number, a space and a UUID";
    }

    /**
     * A property of a table that is a position.
     *
     * @param connector its name
     */
    record Feeder(String connector, TopicPartition partition) {}

    /** Whose position a property of a table is; empty when it is none, or of another branch. */
    static Optional<Feeder> feeder(String property, Optional<String> branch) {
        Matcher matcher = POSITION.matcher(property);
        if (!matcher.matches()
                || !suffix(branch).equals(Optional.ofNullable(matcher.group(4)).orElse(""))) {
            return Optional.empty();
        }
        String connector = matcher.group(1).replace("%2E", ".").replace("%25", "%");
        return Optional.of(
                new Feeder(connector, new TopicPartition(matcher.group(2), Integer.parseInt(matcher.group(3)))));
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
