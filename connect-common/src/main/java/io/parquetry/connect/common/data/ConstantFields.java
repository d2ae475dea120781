package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.SchemaCopy;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.Shape;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Fields of values that a file does not store, since they are the same in all of its rows. They come last. */
public record ConstantFields(List<Constant> constants) {
    public static final ConstantFields NONE = new ConstantFields(List.of());

    public ConstantFields {
        constants = List.copyOf(constants);
    }

    /**
     * A field with its value.
     *
     * @param schema optional
     * @param value null for null
     */
    public record Constant(String name, Schema schema, Object value) {}

    boolean isEmpty() {
        return constants.isEmpty();
    }

    /** The schema of values with these fields; values that are no structs have none. */
    Schema extended(Schema value) {
        if (value.type() != Schema.Type.STRUCT) {
            return value;
        }
        List<Field> fields = new ArrayList<>(value.fields());
        constants.forEach(constant -> fields.add(new Field(constant.name(), fields.size(), constant.schema())));
        return SchemaCopy.of(value).fields(fields).build();
    }

    /** A builder of records that have the fields in their schema; it sets them. */
    RecordBuilder<StoredRecord> filling(RecordBuilder<StoredRecord> builder) {
        return new Filling(builder, this);
    }

    private StoredRecord fill(StoredRecord record) {
        if (!(record.value() instanceof Struct value)) {
            return record;
        }
        int longest = record.longest();
        for (Constant constant : constants) {
            value.put(constant.name(), constant.value());
            longest = Math.max(longest, constant.value() instanceof String text ? text.length() : 0);
        }
        return longest == record.longest()
                ? record
                : new StoredRecord(record.kafka(), record.valueSchema(), value, longest);
    }

    private record Filling(RecordBuilder<StoredRecord> wrapped, ConstantFields fields)
            implements RecordBuilder.Wrapper<StoredRecord> {
        @Override
        public StructMaker<?, StoredRecord> record(Shape.StructShape shape) {
            return filled(wrapped.record(shape), fields);
        }

        private static <S> StructMaker<S, StoredRecord> filled(
                StructMaker<S, StoredRecord> maker, ConstantFields fields) {
            return new StructMaker<>() {
                @Override
                public S create() {
                    return maker.create();
                }

                @Override
                public void set(S struct, int index, Object value) {
                    maker.set(struct, index, value);
                }

                @Override
                public StoredRecord finish(S struct) {
                    return fields.fill(maker.finish(struct));
                }
            };
        }
    }
}
