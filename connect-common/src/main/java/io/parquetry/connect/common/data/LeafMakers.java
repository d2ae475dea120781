package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.DecimalForm;
import io.parquetry.connect.common.schema.TemporalType;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import io.parquetry.format.model.Utf8Text;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Date;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.connect.data.Schema;

/**
 * Single Connect values from the physical form of their column, for the schemas that {@code ToParquet} was given or
 * {@code ToConnect} gives; {@link LeafAccesses} is the opposite direction, {@link ForeignLeafMakers} has types that the
 * sink never writes.
 */
final class LeafMakers {
    private LeafMakers() {}

    static LeafMaker of(Schema schema, PrimitiveType column) {
        Optional<TemporalType> temporal = TemporalType.of(schema);
        Optional<LeafMaker> converted = temporal.flatMap(type -> TemporalLeaves.maker(type, column));
        if (converted.isPresent()) {
            return converted.get();
        }
        if (temporal.isPresent() && temporal.get().carrier() == TemporalType.Carrier.JAVA_DATE) {
            return javaDate(temporal.get(), column);
        }
        if (DecimalForm.isDecimal(schema)) {
            return DecimalLeaves.maker(schema, column);
        }
        return switch (column.physicalType()) {
            case BOOLEAN -> (LeafMaker.OfBoolean) Boolean::valueOf;
            case INT32 -> int32(schema.type(), column);
            case INT64 -> (LeafMaker.OfLong) Long::valueOf;
            case INT96 -> ForeignLeafMakers.int96(schema);
            case FLOAT -> (LeafMaker.OfFloat) Float::valueOf;
            case DOUBLE -> (LeafMaker.OfDouble) Double::valueOf;
            case BYTE_ARRAY -> bytes(schema);
            case FIXED_LEN_BYTE_ARRAY -> ForeignLeafMakers.fixed(schema);
        };
    }

    private static LeafMaker bytes(Schema schema) {
        return schema.type() == Schema.Type.STRUCT
                ? DebeziumLeaves.decimalMaker(schema)
                : schema.type() == Schema.Type.STRING ? TEXT : BYTES;
    }

    /** Keys of maps need equality, which {@code byte[]} has not. */
    static LeafMaker ofMapKey(Schema schema, PrimitiveType column) {
        LeafMaker maker = of(schema, column);
        return maker == BYTES ? KEY_BYTES : maker;
    }

    /** What is not UTF-8 becomes U+FFFD. */
    static final LeafMaker.OfBytes REPLACED_TEXT = Utf8Text::orReplaced;

    /** Refuses what is not UTF-8. */
    static final LeafMaker.OfBytes TEXT = (buffer, offset, length) -> {
        String text = Utf8Text.orNull(buffer, offset, length);
        if (text == null) {
            throw notUtf8(buffer, offset, length);
        }
        return text;
    };

    private static CorruptFileException notUtf8(byte[] buffer, int offset, int length) {
        ByteBuffer bytes = ByteBuffer.wrap(buffer, offset, length).slice();
        StandardCharsets.UTF_8.newDecoder().decode(bytes, CharBuffer.allocate(length), true);
        return new CorruptFileException(String.format(
                Locale.ROOT,
                "a text is not UTF-8: its byte %d of %d is 0x%02x; invalid.utf8 says what becomes of such text:"
                        + " fail, replace or bytes",
                bytes.position(),
                length,
                buffer[offset + bytes.position()]));
    }

    static final LeafMaker.OfBytes BYTES = new LeafMaker.OfBytes() {
        @Override
        public Object ofBytes(byte[] buffer, int offset, int length) {
            return Arrays.copyOfRange(buffer, offset, offset + length);
        }

        @Override
        public boolean shareable() {
            return false;
        }
    };

    private static final LeafMaker.OfBytes KEY_BYTES = new LeafMaker.OfBytes() {
        @Override
        public Object ofBytes(byte[] buffer, int offset, int length) {
            return ByteBuffer.wrap(Arrays.copyOfRange(buffer, offset, offset + length));
        }

        @Override
        public boolean shareable() {
            return false;
        }
    };

    private static LeafMaker int32(Schema.Type type, PrimitiveType column) {
        boolean unsigned = column.logicalType().orElse(null) instanceof LogicalType.Int integer && !integer.signed();
        return switch (type) {
            case INT8 -> (LeafMaker.OfInt) value -> (byte) within(value, Byte.MIN_VALUE, Byte.MAX_VALUE, column);
            case INT16 ->
                unsigned
                        ? (LeafMaker.OfInt) value -> (short) unsigned(value, 0xFF, column)
                        : (LeafMaker.OfInt) value -> (short) within(value, Short.MIN_VALUE, Short.MAX_VALUE, column);
            case INT32 ->
                unsigned
                        ? (LeafMaker.OfInt) value -> unsigned(value, 0xFFFF, column)
                        : (LeafMaker.OfInt) Integer::valueOf;
            case INT64 -> (LeafMaker.OfInt) Integer::toUnsignedLong;
            case STRING -> (LeafMaker.OfInt) LeafMakers::ofNull;
            case FLOAT32, FLOAT64, BOOLEAN, BYTES, ARRAY, MAP, STRUCT ->
                throw new IllegalStateException("the column " + column + " holds no " + type);
        };
    }

    private static Object ofNull(int value) {
        throw new CorruptFileException("a column that the sink writes for nulls alone has the value " + value);
    }

    /**
     * A number of 8 or 16 bits. Beyond them the format leaves it to the reader what is stored (LogicalTypes.md,
     * "Unsigned Integers"): the low bits are the number where the others are copies of its sign.
     */
    private static int unsigned(int value, int most, PrimitiveType column) {
        return value < 0 && value >= -(most + 1) / 2 ? value & most : within(value, 0, most, column);
    }

    private static int within(int value, int least, int most, PrimitiveType column) {
        if (value < least || value > most) {
            throw new CorruptFileException("the value " + value + " does not fit "
                    + column.logicalType().map(LogicalType::toString).orElse("its schema") + ", which holds " + least
                    + " to " + most);
        }
        return value;
    }

    /** A {@link java.util.Date} is mutable, so no two records may share one. */
    private static LeafMaker javaDate(TemporalType type, PrimitiveType column) {
        return switch (type) {
            case CONNECT_DATE -> dates(days -> days * LeafAccesses.DAY_MILLIS);
            case CONNECT_TIME ->
                column.logicalType().orElse(null) instanceof LogicalType.Time
                        // Converters fail at any other time, without the name of the file.
                        ? dates(millis -> within((int) millis, 0, (int) LeafAccesses.DAY_MILLIS, column))
                        : dates(millis -> millis);
            case CONNECT_TIMESTAMP ->
                new LeafMaker.OfLong() {
                    @Override
                    public Object ofLong(long value) {
                        return new Date(value);
                    }

                    @Override
                    public boolean shareable() {
                        return false;
                    }
                };
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

    private static LeafMaker dates(LongUnaryOperator millis) {
        return new LeafMaker.OfInt() {
            @Override
            public Object ofInt(int value) {
                return new Date(millis.applyAsLong(value));
            }

            @Override
            public boolean shareable() {
                return false;
            }
        };
    }
}
