package io.parquetry.format.internal.encoding;

import io.parquetry.format.UsageException;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.util.List;

/**
 * Selects the encoder for an encoding and a type, for pages that are not dictionary-coded. An encoder is selected once
 * for a column and encodes whole pages.
 */
public final class ValueEncoders {
    private ValueEncoders() {}

    /** Encodes the first {@code count} values: INT32, FLOAT as its bits, BOOLEAN as 0 and 1. */
    @FunctionalInterface
    public interface OfInts {
        void encode(int[] values, int count, ByteAppender out);
    }

    /** Encodes the first {@code count} values: INT64, DOUBLE as its bits. */
    @FunctionalInterface
    public interface OfLongs {
        void encode(long[] values, int count, ByteAppender out);
    }

    /** Encodes the {@code count} values that the first {@code bytes} bytes hold in PLAIN form. */
    @FunctionalInterface
    public interface OfBinaries {
        void encode(byte[] plain, int bytes, int count, ByteAppender out);
    }

    /** The encodings of a type that can be written, besides RLE_DICTIONARY. */
    public static List<Encoding> allowed(PhysicalType type) {
        return switch (type) {
            case BOOLEAN -> List.of(Encoding.PLAIN, Encoding.RLE);
            case INT32, INT64 -> List.of(Encoding.PLAIN, Encoding.DELTA_BINARY_PACKED, Encoding.BYTE_STREAM_SPLIT);
            case FLOAT, DOUBLE -> List.of(Encoding.PLAIN, Encoding.BYTE_STREAM_SPLIT, Encoding.ALP);
            case BYTE_ARRAY -> List.of(Encoding.PLAIN, Encoding.DELTA_LENGTH_BYTE_ARRAY, Encoding.DELTA_BYTE_ARRAY);
            case FIXED_LEN_BYTE_ARRAY -> List.of(Encoding.PLAIN, Encoding.DELTA_BYTE_ARRAY, Encoding.BYTE_STREAM_SPLIT);
            case INT96 -> List.of();
        };
    }

    /**
     * Those of {@link #allowed} that DuckDB 2.0, parquet-java and Arrow read, PLAIN first. DuckDB reads
     * FIXED_LEN_BYTE_ARRAY, and decimals as BYTE_ARRAY, for certain only in PLAIN, and before 2.0 no integers in
     * BYTE_STREAM_SPLIT; nobody reads ALP yet.
     */
    public static List<Encoding> widelyRead(PrimitiveType type) {
        boolean onlyPlain = type.physicalType() == PhysicalType.FIXED_LEN_BYTE_ARRAY
                || type.physicalType() == PhysicalType.BYTE_ARRAY
                        && type.logicalType().orElse(null) instanceof LogicalType.Decimal;
        return onlyPlain
                ? List.of(Encoding.PLAIN)
                : allowed(type.physicalType()).stream()
                        .filter(encoding -> encoding != Encoding.ALP)
                        .toList();
    }

    /** Those of {@link #widelyRead} that Spark reads, too. */
    public static List<Encoding> readBySparkToo(PrimitiveType type) {
        return widelyRead(type).stream()
                .filter(encoding -> encoding != Encoding.BYTE_STREAM_SPLIT)
                .toList();
    }

    public static OfInts booleans(Encoding encoding) {
        return switch (encoding) {
            case PLAIN -> ValueEncoders::putBits;
            case RLE -> ValueEncoders::putRuns;
            case PLAIN_DICTIONARY,
                    BIT_PACKED,
                    DELTA_BINARY_PACKED,
                    DELTA_LENGTH_BYTE_ARRAY,
                    DELTA_BYTE_ARRAY,
                    RLE_DICTIONARY,
                    BYTE_STREAM_SPLIT,
                    ALP -> throw unfit(encoding, PhysicalType.BOOLEAN);
        };
    }

    /** @param type INT32 or FLOAT */
    public static OfInts ints(Encoding encoding, PhysicalType type) {
        requireAllowed(encoding, type);
        return switch (encoding) {
            case PLAIN -> (values, count, out) -> out.putInts(values, count);
            case DELTA_BINARY_PACKED -> DeltaBinaryPackedEncoder::encode;
            case BYTE_STREAM_SPLIT -> ByteStreamSplitEncoder::encode;
            case ALP -> AlpEncoder::encode;
            case PLAIN_DICTIONARY, RLE, BIT_PACKED, DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY, RLE_DICTIONARY ->
                throw unfit(encoding, type);
        };
    }

    /** @param type INT64 or DOUBLE */
    public static OfLongs longs(Encoding encoding, PhysicalType type) {
        requireAllowed(encoding, type);
        return switch (encoding) {
            case PLAIN -> (values, count, out) -> out.putLongs(values, count);
            case DELTA_BINARY_PACKED -> DeltaBinaryPackedEncoder::encode;
            case BYTE_STREAM_SPLIT -> ByteStreamSplitEncoder::encode;
            case ALP -> AlpEncoder::encode;
            case PLAIN_DICTIONARY, RLE, BIT_PACKED, DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY, RLE_DICTIONARY ->
                throw unfit(encoding, type);
        };
    }

    /**
     * @param type BYTE_ARRAY or FIXED_LEN_BYTE_ARRAY
     * @param typeLength length of every value, or 0 for BYTE_ARRAY
     */
    public static OfBinaries binaries(Encoding encoding, PhysicalType type, int typeLength) {
        requireAllowed(encoding, type);
        return switch (encoding) {
            case PLAIN -> (plain, bytes, count, out) -> out.put(plain, 0, bytes);
            case DELTA_LENGTH_BYTE_ARRAY ->
                (plain, bytes, count, out) -> DeltaByteArrayEncoders.encodeLengths(plain, count, out);
            case DELTA_BYTE_ARRAY ->
                (plain, bytes, count, out) -> DeltaByteArrayEncoders.encodePrefixes(plain, count, typeLength, out);
            case BYTE_STREAM_SPLIT ->
                (plain, bytes, count, out) -> ByteStreamSplitEncoder.encode(plain, count, typeLength, out);
            case PLAIN_DICTIONARY, RLE, BIT_PACKED, DELTA_BINARY_PACKED, RLE_DICTIONARY, ALP ->
                throw unfit(encoding, type);
        };
    }

    /** One bit a value, least significant bit first. */
    private static void putBits(int[] bits, int count, ByteAppender out) {
        out.ensure((count + 7) >>> 3);
        for (int i = 0; i < count; i += 8) {
            int packed = 0;
            for (int bit = 0; bit < 8 && i + bit < count; bit++) {
                packed |= bits[i + bit] << bit;
            }
            out.putByte(packed);
        }
    }

    /** Runs behind their length in bytes, which both versions of data pages have. */
    private static void putRuns(int[] bits, int count, ByteAppender out) {
        int start = out.size();
        out.putInt(0);
        RleHybridEncoder.encode(bits, count, 1, out);
        out.setInt(start, out.size() - start - Integer.BYTES);
    }

    private static void requireAllowed(Encoding encoding, PhysicalType type) {
        if (!allowed(type).contains(encoding)) {
            throw unfit(encoding, type);
        }
    }

    private static UsageException unfit(Encoding encoding, PhysicalType type) {
        return new UsageException(
                "encoding " + encoding + " does not fit values of type " + type + "; allowed are " + allowed(type));
    }
}
