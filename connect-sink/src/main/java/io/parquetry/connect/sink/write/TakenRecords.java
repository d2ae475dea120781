package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.config.FileSchemaSettings;
import io.parquetry.connect.sink.config.FileSchemaSettings.Compatibility;
import io.parquetry.connect.sink.config.FileSchemaSettings.Schemaless;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Records of a batch that are to be written, in runs, and those of a directory together: what one file needs is in the
 * processor's caches then. Where records go to 100 files in turn, that is a third of the CPU time. Where files go by
 * the versions of schemas, only records of one schema are together: a newer version must not come before an older one.
 */
final class TakenRecords {
    /** In the order of their last records, so that of too many files the one is closed that gets none for longest. */
    private final Map<Key, Deque<RecordRun>> byDirectory = new LinkedHashMap<>(16, 0.75f, true);

    private final boolean hasVersions;
    private final boolean byContent;

    /** What is written now, which is not in the map any more. */
    private Deque<RecordRun> current = new ArrayDeque<>(0);

    /** Where the last record went; null before. */
    private Deque<RecordRun> last;

    private String lastDirectory;

    /** The schemas of the last record; null where it had none. */
    private Schema keySchema;

    private Schema valueSchema;
    private int schemaChanges;

    private record Key(int schemaChanges, String directory) {}

    TakenRecords(FileSchemaSettings settings) {
        this.hasVersions =
                settings.compatibility() != Compatibility.MERGE && settings.compatibility() != Compatibility.NONE;
        this.byContent = settings.schemaless() == Schemaless.INFER;
    }

    /**
     * Adds a record; offsets ascend.
     *
     * @return whether it has other schemas than the record before it
     */
    boolean add(SinkRecord record, FilePlace place) {
        boolean changed = last == null || record.keySchema() != keySchema || record.valueSchema() != valueSchema;
        if (changed) {
            keySchema = record.keySchema();
            valueSchema = record.valueSchema();
        }
        if (changed && hasVersions) {
            last = null;
            schemaChanges++;
        }
        if (last == null || !lastDirectory.equals(place.directory())) {
            lastDirectory = place.directory();
            last = byDirectory.computeIfAbsent(new Key(schemaChanges, lastDirectory), key -> new ArrayDeque<>(1));
        }
        if (last.isEmpty() || !last.getLast().add(record, byContent)) {
            last.add(new RecordRun(place, record));
        }
        return changed;
    }

    /** Goes to the next run that is not written yet; false when there is none. */
    boolean advance() {
        while (current.isEmpty() || current.element().isEmpty()) {
            if (current.poll() == null) {
                Iterator<Deque<RecordRun>> others = byDirectory.values().iterator();
                if (!others.hasNext()) {
                    clear();
                    return false;
                }
                current = others.next();
                others.remove();
            }
        }
        return true;
    }

    /** The run that {@link #advance} has gone to. */
    RecordRun first() {
        return current.element();
    }

    /** The smallest offset; empty when there are no records. */
    OptionalLong firstOffset() {
        return Stream.concat(Stream.of(current), byDirectory.values().stream())
                .flatMap(Deque::stream)
                .filter(run -> !run.isEmpty())
                .mapToLong(run -> run.first().originalKafkaOffset())
                .min();
    }

    void clear() {
        byDirectory.clear();
        current = new ArrayDeque<>(0);
        last = null;
    }
}
