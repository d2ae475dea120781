package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.SchemalessVariant;
import io.parquetry.connect.common.schema.SchemalessVariant.FieldOrder;
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
import java.util.Optional;
import java.util.function.Function;
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
            bindWithMetadata(root, layout, layout.kafka().get());
        } else if (layout.isStruct()) {
            bindStructs(builder, root, valueSchema.orElseThrow(), valueSchema.orElseThrow());
        } else {
            builder.bindRecord(new SingleValues(valueSchema.orElse(null)));
            bindValue(root.fields().get(0), valueSchema);
        }
    }

    private void bindWithMetadata(Shape.StructShape root, RecordLayout layout, KafkaColumns columns) {
        int group = layout.isFlat() ? root.fields().size() - 1 : 0;
        bindKafka((Shape.StructShape) root.fields().get(group), columns);
        if (layout.isFlat() && layout.isStruct()) {
            Schema schema = valueSchema.orElseThrow();
            StructMaker<Struct, Struct> structs = builder.structs(root.fields().subList(0, group), schema);
            builder.bindRecord(FlatRows.of(structs, group, keySchema.orElse(null), schema, builder));
        } else {
            builder.bindRecord(new Rows(layout, group));
            if (root.fields().size() > 1) {
                bindValue(root.fields().get(1 - group), valueSchema);
            }
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
        StructMaker<Struct, Struct> structs = builder.structs(root.fields(), schema);
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
        } else if (shape instanceof Shape.VariantShape variant) {
            boolean shredded = variant.parts().fields().size() > 2;
            SchemalessVariant.ValueReader reader =
                    new SchemalessVariant.ValueReader(shredded ? FieldOrder.HASHED : FieldOrder.STORED);
            builder.bind(variant, reader::read);
        } else {
            builder.bind((Shape.LeafShape) shape, JSON);
        }
    }

    private void bindKafka(Shape.StructShape group, KafkaColumns columns) {
        builder.bind(group, StoredMetadata.maker(columns));
        for (int i = 0; i < group.fields().size(); i++) {
            if (columns.isKey(i)) {
                bindValue(group.fields().get(i), keySchema);
            } else if (columns.isHeaders(i)) {
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

    /** Rows of two fields: the metadata, and the value in one column or group. */
    private final class Rows implements StructMaker<Object[], StoredRecord> {
        private final int group;
        private final boolean flat;
        private final Schema ofKey = keySchema.orElse(null);
        private final Schema ofValue = valueSchema.orElse(null);

        /** @param group ordinal of the group of metadata, 0 or 1 */
        Rows(RecordLayout layout, int group) {
            this.group = group;
            this.flat = layout.isFlat();
        }

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
            StoredMetadata metadata = (StoredMetadata) parts[group];
            Object value = parts[1 - group];
            if (flat) {
                metadata.requireNull(value == null);
            }
            return metadata.record(ofKey, ofValue, value, builder.longest());
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
