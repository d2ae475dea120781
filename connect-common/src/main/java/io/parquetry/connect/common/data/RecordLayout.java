package io.parquetry.connect.common.data;

import io.parquetry.connect.common.data.KafkaColumns.Nulls;
import io.parquetry.connect.common.schema.ColumnTypes;
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
 * How records are stored as rows of one file. The layout depends on the schema of the value, the schema of the key
 * where keys are stored, and the record metadata to store. The same arguments always give the same file schema, and the
 * file's key-value metadata holds them.
 */
public final class RecordLayout {
    private final LayoutMetadata source;
    private final Optional<KafkaColumns> kafka;
    private final MessageType schema;

    private RecordLayout(LayoutMetadata source) {
        this.source = source;
        ToParquet types = new ToParquet(source.columns());
        this.kafka =
                source.metadata() == RecordMetadata.NONE ? Optional.empty() : Optional.of(kafkaColumns(source, types));
        this.schema = new MessageType("record", fields(types));
    }

    /**
     * The layout for records with the schemas of this record. A null key or value without schema counts as a value
     * without schema.
     *
     * @param columns of types that can be stored in more than one way
     * @throws DataException when a schema has no Parquet form: it contains itself, is too deep, or a decimal has no
     *     scale
     */
    public static RecordLayout of(SinkRecord record, RecordMetadata metadata, ColumnTypes columns) {
        return of(record.keySchema(), record.valueSchema(), metadata, columns);
    }

    /**
     * The layout for records with these schemas.
     *
     * @param keySchema null for keys without schema; ignored where only the value is stored
     * @param valueSchema null for values without schema
     */
    public static RecordLayout of(Schema keySchema, Schema valueSchema, RecordMetadata metadata, ColumnTypes columns) {
        return of(new LayoutMetadata(
                metadata,
                columns,
                metadata == RecordMetadata.NONE ? Optional.empty() : Optional.ofNullable(keySchema),
                Optional.ofNullable(valueSchema)));
    }

    static RecordLayout of(LayoutMetadata source) {
        return new RecordLayout(source);
    }

    private static KafkaColumns kafkaColumns(LayoutMetadata source, ToParquet types) {
        Type key = source.keySchema()
                .map(schema -> types.column("key", Repetition.OPTIONAL, schema))
                .orElseGet(() -> json("key"));
        return new KafkaColumns(key, nulls(source.keySchema()), nulls(source.valueSchema()));
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
            return types.fields(source.valueSchema().orElseThrow());
        }
        Optional<Schema> value = source.valueSchema();
        boolean mayBeNull = value.isEmpty() || value.get().isOptional();
        return List.of(value(types, mayBeNull ? Repetition.OPTIONAL : Repetition.REQUIRED));
    }

    private Type value(ToParquet types, Repetition repetition) {
        return source.valueSchema()
                .map(schema -> types.column(KafkaColumns.VALUE, repetition, schema))
                .orElseGet(() -> json(KafkaColumns.VALUE));
    }

    boolean isStruct() {
        return source.valueSchema()
                .filter(value -> value.type() == Schema.Type.STRUCT)
                .isPresent();
    }

    Optional<KafkaColumns> kafka() {
        return kafka;
    }

    /** The schema of values; empty for values without schema. */
    public Optional<Schema> valueSchema() {
        return source.valueSchema();
    }

    /** The schema of keys; empty for keys without schema, and where keys are not stored. */
    public Optional<Schema> keySchema() {
        return source.keySchema();
    }

    public RecordMetadata metadata() {
        return source.metadata();
    }

    /** The schema of the file. */
    public MessageType schema() {
        return schema;
    }

    /** A walker for {@link SinkRecord}s; each writer needs one of its own. */
    public RecordWalker<SinkRecord> walker() {
        return new SinkRecordWalker(this).walker();
    }

    /** The key-value metadata that the footer must have for the records to be restored. */
    public Map<String, String> keyValueMetadata() {
        return Map.of(LayoutMetadata.KEY, source.write());
    }
}
