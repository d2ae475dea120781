package io.parquetry.simulation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Assigns partitions to members. A partition goes to its next member when the one before has given it back, has died,
 * or was taken for dead while it only slept: that one may go on for a while before it learns so.
 */
final class ConsumerGroup {
    private final Dice dice;
    private final List<TopicPartition> partitions;
    private final List<String> members = new ArrayList<>();
    private final Map<TopicPartition, String> targets = new LinkedHashMap<>();
    private final Map<TopicPartition, String> owners = new LinkedHashMap<>();
    /** The offsets that workers have committed. */
    private final Map<TopicPartition, Long> offsets = new LinkedHashMap<>();

    ConsumerGroup(Dice dice, List<TopicPartition> partitions) {
        this.dice = dice;
        this.partitions = partitions;
    }

    Map<TopicPartition, Long> offsets() {
        return offsets;
    }

    void join(String member) {
        members.add(member);
        rebalance();
    }

    void leave(String member) {
        members.remove(member);
        owners.values().removeIf(member::equals);
        rebalance();
    }

    /** Each partition is to go to some member. */
    void rebalance() {
        targets.clear();
        if (!members.isEmpty()) {
            partitions.forEach(partition -> targets.put(partition, members.get(dice.below(members.size()))));
        }
    }

    /** The member is taken for dead: others may have its partitions. */
    void expire(String member) {
        owners.values().removeIf(member::equals);
        rebalance();
    }

    List<String> members() {
        return members;
    }

    /** The partitions of a member that are not its own any more, or not for long. */
    Set<TopicPartition> lost(String member, Collection<TopicPartition> held) {
        Set<TopicPartition> lost = new LinkedHashSet<>(held);
        lost.removeIf(partition -> member.equals(owners.get(partition)));
        return lost;
    }

    /** The partitions that a member is asked to give back. */
    Set<TopicPartition> revoked(String member, Collection<TopicPartition> held) {
        Set<TopicPartition> revoked = new LinkedHashSet<>(held);
        revoked.removeIf(partition -> member.equals(targets.get(partition)));
        return revoked;
    }

    void release(Collection<TopicPartition> given) {
        given.forEach(owners::remove);
    }

    /** Gives a member the partitions that it is to have and that are free. */
    Set<TopicPartition> acquire(String member) {
        Set<TopicPartition> acquired = new LinkedHashSet<>();
        targets.forEach((partition, target) -> {
            if (target.equals(member) && !owners.containsKey(partition)) {
                owners.put(partition, member);
                acquired.add(partition);
            }
        });
        return acquired;
    }
}
