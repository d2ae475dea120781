package io.parquetry.connect.sink.schema;

import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.schema.InferredValues;
import io.parquetry.connect.common.schema.SchemaDescription;
import io.parquetry.connect.common.schema.ValueConversion;
import io.parquetry.connect.sink.config.FileSchemaSettings;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.schema.GroupType;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The schemas of a file, and the conversion of records to them. A record that has the same schema objects is written
 * as it is; others are converted, by a conversion that is compiled once per schema. Files of one topic-partition
 * share it: one thread at a time.
 */
public final class FileSchema {
    private final RecordLayout layout;
    private final Part key;
    private final Part value;
    private final ColumnNames names;
    private final SchemaFamily family;

    /**
     * @param variant the column of values without schema; empty where they are JSON text
     * @throws org.apache.kafka.connect.errors.DataException when a file cannot have the schemas
     */
    FileSchema(
            CompatibilityRule keyRule,
            ObservedSchema key,
            CompatibilityRule valueRule,
            ObservedSchema value,
            FileSchemaSettings settings,
            ColumnNames names,
            Optional<GroupType> variant,
            SchemaFamily family) {
        RecordLayout whole = RecordLayout.of(
                key.schema(),
                value.schema(),
                settings.recordMetadata(),
                settings.layout(),
                settings.columns(),
                variant);
        this.layout = settings.columns().form().isOfTable() ? whole.without(unknown(key, value)) : whole;
        this.key = new Part(keyRule, key);
        this.value = new Part(valueRule, value);
        this.names = names;
        this.family = family;
    }

    /**
     * The parts of which only nulls without schema came. Their columns would be text, and the table may have, or get
     * later, another type there.
     */
    private static Set<String> unknown(ObservedSchema key, ObservedSchema value) {
        Set<String> unknown = new HashSet<>();
        if (key.kind() == ObservedSchema.Kind.UNKNOWN) {
            unknown.add(RecordLayout.KEY_COLUMN);
        }
        if (value.kind() == ObservedSchema.Kind.UNKNOWN) {
            unknown.add(RecordLayout.VALUE_COLUMN);
        }
        return unknown;
    }

    /** The columns of the parts of a record; for a table none of a part of which only nulls without schema came. */
    public RecordLayout layout() {
        return layout;
    }

    /** Whether the two hold compatible records, so that a file of one replaces a file of the other. */
    public boolean isOfSameFamily(FileSchema other) {
        return family == other.family;
    }

    SchemaFamily family() {
        return family;
    }

    ObservedSchema key() {
        return key.observed;
    }

    ObservedSchema value() {
        return value.observed;
    }

    /** Whether the file can hold the record. */
    boolean isWritable(SinkRecord record, ObservedSchema recordKey, ObservedSchema recordValue) {
        return (layout.metadata() == RecordMetadata.NONE || key.isWritable(recordKey, record.key()))
                && value.isWritable(recordValue, record.value());
    }

    /**
     * The record in the schemas of the file, which must be able to hold it.
     *
     * @throws InvalidRecordException when its value is not of its schema
     */
    public SinkRecord fit(SinkRecord given) {
        SinkRecord record = names.of(given);
        requireStruct(record);
        boolean keyAsIs = layout.metadata() == RecordMetadata.NONE || key.isOwn(record.keySchema(), record.key());
        boolean valueAsIs = value.isOwn(record.valueSchema(), record.value());
        if (keyAsIs && valueAsIs) {
            return record;
        }
        return record.newRecord(
                record.topic(),
                record.kafkaPartition(),
                keyAsIs ? record.keySchema() : key.observed.schema(),
                keyAsIs ? record.key() : key.convert(record.keySchema(), record.key()),
                valueAsIs ? record.valueSchema() : value.observed.schema(),
                valueAsIs ? record.value() : value.convert(record.valueSchema(), record.value()),
                record.timestamp(),
                record.headers());
    }

    private static void requireStruct(SinkRecord record) {
        if (record.valueSchema() != null
                && record.valueSchema().type() == Schema.Type.STRUCT
                && record.value() != null
                && !(record.value() instanceof Struct)) {
            throw new InvalidRecordException("the value is a "
                    + record.value().getClass().getName() + ", but its schema says that it is a struct: "
                    + SchemaDescription.of(record.valueSchema()) + "; a transformation may have changed one of them");
        }
    }

    /**
     * A row of a file of {@code from} as a record for this file; the file of {@code from} must be able to grow to
     * this.
     */
    public SinkRecord moved(StoredRecord row, FileSchema from) {
        Object content = value.moved(from.value.observed, row.value());
        Schema schema = row.value() == null && row.valueSchema() == null ? null : value.observed.schema();
        Optional<StoredRecord.KafkaMetadata> kafka = row.kafka();
        if (kafka.isEmpty()) {
            return new SinkRecord("", 0, null, null, schema, content, 0);
        }
        StoredRecord.KafkaMetadata known = kafka.get();
        return new SinkRecord(
                known.topic(),
                known.partition(),
                known.key() == null && known.keySchema() == null ? null : key.observed.schema(),
                key.moved(from.key.observed, known.key()),
                schema,
                content,
                known.offset(),
                known.timestamp(),
                known.timestampType(),
                known.headers());
    }

    /** The key, or the value. */
    private static final class Part {
        private static final int SCHEMAS_MAX = 256;

        private final CompatibilityRule rule;
        private final ObservedSchema observed;

        /** The conversion of the values of each schema object that came; empty when the file cannot hold them. */
        private final Map<Schema, Optional<ValueConversion>> conversions = new IdentityHashMap<>();

        /** The schema of the rows that were moved last; null before. */
        private Schema movedFrom;

        /** The conversion of these rows; empty when they have the schema of the file. */
        private Optional<ValueConversion> moving = Optional.empty();

        Part(CompatibilityRule rule, ObservedSchema observed) {
            this.rule = rule;
            this.observed = observed;
        }

        boolean isWritable(ObservedSchema incoming, Object content) {
            return switch (incoming.kind()) {
                case UNKNOWN -> true;
                case JSON -> observed.kind() == ObservedSchema.Kind.JSON;
                case INFERRED ->
                    observed.kind() == ObservedSchema.Kind.INFERRED && InferredValues.fits(observed.schema(), content);
                case DECLARED ->
                    incoming.schema() == observed.schema()
                            || conversion(incoming.schema()).isPresent();
            };
        }

        private Optional<ValueConversion> conversion(Schema schema) {
            Optional<ValueConversion> cached = conversions.get(schema);
            if (cached == null) {
                cached = compile(schema);
                if (conversions.size() == SCHEMAS_MAX) {
                    conversions.clear();
                }
                conversions.put(schema, cached);
            }
            return cached;
        }

        private Optional<ValueConversion> compile(Schema schema) {
            return rule.isWritable(ObservedSchema.declared(schema), observed)
                    ? Optional.of(ValueConversion.between(schema, observed.schema()))
                    : Optional.empty();
        }

        boolean isOwn(Schema schema, Object content) {
            if (schema == null) {
                return content == null || observed.kind() != ObservedSchema.Kind.INFERRED;
            }
            return schema == observed.schema()
                    || conversion(schema).orElseThrow().isIdentity();
        }

        Object convert(Schema schema, Object content) {
            return schema == null
                    ? InferredValues.convert(observed.schema(), content)
                    : conversion(schema).orElseThrow().convert(content);
        }

        Object moved(ObservedSchema from, Object content) {
            if (content == null || from.schema() == null) {
                return content;
            }
            if (from.schema() != movedFrom) {
                movedFrom = from.schema();
                moving = from.equals(observed)
                        ? Optional.empty()
                        : Optional.of(ValueConversion.between(movedFrom, observed.schema()));
            }
            return moving.isPresent() ? moving.get().convert(content) : content;
        }
    }
}
