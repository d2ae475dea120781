package io.parquetry.connect.sink.schema;

import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.schema.InferredValues;
import io.parquetry.connect.common.schema.SchemaText;
import io.parquetry.connect.common.schema.ValueConversion;
import io.parquetry.connect.sink.config.SchemaSettings;
import io.parquetry.format.InvalidRecordException;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The schemas of a file, and the way of a record to them. Records that have the very schemas go as they are; those of
 * other schemas are converted, which is worked out once per schema. Files of one topic-partition share it: one thread at
 * a time.
 */
public final class FileSchema {
    private final RecordLayout layout;
    private final Part key;
    private final Part value;
    private final SchemaFamily family;

    /** @throws org.apache.kafka.connect.errors.DataException when the schemas have no form in a file */
    FileSchema(
            SchemaRule keyRule,
            Form key,
            SchemaRule valueRule,
            Form value,
            SchemaSettings settings,
            SchemaFamily family) {
        RecordMetadata metadata = settings.recordMetadata();
        this.layout = RecordLayout.of(key.schema(), value.schema(), metadata, settings.decimalPrecision());
        this.key = new Part(keyRule, key);
        this.value = new Part(valueRule, value);
        this.family = family;
    }

    /** Where the parts of a record stand in the file. */
    public RecordLayout layout() {
        return layout;
    }

    /** Whether files of the two hold records that go together, so that one of them takes the other's place. */
    public boolean isOfOneFamilyWith(FileSchema other) {
        return family == other.family;
    }

    SchemaFamily family() {
        return family;
    }

    Form key() {
        return key.form;
    }

    Form value() {
        return value.form;
    }

    /** Whether the record may stand in the file. */
    boolean admits(SinkRecord record, Form keyForm, Form valueForm) {
        return (layout.metadata() == RecordMetadata.NONE || key.admits(keyForm, record.key()))
                && value.admits(valueForm, record.value());
    }

    /**
     * The record as the file has it; it must be admitted.
     *
     * @throws InvalidRecordException when its value is not of its schema
     */
    public SinkRecord fit(SinkRecord record) {
        requireStruct(record);
        boolean keyAsIs = layout.metadata() == RecordMetadata.NONE || key.isOwn(record.keySchema(), record.key());
        boolean valueAsIs = value.isOwn(record.valueSchema(), record.value());
        if (keyAsIs && valueAsIs) {
            return record;
        }
        return record.newRecord(
                record.topic(),
                record.kafkaPartition(),
                keyAsIs ? record.keySchema() : key.form.schema(),
                keyAsIs ? record.key() : key.convert(record.keySchema(), record.key()),
                valueAsIs ? record.valueSchema() : value.form.schema(),
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
                    + SchemaText.of(record.valueSchema()) + "; a transformation may have changed one of them");
        }
    }

    /** A row of a file of {@code from} as a record for this one, which must be what that file may grow to. */
    public SinkRecord moved(StoredRecord row, FileSchema from) {
        Object content = value.moved(from.value.form, row.value());
        Schema schema = row.value() == null && row.valueSchema() == null ? null : value.form.schema();
        Optional<StoredRecord.KafkaMetadata> kafka = row.kafka();
        if (kafka.isEmpty()) {
            return new SinkRecord("", 0, null, null, schema, content, 0);
        }
        StoredRecord.KafkaMetadata known = kafka.get();
        return new SinkRecord(
                known.topic(),
                known.partition(),
                known.key() == null && known.keySchema() == null ? null : key.form.schema(),
                key.moved(from.key.form, known.key()),
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

        private final SchemaRule rule;
        private final Form form;

        /** For each schema object that came, how its values come here; empty when they do not. */
        private final Map<Schema, Optional<ValueConversion>> conversions = new IdentityHashMap<>();

        Part(SchemaRule rule, Form form) {
            this.rule = rule;
            this.form = form;
        }

        boolean admits(Form incoming, Object content) {
            return switch (incoming.kind()) {
                case UNSEEN -> true;
                case JSON -> form.kind() == Form.Kind.JSON;
                case INFERRED -> form.kind() == Form.Kind.INFERRED && InferredValues.fits(form.schema(), content);
                case SCHEMA ->
                    incoming.schema() == form.schema()
                            || conversion(incoming.schema()).isPresent();
            };
        }

        private Optional<ValueConversion> conversion(Schema schema) {
            Optional<ValueConversion> known = conversions.get(schema);
            if (known == null) {
                known = compile(schema);
                if (conversions.size() == SCHEMAS_MAX) {
                    conversions.clear();
                }
                conversions.put(schema, known);
            }
            return known;
        }

        private Optional<ValueConversion> compile(Schema schema) {
            return rule.admits(form, Form.of(schema))
                    ? Optional.of(ValueConversion.between(schema, form.schema()))
                    : Optional.empty();
        }

        boolean isOwn(Schema schema, Object content) {
            if (schema == null) {
                return content == null || form.kind() != Form.Kind.INFERRED;
            }
            return schema == form.schema() || conversion(schema).orElseThrow().isIdentity();
        }

        Object convert(Schema schema, Object content) {
            return schema == null
                    ? InferredValues.convert(form.schema(), content)
                    : conversion(schema).orElseThrow().convert(content);
        }

        Object moved(Form from, Object content) {
            return content == null || from.schema() == null || from.equals(form)
                    ? content
                    : ValueConversion.between(from.schema(), form.schema()).convert(content);
        }
    }
}
