package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.TemporalType;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.model.Int96Timestamp;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Values of types that other writers use and the sink does not. */
final class ForeignLeafMakers {
    private ForeignLeafMakers() {}

    private static final LeafMaker.OfBytes INT96_TEXT =
            (buffer, offset, length) -> Int96Timestamp.instant(buffer, offset).toString();

    static LeafMaker int96(Schema schema) {
        if (schema.type() == Schema.Type.STRING) {
            return INT96_TEXT;
        }
        return TemporalType.of(schema).orElseThrow() == TemporalType.DEBEZIUM_NANO_TIMESTAMP
                ? counted(Int96Timestamp::epochNanos)
                : counted(Int96Timestamp::epochMicros);
    }

    private interface Count {
        long of(byte[] buffer, int offset);
    }

    private static LeafMaker.OfBytes counted(Count count) {
        return (buffer, offset, length) -> {
            try {
                return count.of(buffer, offset);
            } catch (UnsupportedFeatureException e) {
                throw new UnsupportedFeatureException(
                        e.reason() + "; int96.as says what INT96 becomes: micros, nanos or text");
            }
        };
    }

    static final LeafMaker.OfLong UINT64 = value ->
            value >= 0 ? BigDecimal.valueOf(value) : new BigDecimal(new BigInteger(Long.toUnsignedString(value)));

    private static final LeafMaker.OfBytes UUID_TEXT = (buffer, offset, length) -> {
        ByteBuffer bytes = ByteBuffer.wrap(buffer, offset, length);
        return new UUID(bytes.getLong(), bytes.getLong()).toString();
    };

    private static final LeafMaker.OfBytes FLOAT16 =
            (buffer, offset, length) -> half((buffer[offset] & 0xFF) | (buffer[offset + 1] & 0xFF) << 8);

    static LeafMaker fixed(Schema schema) {
        return switch (schema.type()) {
            case STRING -> UUID_TEXT;
            case FLOAT32 -> FLOAT16;
            case BYTES -> LeafMakers.BYTES;
            case STRUCT -> new Interval(schema);
            case INT8, INT16, INT32, INT64, FLOAT64, BOOLEAN, ARRAY, MAP ->
                throw new IllegalStateException("no column of fixed length holds " + schema.type());
        };
    }

    /** IEEE 754 binary16: one sign bit, five bits of exponent (bias 15), ten of fraction. */
    static float half(int bits) {
        int exponent = bits >> 10 & 0x1F;
        int fraction = bits & 0x3FF;
        float magnitude;
        if (exponent == 0x1F) {
            magnitude = fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
        } else if (exponent == 0) {
            magnitude = fraction * 0x1p-24f;
        } else {
            magnitude = Math.scalb(1 + fraction * 0x1p-10f, exponent - 15);
        }
        return (bits & 0x8000) == 0 ? magnitude : -magnitude;
    }

    /** Three little-endian unsigned numbers of 4 bytes: months, days, milliseconds. */
    private record Interval(Schema schema) implements LeafMaker.OfBytes {
        @Override
        public Object ofBytes(byte[] buffer, int offset, int length) {
            ByteBuffer bytes = ByteBuffer.wrap(buffer, offset, length).order(ByteOrder.LITTLE_ENDIAN);
            return new Struct(schema)
                    .put("months", Integer.toUnsignedLong(bytes.getInt()))
                    .put("days", Integer.toUnsignedLong(bytes.getInt()))
                    .put("millis", Integer.toUnsignedLong(bytes.getInt()));
        }

        @Override
        public boolean shareable() {
            return false;
        }
    }
}
