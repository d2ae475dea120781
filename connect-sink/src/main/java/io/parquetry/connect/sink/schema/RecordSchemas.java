package io.parquetry.connect.sink.schema;

import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.data.ValueLayout;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.schema.Inference;
import io.parquetry.connect.common.schema.InferredValues;
import io.parquetry.connect.common.schema.VariantSample;
import io.parquetry.connect.sink.config.FileSchemaSettings;
import io.parquetry.connect.sink.config.FileSchemaSettings.Compatibility;
import io.parquetry.connect.sink.config.FileSchemaSettings.Incompatible;
import io.parquetry.connect.sink.config.FileSchemaSettings.NameCase;
import io.parquetry.connect.sink.config.FileSchemaSettings.Schemaless;
import io.parquetry.connect.sink.schema.SchemaMatch.Compatible;
import io.parquetry.connect.sink.schema.SchemaMatch.Conflict;
import io.parquetry.format.UsageException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Decides for the records of one topic-partition which schemas their files have. Compatible schemas are a family; each
 * family has files of its own, so that record types that take turns do not close each other's files.
 */
public final class RecordSchemas {
    private static final Log LOG = Log.of(RecordSchemas.class);

    /** After so many records of one schema of a family its other schemas are forgotten. */
    static final long RUN_MAX = 100_000;

    /** With one more, the oldest family is forgotten; its open files stay open. */
    static final int FAMILIES_MAX = 100;

    private final FileSchemaSettings settings;
    private final CompatibilityRule keyRule;
    private final CompatibilityRule valueRule;
    private final ColumnNames names;
    private final Inference inference;

    /** Decides on the columns of variants; empty where values without schema are no variants. */
    private final Optional<VariantSample> variants;

    private final List<SchemaFamily> families = new ArrayList<>();

    private boolean warned;

    /** The schemas of the last record. */
    private ObservedSchema lastKey = ObservedSchema.UNKNOWN;

    private ObservedSchema lastValue = ObservedSchema.UNKNOWN;

    /** The schema of {@link #inference}. */
    private ObservedSchema inferred;

    /**
     * @param directoryKeys the names of {@code key=value} directories, which engines read as columns
     * @param defaults the columns of the table that have a value in files without them, by their paths
     */
    public RecordSchemas(
            FileSchemaSettings settings,
            Collection<String> directoryKeys,
            Supplier<? extends Collection<List<String>>> defaults) {
        this.settings = settings;
        this.names = new ColumnNames(settings, directoryKeys);
        this.inference = settings.names() == NameCase.FAIL ? Inference.ofDistinctNames() : new Inference();
        this.inferred = ObservedSchema.inferred(inference.schema());
        this.keyRule = new CompatibilityRule(
                settings,
                "key",
                new DefaultColumns(defaults, List.of(RecordLayout.KAFKA_COLUMN, RecordLayout.KEY_COLUMN)));
        this.valueRule = new CompatibilityRule(settings, "value", new DefaultColumns(defaults, valuePlace(settings)));
        this.variants = settings.schemaless() == Schemaless.VARIANT
                ? Optional.of(settings.variantShred().sample())
                : Optional.empty();
    }

    private static List<String> valuePlace(FileSchemaSettings settings) {
        boolean isNested = settings.recordMetadata() != RecordMetadata.NONE && settings.layout() == ValueLayout.NESTED;
        return isNested ? List.of(RecordLayout.VALUE_COLUMN) : List.of();
    }

    /**
     * Includes a record's schemas ahead of {@link #include}, so that a file grows once for all records of a batch and
     * not for each. Nothing is refused here: a record that no file can hold is refused by {@link #include}.
     */
    public void includeAhead(SinkRecord original) {
        try {
            SinkRecord record = names.of(original);
            infer(record);
            observe(record);
            ObservedSchema value = valueOf(record);
            if (settings.compatibility() == Compatibility.MERGE && value.kind() == ObservedSchema.Kind.DECLARED) {
                decide(keyOf(record), value);
            }
        } catch (DataException | UsageException e) {
            // include() throws it again for the record that it is about
        }
    }

    /** Has a value without schema count for the columns of variants. */
    public void observe(SinkRecord record) {
        if (variants.isPresent() && record.valueSchema() == null) {
            variants.get().observe(record.value());
        }
    }

    /** Whether a file of these schemas can hold the record. */
    public boolean isWritable(SinkRecord incoming, FileSchema file) {
        SinkRecord record = names.of(incoming);
        return file.isWritable(record, keyOf(record), valueOf(record));
    }

    /**
     * Includes a record's schemas in a family, or begins a family with them.
     *
     * @return the schemas of the file that is to hold the record: a new file, or an open file that {@link #mayGrow}
     * @throws DataException when the record's schemas cannot be stored, or are incompatible with the others
     */
    public FileSchema include(SinkRecord incoming) {
        SinkRecord record = names.of(incoming);
        infer(record);
        return decide(keyOf(record), valueOf(record)).latest();
    }

    /** The schemas of a file that has this record alone; no decision is changed by it. */
    public FileSchema ofAlone(SinkRecord incoming) {
        SinkRecord record = names.of(incoming);
        return ofAlone(keyOf(record), valueOf(record));
    }

    private FileSchema ofAlone(ObservedSchema key, ObservedSchema value) {
        return new SchemaFamily(settings, names, keyRule, valueRule, variants, key, value).latest();
    }

    /** Whether a file can take other schemas, because all of its rows have a place in them. */
    public boolean mayGrow(FileSchema file, FileSchema next) {
        return valueRule.mayGrow(file.value(), next.value()) && keyRule.mayGrow(file.key(), next.key());
    }

    /** A record was written to a file of these schemas; called for each record, so it only counts. */
    public void recordWritten(FileSchema file, SinkRecord record) {
        if (settings.compatibility() == Compatibility.MERGE) {
            file.family().recordWritten(names.of(record).valueSchema());
        }
    }

    /**
     * Forgets, before a file is opened for a record, the schemas that the last records of its family did not have. The
     * file shreds variants by the sample of today.
     */
    public void forgetUnused(SinkRecord incoming) {
        SinkRecord record = names.of(incoming);
        familyOf(keyOf(record), valueOf(record)).ifPresent(family -> family.forgetUnused(RUN_MAX));
    }

    /** Whether values that are still to come cannot change the columns of variants. */
    public boolean areVariantsDecided() {
        return variants.isEmpty() || variants.get().isComplete();
    }

    /**
     * Shreds variants by the values that have come, as far as the sample looks at them.
     *
     * @return the schemas with which a file of variants can replace its own; empty when it has these columns already
     */
    public Optional<FileSchema> updateVariants(FileSchema file) {
        if (variants.isEmpty() || file.value().schema() != null) {
            return Optional.empty();
        }
        file.family().updateVariants();
        FileSchema today = file.family().latest();
        boolean same = today.layout().schema().equals(file.layout().schema());
        return same || !mayGrow(file, today) ? Optional.empty() : Optional.of(today);
    }

    /** Rolls the last decision back, because no file can have these schemas. */
    public void rollBack(FileSchema schema) {
        if (!schema.family().rollBack()) {
            families.remove(schema.family());
        }
    }

    /** The family of such records, which includes their schemas from here on. */
    private SchemaFamily decide(ObservedSchema key, ObservedSchema value) {
        Optional<SchemaFamily> present = familyOf(key, value);
        if (present.isPresent() && present.get().hasMember(key, value)) {
            return present.get();
        }
        List<SchemaFamily> candidates = new ArrayList<>(families);
        present.ifPresent(family -> Collections.swap(candidates, 0, candidates.indexOf(family)));
        for (SchemaFamily family : candidates) {
            SchemaMatch match = family.join(key, value);
            if (match instanceof Compatible) {
                return family;
            }
            if (match instanceof Conflict conflict) {
                report(conflict);
            }
        }
        return begin(key, value);
    }

    /** The family whose latest schemas can hold such records. */
    private Optional<SchemaFamily> familyOf(ObservedSchema key, ObservedSchema value) {
        return first(family -> family.hasMember(key, value)).or(() -> first(family -> family.isWritable(key, value)));
    }

    private Optional<SchemaFamily> first(Predicate<SchemaFamily> wanted) {
        for (SchemaFamily family : families) {
            if (wanted.test(family)) {
                return Optional.of(family);
            }
        }
        return Optional.empty();
    }

    private void report(Conflict conflict) {
        if (settings.incompatible() == Incompatible.ERROR_RECORD) {
            throw new DataException(
                    conflict.reason() + "; with schema.incompatible=rotate it would go to a file of its own");
        }
        if (!warned) {
            LOG.warn(
                    "a record cannot be stored in the files of the records before it and goes to files of its own:"
                            + " {}. Give types of one shape one name by SetSchemaMetadata$Value, or, without"
                            + " table.format, a directory each by path.template=type=${schema.name}/...",
                    conflict.reason());
            warned = true;
        }
    }

    private SchemaFamily begin(ObservedSchema key, ObservedSchema value) {
        SchemaFamily begun = new SchemaFamily(settings, names, keyRule, valueRule, variants, key, value);
        if (families.size() == FAMILIES_MAX) {
            families.remove(0);
        }
        families.add(begun);
        return begun;
    }

    private void infer(SinkRecord record) {
        boolean schemaless = record.valueSchema() == null && record.value() != null;
        if (schemaless && settings.schemaless() == Schemaless.INFER) {
            if (!InferredValues.fits(inferred.schema(), record.value())) {
                requireStorable(record);
            }
            if (inference.observe(record.value())) {
                inferred = ObservedSchema.inferred(inference.schema());
            }
        }
    }

    /**
     * Refuses a value with fields that no file can have: all values after it would be refused with it.
     *
     * @throws DataException when it has such fields
     */
    private void requireStorable(SinkRecord record) {
        Inference alone = new Inference();
        alone.observe(record.value());
        ofAlone(keyOf(record), ObservedSchema.inferred(alone.schema()));
    }

    private ObservedSchema keyOf(SinkRecord record) {
        if (settings.recordMetadata() == RecordMetadata.NONE) {
            return ObservedSchema.UNKNOWN;
        }
        Schema schema = record.keySchema();
        if (schema == null) {
            return record.key() == null ? ObservedSchema.UNKNOWN : ObservedSchema.JSON;
        }
        if (schema != lastKey.schema()) {
            lastKey = ObservedSchema.declared(schema);
        }
        return lastKey;
    }

    private ObservedSchema valueOf(SinkRecord record) {
        Schema schema = record.valueSchema();
        if (schema == null) {
            return record.value() == null ? ObservedSchema.UNKNOWN : schemaless();
        }
        if (schema != lastValue.schema()) {
            lastValue = ObservedSchema.declared(schema);
        }
        return lastValue;
    }

    private ObservedSchema schemaless() {
        return switch (settings.schemaless()) {
            case FAIL ->
                throw new DataException("the value has no schema; set schemaless=json to keep it as text, or variant to"
                        + " keep its types, or use a converter that gives schemas. Without table.format,"
                        + " schemaless=infer makes columns of its content");
            case JSON, VARIANT -> ObservedSchema.JSON;
            case INFER -> inferred;
        };
    }
}
