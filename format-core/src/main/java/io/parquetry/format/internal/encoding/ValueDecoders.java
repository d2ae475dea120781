package io.parquetry.format.internal.encoding;

import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;

/** Selects the decoder for an encoding and a type. */
public final class ValueDecoders {
    private ValueDecoders() {}

    /**
     * A decoder of values that are not dictionary indexes.
     *
     * @throws UnsupportedFeatureException when the encoding is not supported, or not allowed for the type
     */
    public static ValueDecoder<?> of(Encoding encoding, PrimitiveType type) {
        return switch (encoding) {
            case PLAIN -> plain(type);
            case RLE -> type.physicalType() == PhysicalType.BOOLEAN ? new RleBooleanDecoder() : refuse(encoding, type);
            case DELTA_BINARY_PACKED -> deltaBinaryPacked(type);
            case DELTA_LENGTH_BYTE_ARRAY ->
                type.physicalType() == PhysicalType.BYTE_ARRAY
                        ? new DeltaDecoders.LengthBinary()
                        : refuse(encoding, type);
            case DELTA_BYTE_ARRAY -> deltaByteArray(type);
            case BYTE_STREAM_SPLIT -> byteStreamSplit(type);
            case ALP -> alp(type);
            case PLAIN_DICTIONARY, RLE_DICTIONARY, BIT_PACKED -> refuse(encoding, type);
        };
    }

    private static ValueDecoder<?> refuse(Encoding encoding, PrimitiveType type) {
        throw new UnsupportedFeatureException(
                "unsupported: encoding " + encoding + " for values of type " + type.physicalType());
    }

    /** The decoder of PLAIN values, which dictionary pages use too. */
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

    private static ValueDecoder<?> deltaBinaryPacked(PrimitiveType type) {
        return switch (type.physicalType()) {
            case INT32 -> new DeltaDecoders.Ints();
            case INT64 -> new DeltaDecoders.Longs();
            case BOOLEAN, INT96, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                refuse(Encoding.DELTA_BINARY_PACKED, type);
        };
    }

    private static ValueDecoder<?> deltaByteArray(PrimitiveType type) {
        return switch (type.physicalType()) {
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> new DeltaDecoders.PrefixedBinary(type.typeLength());
            case BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE -> refuse(Encoding.DELTA_BYTE_ARRAY, type);
        };
    }

    private static ValueDecoder<?> byteStreamSplit(PrimitiveType type) {
        return switch (type.physicalType()) {
            case INT32 -> new ByteStreamSplitDecoders.Ints();
            case INT64 -> new ByteStreamSplitDecoders.Longs();
            case FLOAT -> new ByteStreamSplitDecoders.Floats();
            case DOUBLE -> new ByteStreamSplitDecoders.Doubles();
            case FIXED_LEN_BYTE_ARRAY -> new ByteStreamSplitDecoders.FixedBinary(type.typeLength());
            case BOOLEAN, INT96, BYTE_ARRAY -> refuse(Encoding.BYTE_STREAM_SPLIT, type);
        };
    }

    private static ValueDecoder<?> alp(PrimitiveType type) {
        return switch (type.physicalType()) {
            case FLOAT -> new AlpDecoders.Floats();
            case DOUBLE -> new AlpDecoders.Doubles();
            case BOOLEAN, INT32, INT64, INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> refuse(Encoding.ALP, type);
        };
    }
}
