package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.DebeziumNames;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import io.parquetry.format.model.RecordWalker.LeafAccess;
import io.parquetry.format.model.RecordWalker.StructAccess;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Values of Debezium in columns of another form than the value's, both directions: decimals with a scale each as text,
 * UUIDs as their 16 bytes, geometries that are checked. What could not come back as it was is refused.
 */
final class DebeziumLeaves {
    /** Larger numbers cost quadratic time to become text and back. */
    private static final int DECIMAL_BYTES_MAX = 4_096;

    private static final int DECIMAL_TEXT_MAX = 10_000;
    private static final int DECIMAL_SCALE_MAX = 1_000_000;
    private static final int SHOWN_MAX = 50;

    private DebeziumLeaves() {}

    static LeafAccess.OfText<Struct> decimal(Schema schema) {
        return new DecimalAccess(schema);
    }

    /** Gives {@code 1.50} for scale 2 and the bytes of 150. */
    private static final class DecimalAccess implements LeafAccess.OfText<Struct> {
        private final StructAccess<Struct, Struct> fields;
        private final int scale;
        private final int unscaled;

        DecimalAccess(Schema schema) {
            this.fields = ConnectWalker.fields(schema);
            this.scale = schema.field(DebeziumNames.SCALE).index();
            this.unscaled = schema.field(DebeziumNames.UNSCALED).index();
        }

        @Override
        public String textOf(Struct decimal) {
            fields.open(decimal);
            return text(
                    (Integer) required(decimal, scale, DebeziumNames.SCALE),
                    LeafAccesses.bytes(required(decimal, unscaled, DebeziumNames.UNSCALED)));
        }

        private Object required(Struct decimal, int index, String name) {
            Object value = fields.field(decimal, index);
            if (value == null) {
                throw InvalidRecordException.ofRequired().inField(name);
            }
            return value;
        }

        private static String text(int scale, byte[] unscaled) {
            if (unscaled.length > DECIMAL_BYTES_MAX || Math.abs((long) scale) > DECIMAL_SCALE_MAX) {
                throw new InvalidRecordException("a decimal has the scale " + scale + " and " + unscaled.length
                        + " bytes; types.as=variable-decimal:text holds scales up to " + DECIMAL_SCALE_MAX + " and "
                        + DECIMAL_BYTES_MAX + " bytes, struct holds all");
            }
            BigInteger number = unscaled.length == 0 ? BigInteger.ZERO : new BigInteger(unscaled);
            if (!Arrays.equals(number.toByteArray(), unscaled)) {
                throw new InvalidRecordException("a decimal has " + unscaled.length + " bytes for the number " + number
                        + ", which has " + number.toByteArray().length
                        + "; types.as=variable-decimal:text could not give"
                        + " them back: set it to struct, or correct the producer");
            }
            return new BigDecimal(number, scale).toString();
        }
    }

    static LeafMaker decimalMaker(Schema schema) {
        return new DecimalMaker(schema);
    }

    private record DecimalMaker(Schema schema) implements LeafMaker.OfBytes {
        @Override
        public Object ofBytes(byte[] buffer, int offset, int length) {
            String text = new String(buffer, offset, Math.min(length, DECIMAL_TEXT_MAX), StandardCharsets.UTF_8);
            try {
                BigDecimal number = new BigDecimal(text);
                if (length <= DECIMAL_TEXT_MAX && number.toString().equals(text)) {
                    return new Struct(schema)
                            .put(DebeziumNames.SCALE, number.scale())
                            .put(DebeziumNames.UNSCALED, number.unscaledValue().toByteArray());
                }
            } catch (NumberFormatException e) {
                // refused below, with the text
            }
            throw new CorruptFileException(
                    "a decimal is the text \"" + shown(text) + "\", which the sink does not write for any number");
        }

        @Override
        public boolean shareable() {
            return false;
        }
    }

    private static String shown(String text) {
        return text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "..." : text;
    }

    /** The text must be the one that the 16 bytes become again. */
    static LeafAccess uuid() {
        byte[] bytes = new byte[16];
        ByteBuffer view = ByteBuffer.wrap(bytes);
        return (LeafAccess.OfBytes<String>) text -> {
            UUID uuid = uuid(text);
            view.putLong(0, uuid.getMostSignificantBits()).putLong(8, uuid.getLeastSignificantBits());
            return bytes;
        };
    }

    private static UUID uuid(String text) {
        try {
            UUID uuid = UUID.fromString(text);
            if (uuid.toString().equals(text)) {
                return uuid;
            }
        } catch (IllegalArgumentException e) {
            // refused below, with the text
        }
        throw new InvalidRecordException("the text \"" + shown(text)
                + "\" is no UUID of 32 hexadecimal digits in lower case, 8-4-4-4-12, and would not come back as it is;"
                + " set types.as=debezium:plain, which stores the text");
    }

    private static final int WKB_HEAD = 5;

    /** What says GEOMETRY must be ISO WKB; PostGIS has a form of its own, with bits for the SRID and the dimensions. */
    static final LeafAccess WKB = (LeafAccess.OfBytes<Object>) value -> {
        byte[] wkb = LeafAccesses.bytes(value);
        if (wkb.length < WKB_HEAD || wkb[0] < 0 || wkb[0] > 1 || !isIsoType(type(wkb))) {
            throw new InvalidRecordException("a geometry of " + wkb.length + " bytes"
                    + (wkb.length < WKB_HEAD ? "" : ", type 0x" + Integer.toHexString(type(wkb)))
                    + ", is not ISO WKB, which GEOMETRY demands (EWKB of PostGIS is not); set types.as=debezium:plain,"
                    + " which stores any bytes");
        }
        return wkb;
    };

    private static int type(byte[] wkb) {
        ByteOrder order = wkb[0] == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        return ByteBuffer.wrap(wkb).order(order).getInt(1);
    }

    /** 1 to 17, in thousands with Z, M or both. */
    private static boolean isIsoType(int type) {
        return type > 0 && type < 4_000 && type % 1_000 >= 1 && type % 1_000 <= 17;
    }
}
