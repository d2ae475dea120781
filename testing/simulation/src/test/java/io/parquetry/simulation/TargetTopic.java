package io.parquetry.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * The topic that source tasks write to, with their offsets, in transactions: records and offsets of one transaction
 * become visible together, and a task whose successor has begun can commit nothing any more.
 */
final class TargetTopic {
    private final World world;
    private final Auditor auditor;
    private final Map<Map<String, ?>, Map<String, Object>> offsets = new LinkedHashMap<>();
    private final Map<Map<String, ?>, Map<String, Object>> earlier = new LinkedHashMap<>();
    private final Map<Integer, Long> generations = new HashMap<>();
    private final Set<Long> records = new HashSet<>();
    private final Map<Integer, Long> last = new HashMap<>();

    TargetTopic(World world, Auditor auditor) {
        this.world = world;
        this.auditor = auditor;
    }

    /** A new producer for a task; those before it are fenced. */
    long begin(int task) {
        return generations.merge(task, 1L, Long::sum);
    }

    /** The committed offset, as a new task is told it. */
    Map<String, Object> offset(Map<String, ?> partition) {
        Map<Map<String, ?>, Map<String, Object>> told = world.has(PlantedBug.OFFSETS_ARE_STALE) ? earlier : offsets;
        Map<String, Object> found = told.get(partition);
        return found == null ? null : new HashMap<>(found);
    }

    /** Commits a transaction. */
    void commit(int task, long generation, List<SourceRecord> transaction) {
        if (generations.get(task) != generation && !world.has(PlantedBug.PRODUCER_NOT_FENCED)) {
            throw new ConnectException("the producer of task " + task + " is fenced");
        }
        List<Long> added = new ArrayList<>();
        for (SourceRecord record : transaction) {
            long number = ((Struct) record.value()).getInt64("id");
            if (!records.add(number)) {
                throw new Violation("the source has sent " + Auditor.described(number) + " twice");
            }
            added.add(number);
            auditor.sent(number);
            int partition = (int) (number >> Integer.SIZE);
            Long before = last.put(partition, number);
            if (before != null && before > number) {
                throw new Violation(
                        "the source has sent " + Auditor.described(number) + " after " + Auditor.described(before));
            }
        }
        keepOffsets(transaction);
        world.note("  transaction of task " + task + ": " + added + ", offsets " + offsets);
    }

    private void keepOffsets(List<SourceRecord> transaction) {
        earlier.putAll(offsets);
        for (SourceRecord record : transaction) {
            offsets.put(record.sourcePartition(), new HashMap<>(record.sourceOffset()));
        }
    }

    /** The offsets are kept without their records, as without transactions. */
    void commitOffsetsAlone(List<SourceRecord> transaction) {
        keepOffsets(transaction);
    }

    int size() {
        return records.size();
    }
}
