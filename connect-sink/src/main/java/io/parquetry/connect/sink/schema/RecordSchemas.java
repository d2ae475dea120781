package io.parquetry.connect.sink.schema;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.schema.Inference;
import io.parquetry.connect.sink.config.SchemaSettings;
import io.parquetry.connect.sink.config.SchemaSettings.Compatibility;
import io.parquetry.connect.sink.config.SchemaSettings.Schemaless;
import io.parquetry.format.UsageException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Decides for the records of one topic-partition which schemas their files have. It remembers the schemas that were last
 * decided on, so that the next file begins with them, whichever directory it is for: versions that take turns do not
 * grow every file anew.
 */
public final class RecordSchemas {
    /** After so many records of one schema the others are forgotten. */
    static final long RUN_MAX = 100_000;

    private static final int UNITED_MAX = 256;

    private final SchemaSettings settings;
    private final SchemaRule keyRule;
    private final SchemaRule valueRule;
    private final Inference inference = new Inference();

    /** What the next file begins with; null before the first. */
    private FileSchema latest;

    /** What {@link #latest} was before. */
    private FileSchema before;

    /** Schemas that {@link #latest} was united with, by identity; asked before each record. */
    private final Set<Schema> unitedKeys = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Set<Schema> unitedValues = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The schema of the last values, and of how many records at least. */
    private Schema runSchema;

    private long runLength;

    /** The last schemas of records and their forms. */
    private Form knownKey = Form.UNSEEN;

    private Form knownValue = Form.UNSEEN;

    /** What {@link #inference} says. */
    private Form inferred = Form.inferred(inference.schema());

    public RecordSchemas(SchemaSettings settings) {
        this.settings = settings;
        this.keyRule = new SchemaRule(settings, "key");
        this.valueRule = new SchemaRule(settings, "value");
    }

    /**
     * Takes a record into account for the files that begin later, or that a record makes grow; every record must have been
     * observed before it is placed. Here nothing is refused: what does not go together shows when the record is placed.
     */
    public void observe(SinkRecord record) {
        try {
            if (isInferred(record) && inference.observe(record.value())) {
                inferred = Form.inferred(inference.schema());
            }
            Form value = valueForm(record);
            if (settings.compatibility() == Compatibility.MERGE && value.kind() == Form.Kind.SCHEMA) {
                runLength = value.schema() == runSchema ? runLength : 0;
                runSchema = value.schema();
                if (!unitedValues.contains(value.schema()) || !isUnited(keyForm(record))) {
                    decide(record, value);
                }
            }
        } catch (DataException | UsageException e) {
            // said again, to whom it concerns, when the record is placed
        }
    }

    private boolean isUnited(Form key) {
        return key.kind() != Form.Kind.SCHEMA || unitedKeys.contains(key.schema());
    }

    /**
     * Forgets the schemas that records no longer have, before a file begins: what the last so many records did without is
     * not needed any more, and each record would have to be converted for its sake.
     */
    public void forgetOld() {
        if (runLength >= RUN_MAX && latest != null && latest.value().kind() == Form.Kind.SCHEMA) {
            Form value = Form.of(runSchema);
            if (!latest.value().equals(value)) {
                become(fileSchema(latest.key(), value));
            }
        }
    }

    /** Whether the record may stand in a file of these schemas. */
    public boolean admits(FileSchema file, SinkRecord record) {
        runLength++;
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
        return valueRule.mayGrow(file.value(), next.value()) && keyRule.mayGrow(file.key(), next.key());
    }

    private FileSchema decide(SinkRecord record, Form value) {
        Form key = keyForm(record);
        Form nextKey = latest == null ? key : keyRule.next(latest.key(), key);
        Form nextValue = latest == null ? value : valueRule.next(latest.value(), value);
        if (latest == null || nextKey != latest.key() || nextValue != latest.value()) {
            become(fileSchema(nextKey, nextValue));
        }
        remember(unitedKeys, key);
        remember(unitedValues, value);
        return latest;
    }

    private FileSchema fileSchema(Form key, Form value) {
        return new FileSchema(keyRule, key, valueRule, value, settings.recordMetadata(), settings.decimalPrecision());
    }

    private void become(FileSchema next) {
        before = latest;
        latest = next;
        unitedKeys.clear();
        unitedValues.clear();
    }

    private static void remember(Set<Schema> united, Form form) {
        if (united.size() == UNITED_MAX) {
            united.clear();
        }
        if (form.schema() != null) {
            united.add(form.schema());
        }
    }

    /** Takes the last decision back: no file could be made of it. */
    public void retract() {
        latest = before;
        unitedKeys.clear();
        unitedValues.clear();
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
            case INFER -> inferred;
        };
    }

    private boolean isInferred(SinkRecord record) {
        return record.valueSchema() == null && record.value() != null && settings.schemaless() == Schemaless.INFER;
    }
}
