package io.parquetry.connect.common.data;

import io.parquetry.connect.common.data.StoredRecord.KafkaMetadata;
import io.parquetry.connect.common.schema.ValueConversion;
import io.parquetry.connect.common.schema.ValueJson;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.model.RecordBuilder.ArrayStructMaker;
import io.parquetry.format.model.RecordBuilder.FieldMaker;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import io.parquetry.format.model.RecordBuilder.ListMaker;
import io.parquetry.format.model.RecordBuilder.StructMaker;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Shape;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Headers;

/** Builds {@link StoredRecord}s of one {@link RecordLayout}; {@link SinkRecordWalker} is the opposite direction. */
final class StoredRecordBuilder {
    private final Optional<Schema> keySchema;
    private final Optional<Schema> valueSchema;
    private final ConnectBuilder builder;
    private final HeaderCodec codec = new HeaderCodec();

    /**
     * @param read the columns that are read: the whole group {@code _kafka}, if there is one, and the columns of {@code
     *     valueSchema}
     */
    StoredRecordBuilder(
            MessageType read,
            RecordLayout layout,
            Optional<Schema> keySchema,
            Optional<Schema> valueSchema,
            ConnectBuilder builder) {
        this.builder = builder;
        this.keySchema = keySchema;
        this.valueSchema = valueSchema;
        Shape.StructShape root = Shape.of(read);
        if (layout.kafka().isPresent()) {
            builder.bindRecord(new Rows());
            bindKafka((Shape.StructShape) root.fields().get(0), layout.kafka().get());
            bindValue(root.fields().get(1), valueSchema);
        } else if (layout.isStruct()) {
            bindStructs(builder, root, valueSchema.orElseThrow(), valueSchema.orElseThrow());
        } else {
            builder.bindRecord(new SingleValues(valueSchema.orElse(null)));
            bindValue(root.fields().get(0), valueSchema);
        }
    }

    /**
     * Rows that are structs of their columns.
     *
     * @param wider the schema to which they are converted, if it is another
     */
    static RecordBuilder<StoredRecord> ofStructs(
            MessageType read, Schema schema, Optional<Schema> wider, ConnectBuilder builder) {
        bindStructs(builder, Shape.of(read), schema, wider.orElse(schema));
        return builder;
    }

    private static void bindStructs(ConnectBuilder builder, Shape.StructShape root, Schema schema, Schema given) {
        ValueConversion conversion = ValueConversion.between(schema, given);
        StructMaker<Struct, Struct> structs = builder.structs(root, schema);
        Function<Struct, StoredRecord> finish =
                struct -> new StoredRecord(Optional.empty(), given, conversion.convert(struct), builder.longest());
        builder.bindRecord(
                structs instanceof ArrayStructMaker<Struct, Struct> arrays
                        ? new FinishedArrayStructs(arrays, finish)
                        : new FinishedStructs(structs, finish));
    }

    private record FinishedStructs(StructMaker<Struct, Struct> structs, Function<Struct, StoredRecord> finish)
            implements StructMaker<Struct, StoredRecord> {
        @Override
        public Struct create() {
            return structs.create();
        }

        @Override
        public void set(Struct struct, int index, Object value) {
            structs.set(struct, index, value);
        }

        @Override
        public StoredRecord finish(Struct struct) {
            return finish.apply(struct);
        }
    }

    private record FinishedArrayStructs(ArrayStructMaker<Struct, Struct> structs, Function<Struct, StoredRecord> finish)
            implements ArrayStructMaker<Struct, StoredRecord> {
        @Override
        public Struct create() {
            return structs.create();
        }

        @Override
        public void create(Object[] created, Object[][] arrays, int from, int to) {
            structs.create(created, arrays, from, to);
        }

        @Override
        public int element(int index) {
            return structs.element(index);
        }

        @Override
        public void set(Struct struct, int index, Object value) {
            structs.set(struct, index, value);
        }

        @Override
        public StoredRecord finish(Struct struct) {
            return finish.apply(struct);
        }
    }

    RecordBuilder<StoredRecord> builder() {
        return builder;
    }

    private void bindValue(Shape shape, Optional<Schema> schema) {
        if (schema.isPresent()) {
            builder.bind(shape, schema.get());
        } else {
            builder.bind((Shape.LeafShape) shape, JSON);
        }
    }

    private void bindKafka(Shape.StructShape group, KafkaColumns columns) {
        builder.bind(group, new Metadata(columns));
        for (int i = 0; i < group.fields().size(); i++) {
            if (i == KafkaColumns.KEY) {
                bindValue(group.fields().get(i), keySchema);
            } else if (i == KafkaColumns.HEADERS) {
                bindHeaders((Shape.ListShape) group.fields().get(i));
            } else {
                Shape.LeafShape leaf = (Shape.LeafShape) group.fields().get(i);
                builder.bind(leaf, plain(leaf));
            }
        }
    }

    private void bindHeaders(Shape.ListShape headers) {
        builder.bind(headers, new HeaderLists());
        Shape.StructShape header = (Shape.StructShape) headers.element();
        builder.bind(header, new FieldMaker<Object[]>() {
            @Override
            public Object[] create() {
                return new Object[header.fields().size()];
            }

            @Override
            public void set(Object[] struct, int index, Object value) {
                struct[index] = value;
            }
        });
        header.fields().forEach(field -> builder.bind((Shape.LeafShape) field, plain((Shape.LeafShape) field)));
    }

    private static LeafMaker plain(Shape.LeafShape leaf) {
        return switch (leaf.type().physicalType()) {
            case BOOLEAN -> (LeafMaker.OfBoolean) Boolean::valueOf;
            case INT32 -> (LeafMaker.OfInt) Integer::valueOf;
            case INT64 -> (LeafMaker.OfLong) Long::valueOf;
            case BYTE_ARRAY -> leaf.type().logicalType().isPresent() ? LeafMakers.TEXT : LeafMakers.BYTES;
            case INT96, FLOAT, DOUBLE, FIXED_LEN_BYTE_ARRAY ->
                throw new IllegalStateException("the layout has no metadata column of " + leaf.type());
        };
    }

    /** Values without schema; the receiver may change lists and maps. */
    private static final LeafMaker.OfBytes JSON = new LeafMaker.OfBytes() {
        @Override
        public Object ofBytes(byte[] buffer, int offset, int length) {
            try {
                return ValueJson.read(
                        null, ValueJson.parse(new String(buffer, offset, length, StandardCharsets.UTF_8)));
            } catch (DataException e) {
                throw new CorruptFileException("a value without schema: " + e.getMessage(), e);
            }
        }

        @Override
        public boolean shareable() {
            return false;
        }
    };

    private final class HeaderLists implements ListMaker<Headers> {
        @Override
        public Headers create(int elements) {
            return new ConnectHeaders();
        }

        @Override
        public void add(Headers headers, Object header) {
            Object[] parts = (Object[]) header;
            String key = (String) parts[KafkaColumns.HEADER_KEY];
            try {
                SchemaAndValue content = codec.read(
                        (String) parts[KafkaColumns.HEADER_SCHEMA], (byte[]) parts[KafkaColumns.HEADER_VALUE]);
                headers.add(key, content);
            } catch (DataException e) {
                throw new CorruptFileException("the header '" + key + "': " + e.getMessage(), e);
            }
        }
    }

    /** The metadata of a row under construction; the meaning of a null is known only at the end of the row. */
    private static final class MetadataParts {
        private String topic;
        private int partition;
        private long offset;
        private Long timestamp;
        private TimestampType timestampType;
        private Object key;
        private Headers headers;
        private boolean keySchemaless;
        private boolean valueSchemaless;
    }

    private static final class Metadata implements FieldMaker<MetadataParts> {
        /** By their names in Kafka; {@link TimestampType#forName} would copy the array of all types for each record. */
        private static final Map<String, TimestampType> TIMESTAMP_TYPES = Stream.of(TimestampType.values())
                .collect(Collectors.toUnmodifiableMap(type -> type.name, type -> type));

        private final KafkaColumns columns;

        Metadata(KafkaColumns columns) {
            this.columns = columns;
        }

        @Override
        public MetadataParts create() {
            return new MetadataParts();
        }

        @Override
        public void set(MetadataParts row, int index, Object value) {
            switch (index) {
                case KafkaColumns.TOPIC -> row.topic = (String) value;
                case KafkaColumns.PARTITION -> row.partition = (Integer) value;
                case KafkaColumns.OFFSET -> row.offset = (Long) value;
                case KafkaColumns.TIMESTAMP -> row.timestamp = (Long) value;
                case KafkaColumns.TIMESTAMP_TYPE -> row.timestampType = timestampType((String) value);
                case KafkaColumns.KEY -> row.key = value;
                case KafkaColumns.HEADERS -> row.headers = (Headers) value;
                default -> {
                    if (columns.isKeySchemaless(index)) {
                        row.keySchemaless = (Boolean) value;
                    } else if (columns.isValueSchemaless(index)) {
                        row.valueSchemaless = (Boolean) value;
                    }
                }
            }
        }

        private static TimestampType timestampType(String name) {
            TimestampType type = TIMESTAMP_TYPES.get(name);
            if (type == null) {
                throw new CorruptFileException("the timestamp type is '" + name
                        + "'; it must be NoTimestampType, CreateTime or LogAppendTime");
            }
            return type;
        }
    }

    private final class Rows implements StructMaker<Object[], StoredRecord> {
        private final Schema ofKey = keySchema.orElse(null);
        private final Schema ofValue = valueSchema.orElse(null);

        @Override
        public Object[] create() {
            return new Object[2];
        }

        @Override
        public void set(Object[] struct, int index, Object value) {
            struct[index] = value;
        }

        @Override
        public StoredRecord finish(Object[] parts) {
            MetadataParts row = (MetadataParts) parts[0];
            Object value = parts[1];
            KafkaMetadata kafka = new KafkaMetadata(
                    row.topic,
                    row.partition,
                    row.offset,
                    row.timestamp,
                    row.timestampType,
                    schemaOf(row.key, ofKey, row.keySchemaless),
                    row.key,
                    row.headers);
            return new StoredRecord(
                    Optional.of(kafka), schemaOf(value, ofValue, row.valueSchemaless), value, builder.longest());
        }

        private static Schema schemaOf(Object value, Schema schema, boolean schemaless) {
            boolean bare = value == null && schema != null && (schemaless || !schema.isOptional());
            return bare ? null : schema;
        }
    }

    private final class SingleValues implements StructMaker<Object[], StoredRecord> {
        private final Schema schema;

        SingleValues(Schema schema) {
            this.schema = schema;
        }

        @Override
        public Object[] create() {
            return new Object[1];
        }

        @Override
        public void set(Object[] struct, int index, Object value) {
            struct[0] = value;
        }

        @Override
        public StoredRecord finish(Object[] struct) {
            return new StoredRecord(Optional.empty(), schema, struct[0], builder.longest());
        }
    }
}
