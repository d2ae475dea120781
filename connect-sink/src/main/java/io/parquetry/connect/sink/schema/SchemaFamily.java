package io.parquetry.connect.sink.schema;

import io.parquetry.connect.sink.config.SchemaSettings;
import io.parquetry.connect.sink.schema.Meeting.Together;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;

/**
 * Schemas of records that go together. It remembers what was last decided on, so that the next file begins with it,
 * whichever directory it is for: versions that take turns do not grow every file anew.
 */
final class SchemaFamily {
    private static final int UNITED_MAX = 256;

    private final SchemaSettings settings;
    private final SchemaRule keyRule;
    private final SchemaRule valueRule;

    /** What the next file begins with. */
    private FileSchema latest;

    /** What {@link #latest} was before; empty when it is the first. */
    private Optional<FileSchema> before = Optional.empty();

    /** Schemas that {@link #latest} was united with, by identity; asked for each change of schemas in a batch. */
    private final Set<Schema> unitedKeys = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Set<Schema> unitedValues = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The schema of the last values, and of how many records at least; null where schemas are not united. */
    private Schema runSchema;

    private long runLength;

    /** @throws org.apache.kafka.connect.errors.DataException when the schemas have no form in a file */
    SchemaFamily(SchemaSettings settings, SchemaRule keyRule, SchemaRule valueRule, Form key, Form value) {
        this.settings = settings;
        this.keyRule = keyRule;
        this.valueRule = valueRule;
        this.latest = fileSchema(key, value);
        remember(key, value);
    }

    private FileSchema fileSchema(Form key, Form value) {
        return new FileSchema(keyRule, key, valueRule, value, settings, this);
    }

    FileSchema latest() {
        return latest;
    }

    /** Whether nothing is to be decided about records of these forms, because it was lately. */
    boolean knows(Form key, Form value) {
        return isUnited(unitedKeys, latest.key(), key) && isUnited(unitedValues, latest.value(), value);
    }

    private static boolean isUnited(Set<Schema> united, Form latest, Form form) {
        return switch (form.kind()) {
            case UNSEEN -> true;
            case JSON -> latest.kind() == form.kind();
            case INFERRED, SCHEMA -> united.contains(form.schema());
        };
    }

    /** Whether such records may stand in files of {@link #latest} as these are. */
    boolean holds(Form key, Form value) {
        return keyRule.admits(latest.key(), key) && valueRule.admits(latest.value(), value);
    }

    /** Takes such records in if both their keys and their values go together with those here; says what came of it. */
    Meeting join(Form key, Form value) {
        Meeting keys = keyRule.meet(latest.key(), key);
        if (!(keys instanceof Together nextKey)) {
            return keys;
        }
        Meeting values = valueRule.meet(latest.value(), value);
        if (values instanceof Together nextValue) {
            if (nextKey.form() != latest.key() || nextValue.form() != latest.value()) {
                become(fileSchema(nextKey.form(), nextValue.form()));
            }
            remember(key, value);
        }
        return values;
    }

    private void become(FileSchema next) {
        before = Optional.of(latest);
        latest = next;
        unitedKeys.clear();
        unitedValues.clear();
    }

    private void remember(Form key, Form value) {
        remember(unitedKeys, key);
        remember(unitedValues, value);
    }

    private static void remember(Set<Schema> united, Form form) {
        if (united.size() == UNITED_MAX) {
            united.clear();
        }
        if (form.schema() != null) {
            united.add(form.schema());
        }
    }

    /** Takes the last decision back; false when nothing was decided before, so that nothing remains. */
    boolean retract() {
        unitedKeys.clear();
        unitedValues.clear();
        before.ifPresent(former -> latest = former);
        return before.isPresent();
    }

    /** Records of this value schema follow. */
    void runs(Form value) {
        if (value.kind() == Form.Kind.SCHEMA && value.schema() != runSchema) {
            runLength = 0;
            runSchema = value.schema();
        }
    }

    /** A record of the run goes to a file. */
    void count() {
        runLength++;
    }

    /** Forgets what the last so many records did without: else each would have to be converted for its sake. */
    void forgetOld(long runMax) {
        if (runSchema != null && runLength >= runMax && latest.value().kind() == Form.Kind.SCHEMA) {
            Form value = Form.of(runSchema);
            if (!latest.value().equals(value)) {
                become(fileSchema(latest.key(), value));
            }
        }
    }
}
