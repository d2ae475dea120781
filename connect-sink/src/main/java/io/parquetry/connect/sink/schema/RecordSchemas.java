package io.parquetry.connect.sink.schema;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.schema.Inference;
import io.parquetry.connect.sink.config.SchemaSettings;
import io.parquetry.connect.sink.config.SchemaSettings.Compatibility;
import io.parquetry.connect.sink.config.SchemaSettings.Incompatible;
import io.parquetry.connect.sink.config.SchemaSettings.Schemaless;
import io.parquetry.connect.sink.schema.Meeting.Conflict;
import io.parquetry.connect.sink.schema.Meeting.Together;
import io.parquetry.format.UsageException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides for the records of one topic-partition which schemas their files have. Schemas that go together are a family;
 * those that do not are several, each of which has files of its own, so that record types that take turns do not end
 * each other's files.
 */
public final class RecordSchemas {
    private static final Logger LOG = LoggerFactory.getLogger(RecordSchemas.class);

    /** After so many records of one schema of a family its others are forgotten. */
    static final long RUN_MAX = 100_000;

    /** With one more, the oldest family is forgotten; its open files go on. */
    static final int FAMILIES_MAX = 100;

    private final SchemaSettings settings;
    private final SchemaRule keyRule;
    private final SchemaRule valueRule;
    private final Inference inference = new Inference();

    private final List<SchemaFamily> families = new ArrayList<>();

    private boolean warned;

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
                decide(keyForm(record), value).runs(value);
            }
        } catch (DataException | UsageException e) {
            // said again, to whom it concerns, when the record is placed
        }
    }

    /**
     * Forgets the schemas that records like this one no longer have, before a file begins for it: what the last so many
     * of its family did without is not needed any more.
     */
    public void forgetOld(SinkRecord record) {
        familyOf(keyForm(record), valueForm(record)).ifPresent(family -> family.forgetOld(RUN_MAX));
    }

    /** Whether the record may stand in a file of these schemas. */
    public boolean admits(FileSchema file, SinkRecord record) {
        boolean admitted = file.admits(record, keyForm(record), valueForm(record));
        if (admitted) {
            file.family().count();
        }
        return admitted;
    }

    /**
     * The schemas of the file that is to take the record: one that begins, or an open one that {@link #mayGrow}.
     *
     * @throws DataException when the record's schemas cannot be stored, or do not go together with the others
     */
    public FileSchema schemaFor(SinkRecord record) {
        return decide(keyForm(record), valueForm(record)).latest();
    }

    /** Whether a file may take other schemas, because all of its rows have a place in them. */
    public boolean mayGrow(FileSchema file, FileSchema next) {
        return valueRule.mayGrow(file.value(), next.value()) && keyRule.mayGrow(file.key(), next.key());
    }

    /** Takes the decision for these schemas back: no file could be made of them. */
    public void retract(FileSchema schema) {
        if (!schema.family().retract()) {
            families.remove(schema.family());
        }
    }

    /** The family of such records, which has a place for them from here on. */
    private SchemaFamily decide(Form key, Form value) {
        Optional<SchemaFamily> present = familyOf(key, value);
        if (present.isPresent() && present.get().knows(key, value)) {
            return present.get();
        }
        List<SchemaFamily> candidates = new ArrayList<>(families);
        present.ifPresent(family -> Collections.swap(candidates, 0, candidates.indexOf(family)));
        for (SchemaFamily family : candidates) {
            Meeting meeting = family.join(key, value);
            if (meeting instanceof Together) {
                return family;
            }
            if (meeting instanceof Conflict conflict) {
                tell(conflict);
            }
        }
        return begin(key, value);
    }

    /** The family that has a place for such records as it is. */
    private Optional<SchemaFamily> familyOf(Form key, Form value) {
        return first(family -> family.knows(key, value)).or(() -> first(family -> family.holds(key, value)));
    }

    private Optional<SchemaFamily> first(Predicate<SchemaFamily> wanted) {
        return families.stream().filter(wanted).findFirst();
    }

    private void tell(Conflict conflict) {
        if (settings.incompatible() == Incompatible.ERROR_RECORD) {
            throw new DataException(
                    conflict.reason() + "; with schema.incompatible=rotate it would go to a file of its own");
        }
        if (!warned) {
            LOG.warn(
                    "a record has no place in the files of those before it, and goes to files of its own beside them:"
                            + " {}. To tell such files apart let the records go to different directories; to report such"
                            + " records set schema.incompatible=error-record",
                    conflict.reason());
            warned = true;
        }
    }

    private SchemaFamily begin(Form key, Form value) {
        SchemaFamily begun = new SchemaFamily(settings, keyRule, valueRule, key, value);
        if (families.size() == FAMILIES_MAX) {
            families.remove(0);
        }
        families.add(begun);
        return begun;
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
