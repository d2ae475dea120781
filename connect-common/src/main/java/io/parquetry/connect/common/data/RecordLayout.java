package io.parquetry.connect.common.data;

import io.parquetry.connect.common.data.KafkaColumns.Nulls;
import io.parquetry.connect.common.schema.ToParquet;
import io.parquetry.format.model.RecordWalker;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * How the records of one file stand in it: made from the value's schema, the key's schema where the key is kept, and the
 * wish to keep what Kafka knows. The same arguments always give the same file schema, and the footer note holds them.
 */
public final class RecordLayout {
    private final LayoutMetadata note;
    private final Optional<KafkaColumns> kafka;
    private final MessageType schema;

    private RecordLayout(LayoutMetadata note) {
        this.note = note;
        ToParquet types = new ToParquet(note.decimalPrecision());
        this.kafka = note.metadata() == RecordMetadata.NONE ? Optional.empty() : Optional.of(kafkaColumns(note, types));
        this.schema = new MessageType("record", fields(types));
    }

    /**
     * The layout for records like this one; a null key or value without schema tells nothing and is taken for one
     * without schema.
     *
     * @param decimalPrecisionDefault precision of decimals whose schema gives none
     * @throws DataException when a schema has no Parquet form: it contains itself, is too deep, or a decimal has no
     *     scale
     */
    public static RecordLayout of(SinkRecord record, RecordMetadata metadata, int decimalPrecisionDefault) {
        return of(record.keySchema(), record.valueSchema(), metadata, decimalPrecisionDefault);
    }

    /**
     * The layout for records with these schemas.
     *
     * @param keySchema null for keys without schema; not looked at where only the value is kept
     * @param valueSchema null for values without schema
     */
    public static RecordLayout of(
            Schema keySchema, Schema valueSchema, RecordMetadata metadata, int decimalPrecisionDefault) {
        return of(new LayoutMetadata(
                metadata,
                decimalPrecisionDefault,
                metadata == RecordMetadata.NONE ? Optional.empty() : Optional.ofNullable(keySchema),
                Optional.ofNullable(valueSchema)));
    }

    static RecordLayout of(LayoutMetadata note) {
        return new RecordLayout(note);
    }

    private static KafkaColumns kafkaColumns(LayoutMetadata note, ToParquet types) {
        Type key = note.keySchema()
                .map(schema -> types.column("key", Repetition.OPTIONAL, schema))
                .orElseGet(() -> json("key"));
        return new KafkaColumns(key, nulls(note.keySchema()), nulls(note.valueSchema()));
    }

    private static Nulls nulls(Optional<Schema> schema) {
        return schema.filter(Schema::isOptional).isPresent() ? Nulls.EITHER : Nulls.WITHOUT_SCHEMA;
    }

    private static Type json(String name) {
        return PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.JSON);
    }

    private List<Type> fields(ToParquet types) {
        if (kafka.isPresent()) {
            return List.of(kafka.get().group(), value(types, Repetition.OPTIONAL));
        }
        if (isStruct()) {
            return types.fields(note.valueSchema().orElseThrow());
        }
        Optional<Schema> value = note.valueSchema();
        boolean mayBeNull = value.isEmpty() || value.get().isOptional();
        return List.of(value(types, mayBeNull ? Repetition.OPTIONAL : Repetition.REQUIRED));
    }

    private Type value(ToParquet types, Repetition repetition) {
        return note.valueSchema()
                .map(schema -> types.column(KafkaColumns.VALUE, repetition, schema))
                .orElseGet(() -> json(KafkaColumns.VALUE));
    }

    boolean isStruct() {
        return note.valueSchema()
                .filter(value -> value.type() == Schema.Type.STRUCT)
                .isPresent();
    }

    Optional<KafkaColumns> kafka() {
        return kafka;
    }

    /** What the value's schema is; empty for values without one. */
    public Optional<Schema> valueSchema() {
        return note.valueSchema();
    }

    /** What the key's schema is; empty for keys without one, and where keys are not kept. */
    public Optional<Schema> keySchema() {
        return note.keySchema();
    }

    public RecordMetadata metadata() {
        return note.metadata();
    }

    /** The schema of the file. */
    public MessageType schema() {
        return schema;
    }

    /** A walker for {@link SinkRecord}s; each writer needs one of its own. */
    public RecordWalker<SinkRecord> walker() {
        return new SinkRecordWalker(this).walker();
    }

    /** What the footer must hold so that the records come back as they were. */
    public Map<String, String> footerNotes() {
        return Map.of(LayoutMetadata.KEY, note.write());
    }
}
