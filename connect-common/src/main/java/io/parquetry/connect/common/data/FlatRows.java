package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.ToParquet;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.model.RecordBuilder.ArrayStructMaker;
import io.parquetry.format.model.RecordBuilder.StructMaker;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Makes records of rows whose columns are the fields of the value, and the group of metadata behind them. {@link
 * FlatFields} is the opposite direction.
 *
 * <p>All columns are optional in the file. What the schema requires is therefore checked here: a value with a null in a
 * required field would fail far away, in a converter.
 */
class FlatRows implements StructMaker<FlatRows.Row, StoredRecord> {
    private final StructMaker<Struct, Struct> structs;
    private final int group;
    private final Schema keySchema;
    private final Schema valueSchema;
    private final ConnectBuilder builder;
    private final StructSlots slots;

    /** Ordinals of the fields that a value must have. */
    private final int[] required;

    /** A row under construction. A tombstone has a struct too, which is dropped. */
    static final class Row {
        private final Struct struct;
        private StoredMetadata metadata;

        private Row(Struct struct) {
            this.struct = struct;
        }
    }

    private FlatRows(
            StructMaker<Struct, Struct> structs,
            int group,
            Schema keySchema,
            Schema valueSchema,
            ConnectBuilder builder) {
        this.structs = structs;
        this.group = group;
        this.keySchema = keySchema;
        this.valueSchema = valueSchema;
        this.builder = builder;
        this.slots = StructSlots.of(valueSchema);
        this.required = ToParquet.requiredFields(valueSchema);
    }

    /**
     * @param structs makes the values
     * @param group ordinal of the group of metadata
     * @param keySchema null for keys without schema
     */
    static FlatRows of(
            StructMaker<Struct, Struct> structs,
            int group,
            Schema keySchema,
            Schema valueSchema,
            ConnectBuilder builder) {
        return structs instanceof ArrayStructMaker<Struct, Struct> arrays
                ? new OfArrays(arrays, group, keySchema, valueSchema, builder)
                : new FlatRows(structs, group, keySchema, valueSchema, builder);
    }

    @Override
    public Row create() {
        return new Row(structs.create());
    }

    @Override
    public void set(Row row, int index, Object value) {
        if (index == group) {
            row.metadata = (StoredMetadata) value;
        } else {
            structs.set(row.struct, index, value);
        }
    }

    @Override
    public StoredRecord finish(Row row) {
        boolean isNull = row.metadata.isValueNull();
        if (isNull) {
            requireAbsent(row.struct);
        } else {
            requireWhole(row.struct);
        }
        return row.metadata.record(
                keySchema, valueSchema, isNull ? null : structs.finish(row.struct), builder.longest());
    }

    private void requireWhole(Struct struct) {
        for (int index : required) {
            if (slots.get(struct, index) == null) {
                throw new CorruptFileException("the value has no field '" + name(index)
                        + "', which its schema requires, and _kafka.valueIsNull is false");
            }
        }
    }

    private void requireAbsent(Struct struct) {
        for (Field field : valueSchema.fields()) {
            if (slots.get(struct, field.index()) != null) {
                throw new CorruptFileException(
                        "the value has a field '" + field.name() + "', but _kafka.valueIsNull is true");
            }
        }
    }

    private String name(int index) {
        return valueSchema.fields().get(index).name();
    }

    /** Makes values whose fields are in arrays. */
    private static final class OfArrays extends FlatRows implements ArrayStructMaker<Row, StoredRecord> {
        private final ArrayStructMaker<Struct, Struct> arrayStructs;

        OfArrays(
                ArrayStructMaker<Struct, Struct> structs,
                int group,
                Schema keySchema,
                Schema valueSchema,
                ConnectBuilder builder) {
            super(structs, group, keySchema, valueSchema, builder);
            this.arrayStructs = structs;
        }

        @Override
        public void create(Object[] created, Object[][] arrays, int from, int to) {
            arrayStructs.create(created, arrays, from, to);
            for (int i = from; i < to; i++) {
                created[i] = new Row((Struct) created[i]);
            }
        }

        @Override
        public int element(int index) {
            return arrayStructs.element(index);
        }
    }
}
