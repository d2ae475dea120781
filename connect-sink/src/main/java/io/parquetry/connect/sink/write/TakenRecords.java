package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.config.FileSchemaSettings.Compatibility;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Records of a batch that are to be written, those of a directory together: what one file needs is in the processor's
 * caches then. Where records go to 100 files in turn, that is a third of the CPU time. Where files go by the versions
 * of schemas, only records of one schema are together: a newer version must not come before an older one.
 */
final class TakenRecords {
    /** In the order of their last records, so that of too many files the one is closed that gets none for longest. */
    private final Map<Key, InDirectory> byDirectory = new LinkedHashMap<>(16, 0.75f, true);

    private final boolean hasVersions;

    /** Whose records are written now, which is not in the map any more; null before. */
    private InDirectory first;

    /** Where the last record went; null before. */
    private InDirectory last;

    /** The schemas of the last record; null where it had none. */
    private Schema keySchema;

    private Schema valueSchema;
    private int schemaChanges;

    private record Key(int schemaChanges, String directory) {}

    TakenRecords(Compatibility compatibility) {
        this.hasVersions = compatibility != Compatibility.MERGE && compatibility != Compatibility.NONE;
    }

    /** The records of one directory, in the order of their offsets. */
    private static final class InDirectory {
        private final FilePlace place;
        private final Queue<SinkRecord> records = new ArrayDeque<>();

        private InDirectory(FilePlace place) {
            this.place = place;
        }
    }

    /** Adds a record; offsets ascend. */
    void add(SinkRecord record, FilePlace place) {
        boolean changed = hasVersions && (record.keySchema() != keySchema || record.valueSchema() != valueSchema);
        if (changed) {
            keySchema = record.keySchema();
            valueSchema = record.valueSchema();
            schemaChanges++;
        }
        if (changed || last == null || !last.place.directory().equals(place.directory())) {
            last = byDirectory.computeIfAbsent(
                    new Key(schemaChanges, place.directory()), key -> new InDirectory(place));
        }
        last.records.add(record);
    }

    boolean isEmpty() {
        while (isWritten(first)) {
            Iterator<InDirectory> others = byDirectory.values().iterator();
            if (!others.hasNext()) {
                clear();
                return true;
            }
            first = others.next();
            others.remove();
        }
        return false;
    }

    private static boolean isWritten(InDirectory directory) {
        return directory == null || directory.records.isEmpty();
    }

    /** The record that is to be written next; there must be one. */
    SinkRecord first() {
        return first.records.element();
    }

    /** Where that record goes. */
    FilePlace placeOfFirst() {
        return first.place;
    }

    /** That record was handled. */
    void removeFirst() {
        first.records.remove();
    }

    /** The smallest offset; empty when there are no records. */
    OptionalLong firstOffset() {
        return Stream.concat(Stream.ofNullable(first), byDirectory.values().stream())
                .filter(directory -> !isWritten(directory))
                .mapToLong(directory -> directory.records.element().originalKafkaOffset())
                .min();
    }

    void clear() {
        byDirectory.clear();
        first = null;
        last = null;
    }
}
