package io.parquetry.connect.sink.schema;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.schema.Inference;
import io.parquetry.connect.sink.config.SchemaSettings;
import io.parquetry.connect.sink.config.SchemaSettings.Compatibility;
import io.parquetry.format.UsageException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Decides for the records of one topic-partition which schemas their files have. It remembers the schemas that were last
 * decided on, so that the next file begins with them, whichever directory it is for: versions that take turns do not
 * grow every file anew.
 */
public final class RecordSchemas {
    private final SchemaSettings settings;
    private final SchemaRule rule;
    private final Inference inference = new Inference();

    /** What the next file begins with; null before the first. */
    private FileSchema latest;

    /** What {@link #latest} was before. */
    private FileSchema before;

    /** The last schemas of records and their forms. */
    private Form knownKey = Form.UNSEEN;

    private Form knownValue = Form.UNSEEN;

    /** What {@link #inference} says; null before the first value without schema. */
    private Form inferred;

    public RecordSchemas(SchemaSettings settings) {
        this.settings = settings;
        this.rule = new SchemaRule(settings);
    }

    /**
     * Takes a record's schemas into account for the files that begin later, or that a record makes grow. It is a hint:
     * what does not go together shows when the record is placed.
     */
    public void observe(SinkRecord record) {
        try {
            Form value = valueForm(record); // an inferred one has seen the value by now
            if (settings.compatibility() == Compatibility.MERGE
                    && value.kind() == Form.Kind.SCHEMA
                    && (latest == null || !latest.admits(record, keyForm(record), value))) {
                decide(record, value);
            }
        } catch (DataException | UsageException e) {
            // said again, to whom it concerns, when the record is placed
        }
    }

    /** Whether the record may stand in a file of these schemas. */
    public boolean admits(FileSchema file, SinkRecord record) {
        return file.admits(record, keyForm(record), valueForm(record));
    }

    /**
     * The schemas of the file that is to take the record: one that begins, or an open one that {@link #mayGrow}.
     *
     * @throws DataException when the record's schemas cannot be stored, or do not go together with the others
     */
    public FileSchema schemaFor(SinkRecord record) {
        return decide(record, valueForm(record));
    }

    /** Whether a file may take other schemas, because all of its rows have a place in them. */
    public boolean mayGrow(FileSchema file, FileSchema next) {
        return rule.mayGrow(file.value(), next.value()) && rule.mayGrow(file.key(), next.key());
    }

    private FileSchema decide(SinkRecord record, Form value) {
        Form key = keyForm(record);
        Form nextKey = latest == null ? key : rule.next(latest.key(), key);
        Form nextValue = latest == null ? value : rule.next(latest.value(), value);
        if (latest == null || nextKey != latest.key() || nextValue != latest.value()) {
            FileSchema next =
                    new FileSchema(rule, nextKey, nextValue, settings.recordMetadata(), settings.decimalPrecision());
            before = latest;
            latest = next;
        }
        return latest;
    }

    /** Takes the last decision back: no file could be made of it. */
    public void retract() {
        latest = before;
    }

    private Form keyForm(SinkRecord record) {
        if (settings.recordMetadata() == RecordMetadata.NONE) {
            return Form.UNSEEN;
        }
        Schema schema = record.keySchema();
        if (schema == null) {
            return record.key() == null ? Form.UNSEEN : Form.JSON;
        }
        if (schema != knownKey.schema()) {
            knownKey = Form.of(schema);
        }
        return knownKey;
    }

    private Form valueForm(SinkRecord record) {
        Schema schema = record.valueSchema();
        if (schema == null) {
            return record.value() == null ? Form.UNSEEN : schemaless(record);
        }
        if (schema != knownValue.schema()) {
            knownValue = Form.of(schema);
        }
        return knownValue;
    }

    private Form schemaless(SinkRecord record) {
        return switch (settings.schemaless()) {
            case FAIL ->
                throw new DataException(
                        "the value has no schema; set schemaless=infer to get columns from what is in it,"
                                + " schemaless=json to keep it as JSON text, or use a converter that gives schemas");
            case JSON -> Form.JSON;
            case INFER -> {
                if (inference.observe(record.value()) || inferred == null) {
                    inferred = Form.inferred(inference.schema());
                }
                yield inferred;
            }
        };
    }
}
