package io.parquetry.format.internal.encoding;

import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.PrimitiveType;

/** Which decoder reads which encoding of which type. */
public final class ValueDecoders {
    private ValueDecoders() {}

    /**
     * A decoder of values that are not dictionary indexes.
     *
     * @throws UnsupportedFeatureException when the encoding is not read, or is none for the type
     */
    public static ValueDecoder<?> of(Encoding encoding, PrimitiveType type) {
        return switch (encoding) {
            case PLAIN -> plain(type);
            case PLAIN_DICTIONARY,
                    RLE,
                    BIT_PACKED,
                    DELTA_BINARY_PACKED,
                    DELTA_LENGTH_BYTE_ARRAY,
                    DELTA_BYTE_ARRAY,
                    RLE_DICTIONARY,
                    BYTE_STREAM_SPLIT,
                    ALP ->
                throw new UnsupportedFeatureException(
                        "unsupported: encoding " + encoding + " for values of type " + type.physicalType());
        };
    }

    /** The decoder of PLAIN values, which dictionary pages hold too. */
    public static ValueDecoder<?> plain(PrimitiveType type) {
        return switch (type.physicalType()) {
            case BOOLEAN -> new PlainDecoders.Booleans();
            case INT32 -> new PlainDecoders.Ints();
            case INT64 -> new PlainDecoders.Longs();
            case FLOAT -> new PlainDecoders.Floats();
            case DOUBLE -> new PlainDecoders.Doubles();
            case BYTE_ARRAY -> new PlainDecoders.Binary();
            case INT96, FIXED_LEN_BYTE_ARRAY -> new PlainDecoders.FixedBinary(type.typeLength());
        };
    }
}
