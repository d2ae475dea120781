package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.ToParquet;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.model.RecordWalker.ArrayStructAccess;
import io.parquetry.format.model.RecordWalker.StructAccess;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Gives the fields of a record's value, and behind them the record itself, from which the group of metadata is read.
 * All fields of a tombstone are null.
 *
 * <p>The columns are optional for the sake of tombstones, so the file does not refuse the null of a required field; it
 * is refused here.
 */
final class FlatFields {
    private FlatFields() {}

    /** @param group ordinal of the group of metadata */
    static StructAccess<SinkRecord, SinkRecord> of(Schema schema, int group) {
        Required required = new Required(schema, ToParquet.requiredFields(schema));
        StructAccess<Struct, Struct> fields = ConnectWalker.fields(schema);
        return fields instanceof ArrayStructAccess<Struct, Struct> arrays
                ? new OfArrays(arrays, required, new Object[group])
                : new OfCalls(fields, required, group);
    }

    private static Struct valueOf(SinkRecord record) {
        return (Struct) record.value();
    }

    /** @param indexes ordinals of the fields that a value must have */
    private record Required(Schema schema, int[] indexes) {
        InvalidRecordException missing(int index) {
            return InvalidRecordException.ofRequired()
                    .inField(schema.fields().get(index).name());
        }
    }

    /** @param absent the fields of a tombstone */
    private record OfArrays(ArrayStructAccess<Struct, Struct> access, Required required, Object[] absent)
            implements ArrayStructAccess<SinkRecord, SinkRecord> {
        @Override
        public SinkRecord open(SinkRecord record) {
            return record;
        }

        @Override
        public Object[] fields(SinkRecord record) {
            Struct value = valueOf(record);
            if (value == null) {
                return absent;
            }
            Object[] fields = access.fields(access.open(value));
            for (int index : required.indexes()) {
                if (fields[index] == null) {
                    throw required.missing(index);
                }
            }
            return fields;
        }

        @Override
        public Object field(SinkRecord record, int index) {
            return record;
        }
    }

    private record OfCalls(StructAccess<Struct, Struct> access, Required required, int group)
            implements StructAccess<SinkRecord, SinkRecord> {
        @Override
        public SinkRecord open(SinkRecord record) {
            Struct value = valueOf(record);
            if (value != null) {
                access.open(value);
                for (int index : required.indexes()) {
                    if (access.field(value, index) == null) {
                        throw required.missing(index);
                    }
                }
            }
            return record;
        }

        @Override
        public Object field(SinkRecord record, int index) {
            if (index == group) {
                return record;
            }
            Struct value = valueOf(record);
            return value == null ? null : access.field(value, index);
        }
    }
}
