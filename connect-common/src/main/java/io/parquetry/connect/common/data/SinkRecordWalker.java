package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.ValueJson;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.model.RecordWalker;
import io.parquetry.format.model.RecordWalker.ArrayStructAccess;
import io.parquetry.format.model.RecordWalker.FieldAccess;
import io.parquetry.format.model.RecordWalker.LeafAccess;
import io.parquetry.format.model.RecordWalker.ListAccess;
import io.parquetry.format.model.RecordWalker.StructAccess;
import io.parquetry.format.schema.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;

/** Walks {@link SinkRecord}s of one {@link RecordLayout}. */
final class SinkRecordWalker {
    private final RecordLayout layout;
    private final ConnectWalker walker = new ConnectWalker();
    private final HeaderCodec codec = new HeaderCodec();

    SinkRecordWalker(RecordLayout layout) {
        this.layout = layout;
        Shape.StructShape root = Shape.of(layout.schema());
        if (layout.isFlat()) {
            bindFlat(root, layout.kafka().orElseThrow());
        } else if (layout.kafka().isPresent()) {
            Shape.StructShape group = (Shape.StructShape) root.fields().get(0);
            walker.bindRecord((FieldAccess<SinkRecord>) (record, index) -> index == 0 ? record : record.value());
            bindKafka(group, layout.kafka().get());
            if (root.fields().size() > 1) {
                bindValue(root.fields().get(1), layout.valueSchema());
            }
        } else if (layout.isStruct()) {
            bindStructs(root, layout.valueSchema().orElseThrow());
        } else {
            walker.bindRecord((FieldAccess<SinkRecord>) (record, index) -> record.value());
            bindValue(root.fields().get(0), layout.valueSchema());
        }
    }

    private void bindFlat(Shape.StructShape root, KafkaColumns columns) {
        int group = root.fields().size() - 1;
        bindKafka((Shape.StructShape) root.fields().get(group), columns);
        if (layout.isStruct()) {
            Schema schema = layout.valueSchema().orElseThrow();
            walker.bindFields(root, schema);
            walker.bindRecord(FlatFields.of(schema, group));
        } else {
            walker.bindRecord((FieldAccess<SinkRecord>) (record, index) -> index == group ? record : record.value());
            if (group > 0) {
                bindValue(root.fields().get(0), layout.valueSchema());
            }
        }
    }

    private void bindStructs(Shape.StructShape root, Schema schema) {
        StructAccess<Struct, Struct> fields = ConnectWalker.fields(schema);
        walker.bindFields(root, schema);
        walker.bindRecord(
                fields instanceof ArrayStructAccess<Struct, Struct> arrays
                        ? new ArrayValue(arrays)
                        : new Value(fields));
    }

    RecordWalker<SinkRecord> walker() {
        return walker;
    }

    private void bindKafka(Shape.StructShape group, KafkaColumns columns) {
        walker.bind(group, new Metadata(columns));
        for (int i = 0; i < group.fields().size(); i++) {
            if (columns.isKey(i)) {
                bindValue(group.fields().get(i), layout.keySchema());
            } else if (columns.isHeaders(i)) {
                bindHeaders((Shape.ListShape) group.fields().get(i));
            } else {
                Shape.LeafShape leaf = (Shape.LeafShape) group.fields().get(i);
                walker.bind(leaf, plain(leaf));
            }
        }
    }

    private void bindHeaders(Shape.ListShape headers) {
        walker.bind(headers, ListAccess.JAVA_LIST);
        Shape.StructShape header = (Shape.StructShape) headers.element();
        walker.bind(header, (FieldAccess<Header>) (value, index) -> switch (index) {
            case KafkaColumns.HEADER_KEY -> value.key();
            case KafkaColumns.HEADER_VALUE -> codec.valueBytes(value);
            case KafkaColumns.HEADER_SCHEMA -> codec.schemaText(value);
            default -> throw new IllegalStateException("a header has no column " + index);
        });
        header.fields().forEach(field -> walker.bind((Shape.LeafShape) field, plain((Shape.LeafShape) field)));
    }

    private static LeafAccess plain(Shape.LeafShape leaf) {
        return switch (leaf.type().physicalType()) {
            case BOOLEAN -> LeafAccess.BOOLEAN;
            case INT32 -> LeafAccess.INTEGER;
            case INT64 -> LeafAccess.LONG;
            case BYTE_ARRAY -> leaf.type().logicalType().isPresent() ? LeafAccess.STRING : LeafAccess.BYTES;
            case INT96, FLOAT, DOUBLE, FIXED_LEN_BYTE_ARRAY ->
                throw new IllegalStateException("the layout has no metadata column of " + leaf.type());
        };
    }

    private void bindValue(Shape shape, Optional<Schema> schema) {
        if (schema.isPresent()) {
            walker.bind(shape, schema.get());
        } else if (shape instanceof Shape.VariantShape variant) {
            walker.bind(variant, SchemalessParts.of(variant));
        } else {
            walker.bind((Shape.LeafShape) shape, (LeafAccess.OfText<Object>) SinkRecordWalker::json);
        }
    }

    private static String json(Object value) {
        try {
            return ValueJson.text(ValueJson.write(null, value));
        } catch (DataException e) {
            throw new InvalidRecordException(e.getMessage());
        }
    }

    private static Struct valueOf(SinkRecord record) {
        Struct value = (Struct) record.value();
        if (value == null) {
            throw new InvalidRecordException("the value is null, and a file without record metadata has no place"
                    + " for a null record; set record.metadata=" + RecordMetadata.KAFKA.text()
                    + " to keep tombstones");
        }
        return value;
    }

    /** Gives the fields of a record's value. */
    private record Value(StructAccess<Struct, Struct> fields) implements StructAccess<SinkRecord, Struct> {
        @Override
        public Struct open(SinkRecord record) {
            return fields.open(valueOf(record));
        }

        @Override
        public Object field(Struct struct, int index) {
            return fields.field(struct, index);
        }
    }

    /** Gives the fields of a record's value from the array of its struct. */
    private record ArrayValue(ArrayStructAccess<Struct, Struct> access)
            implements ArrayStructAccess<SinkRecord, Struct> {
        @Override
        public Struct open(SinkRecord record) {
            return access.open(valueOf(record));
        }

        @Override
        public Object[] fields(Struct struct) {
            return access.fields(struct);
        }
    }

    /** Gives the fields of {@code _kafka}; topic, partition and offset are those before transformations. */
    private static final class Metadata implements FieldAccess<SinkRecord> {
        private final KafkaColumns columns;
        private final List<Header> headers = new ArrayList<>();

        Metadata(KafkaColumns columns) {
            this.columns = columns;
        }

        @Override
        public Object field(SinkRecord record, int index) {
            return switch (index) {
                case KafkaColumns.TOPIC -> record.originalTopic();
                case KafkaColumns.PARTITION -> record.originalKafkaPartition();
                case KafkaColumns.OFFSET -> record.originalKafkaOffset();
                case KafkaColumns.TIMESTAMP -> columns.stored(record.timestamp());
                case KafkaColumns.TIMESTAMP_TYPE -> record.timestampType().name;
                default -> {
                    if (columns.isKey(index)) {
                        yield record.key();
                    } else if (columns.isHeaders(index)) {
                        yield headers(record);
                    } else if (columns.isKeySchemaless(index)) {
                        yield record.keySchema() == null;
                    } else if (columns.isValueSchemaless(index)) {
                        yield record.valueSchema() == null;
                    } else if (columns.isValueNull(index)) {
                        yield record.value() == null;
                    }
                    throw new IllegalStateException("_kafka has no column " + index);
                }
            };
        }

        private List<Header> headers(SinkRecord record) {
            headers.clear();
            record.headers().forEach(headers::add);
            return headers;
        }
    }
}
