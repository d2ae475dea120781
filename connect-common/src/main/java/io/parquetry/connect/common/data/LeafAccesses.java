package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.DecimalForm;
import io.parquetry.connect.common.schema.TemporalType;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.model.RecordWalker.LeafAccess;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.nio.ByteBuffer;
import java.util.Date;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;

/** Single Connect values in the physical form of their column; {@link LeafMakers} is the opposite direction. */
final class LeafAccesses {
    static final long DAY_MILLIS = 86_400_000L;

    private LeafAccesses() {}

    static LeafAccess of(Schema schema, PrimitiveType column) {
        Optional<TemporalType> temporal = TemporalType.of(schema);
        Optional<LeafAccess> converted = temporal.flatMap(type -> TemporalLeaves.access(type, column));
        if (converted.isPresent()) {
            return converted.get();
        }
        if (temporal.isPresent() && temporal.get().carrier() == TemporalType.Carrier.JAVA_DATE) {
            return javaDate(temporal.get());
        }
        if (DecimalForm.isDecimal(schema)) {
            return DecimalLeaves.access(schema, column);
        }
        return switch (schema.type()) {
            case INT8 -> (LeafAccess.OfInt<Byte>) Byte::intValue;
            case INT16 -> (LeafAccess.OfInt<Short>) Short::intValue;
            case INT32 -> LeafAccess.INTEGER;
            case INT64 -> LeafAccess.LONG;
            case FLOAT32 -> LeafAccess.FLOAT;
            case FLOAT64 -> LeafAccess.DOUBLE;
            case BOOLEAN -> LeafAccess.BOOLEAN;
            case STRING ->
                switch (column.physicalType()) {
                    case FIXED_LEN_BYTE_ARRAY -> DebeziumLeaves.uuid();
                    // A column of nulls.
                    case INT32 -> LeafAccess.INTEGER;
                    case BYTE_ARRAY, BOOLEAN, INT64, INT96, FLOAT, DOUBLE ->
                        column.logicalType().orElse(null) == LogicalType.JSON ? JsonAccess.INSTANCE : LeafAccess.STRING;
                };
            case BYTES ->
                column.logicalType().orElse(null) instanceof LogicalType.Geometry
                        ? DebeziumLeaves.WKB
                        : (LeafAccess.OfBytes<Object>) LeafAccesses::bytes;
            case STRUCT -> DebeziumLeaves.decimal(schema);
            case ARRAY, MAP -> throw new IllegalStateException(schema.type() + " is no leaf");
        };
    }

    static byte[] bytes(Object value) {
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes;
        }
        return (byte[]) value;
    }

    private static LeafAccess javaDate(TemporalType type) {
        return switch (type) {
            case CONNECT_DATE -> (LeafAccess.OfInt<Date>) LeafAccesses::days;
            case CONNECT_TIME -> (LeafAccess.OfInt<Date>) LeafAccesses::millisOfDay;
            case CONNECT_TIMESTAMP -> (LeafAccess.OfLong<Date>) Date::getTime;
            case DEBEZIUM_DATE,
                    DEBEZIUM_TIME,
                    DEBEZIUM_MICRO_TIME,
                    DEBEZIUM_NANO_TIME,
                    DEBEZIUM_TIMESTAMP,
                    DEBEZIUM_MICRO_TIMESTAMP,
                    DEBEZIUM_NANO_TIMESTAMP,
                    MICRO_TIMESTAMP,
                    CONFLUENT_NANO_TIMESTAMP -> throw new IllegalStateException(type + " is a number");
        };
    }

    private static int days(Date date) {
        long millis = date.getTime();
        long days = Math.floorDiv(millis, DAY_MILLIS);
        if (Math.floorMod(millis, DAY_MILLIS) != 0) {
            throw new InvalidRecordException("the date " + date.toInstant()
                    + " has a time of day; a Connect Date is midnight UTC, use Timestamp for instants");
        }
        if (days != (int) days) {
            throw new InvalidRecordException("the date is " + days + " days from 1970; Parquet counts days in 32 bits");
        }
        return (int) days;
    }

    static int millisOfDay(Date time) {
        long millis = time.getTime();
        if (millis < 0 || millis >= DAY_MILLIS) {
            throw new InvalidRecordException("the time " + time.toInstant()
                    + " is not on 1970-01-01; a Connect Time is a time of day, 0 to 86399999 ms, use Timestamp"
                    + " for instants");
        }
        return (int) millis;
    }
}
