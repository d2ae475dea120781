package io.parquetry.connect.common.data;

import io.parquetry.connect.common.data.KafkaColumns.Nulls;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.common.schema.ToParquet;
import io.parquetry.connect.common.schema.VariantSample;
import io.parquetry.format.model.RecordWalker;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.TimeUnit;
import io.parquetry.format.schema.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * How records are stored as rows of one file. The layout depends on the schema of the value, the schema of the key
 * where keys are stored, and the record metadata to store. The same arguments always give the same file schema, and the
 * file's key-value metadata holds them.
 */
public final class RecordLayout {
    /** The column of all that a record has beside its value. */
    public static final String KAFKA_COLUMN = KafkaColumns.GROUP;

    /** The column in {@link #KAFKA_COLUMN} that has the keys. */
    public static final String KEY_COLUMN = "key";

    /** The column that has the values, unless each of their fields is a column. */
    public static final String VALUE_COLUMN = KafkaColumns.VALUE;

    /** Columns whose numbers mostly rise a little from record to record. */
    public static final List<String> RISING_COLUMNS = KafkaColumns.RISING;

    private final LayoutMetadata source;
    private final Optional<KafkaColumns> kafka;
    private final MessageType schema;
    /** Written once for all files of the layout; empty before the first. */
    private Map<String, String> keyValueMetadata = Map.of();

    /** The column of values without schema, to be given to {@link #of} with its form. */
    public static GroupType variant(VariantSample sample) {
        return sample.column(KafkaColumns.VALUE);
    }

    /** The column of the metadata as it is known without a record, which is without the key; empty for none. */
    public static Optional<GroupType> knownMetadata(RecordMetadata metadata, ValueLayout layout, ColumnTypes columns) {
        return of(null, null, metadata, layout, columns)
                .without(Set.of(KEY_COLUMN))
                .kafka
                .map(KafkaColumns::group);
    }

    private RecordLayout(LayoutMetadata source, Optional<MessageType> numbered) {
        this.source = source;
        ToParquet types = new ToParquet(source.columns());
        this.kafka =
                source.metadata() == RecordMetadata.NONE ? Optional.empty() : Optional.of(kafkaColumns(source, types));
        this.schema = numbered.orElseGet(() -> new MessageType("record", fields(types)));
    }

    /**
     * The nested layout for records with the schemas of this record. A null key or value without schema counts as a
     * value without schema.
     *
     * @param columns of types that can be stored in more than one way
     * @throws DataException when a schema has no Parquet form: it contains itself, is too deep, or a decimal has no
     *     scale
     */
    public static RecordLayout of(SinkRecord record, RecordMetadata metadata, ColumnTypes columns) {
        return of(record.keySchema(), record.valueSchema(), metadata, columns);
    }

    /** The nested layout for records with these schemas. */
    public static RecordLayout of(Schema keySchema, Schema valueSchema, RecordMetadata metadata, ColumnTypes columns) {
        return of(keySchema, valueSchema, metadata, ValueLayout.NESTED, columns);
    }

    /**
     * The layout for records with these schemas.
     *
     * @param keySchema null for keys without schema; ignored where only the value is stored
     * @param valueSchema null for values without schema
     * @param layout without effect where only the value is stored
     * @throws DataException as above, and when a field of the value would take the place of the record metadata
     */
    public static RecordLayout of(
            Schema keySchema, Schema valueSchema, RecordMetadata metadata, ValueLayout layout, ColumnTypes columns) {
        return of(keySchema, valueSchema, metadata, layout, columns, Optional.empty());
    }

    /**
     * The layout for records with these schemas.
     *
     * @param variant the column {@code value} of values without schema ({@link VariantSample}); empty for JSON text
     * @throws DataException as above
     */
    public static RecordLayout of(
            Schema keySchema,
            Schema valueSchema,
            RecordMetadata metadata,
            ValueLayout layout,
            ColumnTypes columns,
            Optional<GroupType> variant) {
        return of(new LayoutMetadata(
                metadata,
                metadata == RecordMetadata.NONE ? ValueLayout.NESTED : layout,
                columns,
                metadata == RecordMetadata.NONE ? Optional.empty() : Optional.ofNullable(keySchema),
                Optional.ofNullable(valueSchema),
                valueSchema == null ? variant : Optional.empty(),
                Set.of()));
    }

    /**
     * The same layout without columns whose values are all nulls without schema.
     *
     * @param absent {@link #KEY_COLUMN}, {@link #VALUE_COLUMN} or both, which must have no schema; without effect
     *     where only the value is stored
     */
    public RecordLayout without(Set<String> absent) {
        return absent.isEmpty() || metadata() == RecordMetadata.NONE ? this : of(source.without(absent));
    }

    /** The columns that {@link #without} has left out. */
    List<ColumnPath> absentColumns() {
        return source.absent().stream()
                .map(name -> name.equals(KEY_COLUMN) ? ColumnPath.of(KAFKA_COLUMN, name) : ColumnPath.of(name))
                .toList();
    }

    static RecordLayout of(LayoutMetadata source) {
        return new RecordLayout(source, Optional.empty());
    }

    private static KafkaColumns kafkaColumns(LayoutMetadata source, ToParquet types) {
        Optional<Type> key = source.absent().contains(KEY_COLUMN)
                ? Optional.empty()
                : Optional.of(source.keySchema()
                        .map(schema -> types.column(KEY_COLUMN, Repetition.OPTIONAL, schema))
                        .orElseGet(() -> json(KEY_COLUMN, source.columns())));
        TimeUnit timestamps = source.columns().form().isOfTable() ? TimeUnit.MICROS : TimeUnit.MILLIS;
        return new KafkaColumns(
                key, nulls(source.keySchema()), nulls(source.valueSchema()), source.layout(), timestamps);
    }

    private static Nulls nulls(Optional<Schema> schema) {
        return schema.filter(Schema::isOptional).isPresent() ? Nulls.EITHER : Nulls.WITHOUT_SCHEMA;
    }

    private static Type json(String name, ColumnTypes columns) {
        LogicalType annotation = columns.form().isOfTable() ? LogicalType.STRING : LogicalType.JSON;
        return PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, annotation);
    }

    private List<Type> fields(ToParquet types) {
        if (kafka.isPresent()) {
            return isFlat() ? flatFields(types) : nestedFields(types);
        }
        if (isStruct()) {
            return types.fields(source.valueSchema().orElseThrow());
        }
        Optional<Schema> value = source.valueSchema();
        boolean mayBeNull = value.isEmpty() || value.get().isOptional();
        return List.of(value(types, mayBeNull ? Repetition.OPTIONAL : Repetition.REQUIRED));
    }

    private List<Type> nestedFields(ToParquet types) {
        GroupType metadata = kafka.orElseThrow().group();
        return hasValueColumn() ? List.of(metadata, value(types, Repetition.OPTIONAL)) : List.of(metadata);
    }

    private boolean hasValueColumn() {
        return !source.absent().contains(VALUE_COLUMN);
    }

    /** Any field may be null in the row of a tombstone. The metadata comes last, behind what is read most. */
    private List<Type> flatFields(ToParquet types) {
        List<Type> columns = new ArrayList<>();
        if (isStruct()) {
            Schema value = source.valueSchema().orElseThrow();
            requireNoMetadataField(value);
            columns.addAll(types.optionalFields(value));
        } else if (hasValueColumn()) {
            columns.add(value(types, Repetition.OPTIONAL));
        }
        columns.add(kafka.orElseThrow().group());
        return columns;
    }

    /** Names are compared as Spark, Hive and DuckDB do, which could not tell such columns apart. */
    private static void requireNoMetadataField(Schema value) {
        for (Field field : value.fields()) {
            if (field.name().equalsIgnoreCase(KafkaColumns.GROUP)) {
                throw new DataException("the value has a field " + field.name() + ", and with record.layout=flat"
                        + " the file has a column " + KafkaColumns.GROUP
                        + " for key, headers, offset and so on; rename the field, for example by the transformation"
                        + " ReplaceField, or set record.layout=nested");
            }
        }
    }

    private Type value(ToParquet types, Repetition repetition) {
        return source.valueSchema()
                .map(schema -> types.column(KafkaColumns.VALUE, repetition, schema))
                .or(source::variant)
                .orElseGet(() -> json(KafkaColumns.VALUE, source.columns()));
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

    /** Whether the fields of the value are columns beside the record metadata, which is the last field. */
    boolean isFlat() {
        return kafka.isPresent() && source.layout() == ValueLayout.FLAT;
    }

    /** The schema of the file. */
    public MessageType schema() {
        return schema;
    }

    /** The same layout whose columns have field ids, which are not compared when the file is read. */
    public RecordLayout numbered(MessageType columns) {
        if (!FieldIds.without(columns).equals(FieldIds.without(schema))) {
            throw new IllegalArgumentException("the columns\n" + columns + "\nare not those of the layout\n" + schema);
        }
        return new RecordLayout(source, Optional.of(columns));
    }

    /** A walker for {@link SinkRecord}s; each writer needs one of its own. */
    public RecordWalker<SinkRecord> walker() {
        return new SinkRecordWalker(this).walker();
    }

    /** The key-value metadata that the footer must have for the records to be restored. */
    public Map<String, String> keyValueMetadata() {
        if (keyValueMetadata.isEmpty()) {
            keyValueMetadata = Map.of(LayoutMetadata.KEY, source.write());
        }
        return keyValueMetadata;
    }
}
