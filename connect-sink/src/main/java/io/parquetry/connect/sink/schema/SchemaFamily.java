package io.parquetry.connect.sink.schema;

import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.schema.VariantSample;
import io.parquetry.connect.sink.config.FileSchemaSettings;
import io.parquetry.connect.sink.schema.SchemaMatch.Compatible;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;

/**
 * Compatible schemas of records. It remembers the schemas that were decided on last, so that the next file begins with
 * them, whichever directory it is for: versions that take turns do not make every file grow.
 */
final class SchemaFamily {
    private static final int MEMBERS_MAX = 256;

    private final FileSchemaSettings settings;
    private final ColumnNames names;
    private final CompatibilityRule keyRule;
    private final CompatibilityRule valueRule;
    private final Optional<VariantSample> variants;

    /** The schemas of the next file. */
    private FileSchema latest;

    /** The schemas before {@link #latest}; empty when there were none. */
    private Optional<FileSchema> previous = Optional.empty();

    /** Schemas that {@link #latest} includes, by identity; tested for each change of schemas in a batch. */
    private final Set<Schema> memberKeys = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Set<Schema> memberValues = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The schema of the last written values, and how many records had it; null before the first. */
    private Schema runSchema;

    private long runLength;

    /** @throws org.apache.kafka.connect.errors.DataException when a file cannot have the schemas */
    SchemaFamily(
            FileSchemaSettings settings,
            ColumnNames names,
            CompatibilityRule keyRule,
            CompatibilityRule valueRule,
            Optional<VariantSample> variants,
            ObservedSchema key,
            ObservedSchema value) {
        this.settings = settings;
        this.names = names;
        this.keyRule = keyRule;
        this.valueRule = valueRule;
        this.variants = variants;
        this.latest = fileSchema(key, value);
        remember(key, value);
    }

    private FileSchema fileSchema(ObservedSchema key, ObservedSchema value) {
        FileSchema schema = new FileSchema(
                keyRule, key, valueRule, value, settings, names, variants.map(RecordLayout::variant), this);
        names.check(schema.layout().schema());
        return schema;
    }

    FileSchema latest() {
        return latest;
    }

    /** Whether {@link #latest} was found lately to include these schemas. */
    boolean hasMember(ObservedSchema key, ObservedSchema value) {
        return isMember(memberKeys, latest.key(), key) && isMember(memberValues, latest.value(), value);
    }

    private static boolean isMember(Set<Schema> members, ObservedSchema latest, ObservedSchema observed) {
        return switch (observed.kind()) {
            case UNKNOWN -> true;
            case JSON -> latest.kind() == observed.kind();
            case INFERRED, DECLARED -> members.contains(observed.schema());
        };
    }

    /** Whether such records can be written to files of {@link #latest}. */
    boolean isWritable(ObservedSchema key, ObservedSchema value) {
        return keyRule.isWritable(key, latest.key()) && valueRule.isWritable(value, latest.value());
    }

    /** Includes such records if both their keys and their values are compatible; returns the match that decided. */
    SchemaMatch join(ObservedSchema key, ObservedSchema value) {
        SchemaMatch keys = keyRule.match(latest.key(), key);
        if (!(keys instanceof Compatible nextKey)) {
            return keys;
        }
        SchemaMatch values = valueRule.match(latest.value(), value);
        if (values instanceof Compatible nextValue) {
            if (nextKey.schema() != latest.key() || nextValue.schema() != latest.value()) {
                become(fileSchema(nextKey.schema(), nextValue.schema()));
            }
            remember(key, value);
        }
        return values;
    }

    private void become(FileSchema next) {
        previous = Optional.of(latest);
        latest = next;
        memberKeys.clear();
        memberValues.clear();
    }

    private void remember(ObservedSchema key, ObservedSchema value) {
        remember(memberKeys, key);
        remember(memberValues, value);
    }

    private static void remember(Set<Schema> members, ObservedSchema observed) {
        if (members.size() == MEMBERS_MAX) {
            members.clear();
        }
        if (observed.schema() != null) {
            members.add(observed.schema());
        }
    }

    /** Returns to the schemas before the last decision; false when there were none, so that the family is empty. */
    boolean rollBack() {
        memberKeys.clear();
        memberValues.clear();
        previous.ifPresent(former -> latest = former);
        return previous.isPresent();
    }

    /** A record with this value schema was written. */
    void recordWritten(Schema valueSchema) {
        if (valueSchema != null && valueSchema != runSchema) {
            runSchema = valueSchema;
            runLength = 0;
        }
        runLength++;
    }

    /**
     * Forgets schemas that the last {@code runMax} records did not have: else each would be converted for their sake.
     */
    void forgetUnused(long runMax) {
        if (runSchema != null && runLength >= runMax && latest.value().kind() == ObservedSchema.Kind.DECLARED) {
            ObservedSchema value = ObservedSchema.declared(runSchema);
            if (!latest.value().equals(value)) {
                become(fileSchema(latest.key(), value));
            }
        }
        updateVariants();
    }

    /** Shreds variants by the sample of today from here on. */
    void updateVariants() {
        if (variants.isPresent() && latest.value().schema() == null) {
            FileSchema today = fileSchema(latest.key(), latest.value());
            if (!today.layout().schema().equals(latest.layout().schema())) {
                become(today);
            }
        }
    }
}
