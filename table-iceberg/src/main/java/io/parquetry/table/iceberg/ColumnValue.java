package io.parquetry.table.iceberg;

import io.parquetry.connect.common.data.RecordColumn;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The value that a record has in a column of a table, as the table's transforms take it.
 *
 * @param column as files of the record have it
 * @param type of the table, which may be wider
 */
record ColumnValue(RecordColumn column, Type type) {
    /** The names of the columns around a column, and its own. */
    static List<String> path(Types.StructType struct, int id) {
        return find(struct, id)
                .orElseThrow(() -> new DataException("the table is partitioned by a column that it does not have"));
    }

    private static Optional<List<String>> find(Types.StructType struct, int id) {
        for (NestedField field : struct.fields()) {
            List<String> path = new ArrayList<>(List.of(field.name()));
            if (field.fieldId() == id) {
                return Optional.of(path);
            }
            if (field.type().isStructType()) {
                Optional<List<String>> inside = find(field.type().asStructType(), id);
                if (inside.isPresent()) {
                    path.addAll(inside.get());
                    return Optional.of(path);
                }
            }
        }
        return Optional.empty();
    }

    /** The value, or null. */
    Object of(SinkRecord record) {
        Object physical = column.of(record);
        return physical == null ? null : converted(physical);
    }

    private Object converted(Object physical) {
        return switch (type.typeId()) {
            case LONG -> ((Number) physical).longValue();
            case DOUBLE -> ((Number) physical).doubleValue();
            case DECIMAL -> decimal(physical);
            case UUID -> uuid(ByteBuffer.wrap((byte[]) physical));
            case BINARY, FIXED -> ByteBuffer.wrap(((byte[]) physical).clone());
            default -> physical;
        };
    }

    private Object decimal(Object physical) {
        PrimitiveType written = column.type();
        int scale = ((LogicalType.Decimal) written.logicalType().orElseThrow()).scale();
        return physical instanceof byte[] bytes
                ? new BigDecimal(new BigInteger(bytes), scale)
                : BigDecimal.valueOf(((Number) physical).longValue(), scale);
    }

    private static UUID uuid(ByteBuffer bytes) {
        return new UUID(bytes.getLong(), bytes.getLong());
    }
}
