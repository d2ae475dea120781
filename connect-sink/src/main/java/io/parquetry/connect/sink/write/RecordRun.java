package io.parquetry.connect.sink.write;

import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Records of one batch, directory and pair of schemas, in the order of their offsets. Their file is chosen once for all
 * of them, and once more where the file is closed in between.
 */
final class RecordRun {
    private final FilePlace place;
    private final Schema keySchema;
    private final Schema valueSchema;
    private final boolean hasKeys;
    private final boolean hasValues;
    private final Queue<SinkRecord> records = new ArrayDeque<>();

    RecordRun(FilePlace place, SinkRecord first) {
        this.place = place;
        this.keySchema = first.keySchema();
        this.valueSchema = first.valueSchema();
        this.hasKeys = first.key() != null;
        this.hasValues = first.value() != null;
        records.add(first);
    }

    /**
     * Adds a record if it needs the same columns as the others.
     *
     * @param byContent whether values without schema each have columns of their own
     */
    boolean add(SinkRecord record, boolean byContent) {
        boolean sameKey = record.keySchema() == keySchema && (keySchema != null || (record.key() != null) == hasKeys);
        boolean sameValue = record.valueSchema() == valueSchema
                && (valueSchema != null || !byContent && (record.value() != null) == hasValues);
        return sameKey && sameValue && records.add(record);
    }

    /** Where its files go. */
    FilePlace place() {
        return place;
    }

    /** The record that is to be written next; null when all were handled. */
    SinkRecord first() {
        return records.peek();
    }

    /** The first record was handled. */
    void removeFirst() {
        records.remove();
    }

    boolean isEmpty() {
        return records.isEmpty();
    }
}
