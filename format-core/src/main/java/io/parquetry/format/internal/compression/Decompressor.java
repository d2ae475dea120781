package io.parquetry.format.internal.compression;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.metadata.CompressionCodec;
import java.util.Objects;

/**
 * Decompresses pages of one codec. The output has the length in the page header or a few bytes less: some writers state
 * too much (PARQUET-3712), and whether levels and values are complete shows when they are decoded. No more bytes than
 * stated are ever written. Stateless: threads and files may share it.
 */
public abstract sealed class Decompressor
        permits NoDecompressor,
                SnappyDecompressor,
                GzipDecompressor,
                ZstdDecompressor,
                BrotliDecompressor,
                Lz4Decompressor,
                Lz4RawDecompressor {
    /** Bytes that a page header may state in addition to those that its page has. */
    public static final int EXCESS_BYTES_MAX = 64;

    private final CompressionCodec codec;

    Decompressor(CompressionCodec codec) {
        this.codec = codec;
    }

    /** The decompressor of a codec. */
    public static Decompressor of(CompressionCodec codec) {
        return switch (codec) {
            case UNCOMPRESSED -> new NoDecompressor();
            case SNAPPY -> new SnappyDecompressor();
            case GZIP -> new GzipDecompressor();
            case ZSTD -> new ZstdDecompressor();
            case BROTLI -> new BrotliDecompressor();
            case LZ4 -> new Lz4Decompressor();
            case LZ4_RAW -> new Lz4RawDecompressor();
            case LZO -> throw new UnsupportedFeatureException("unsupported: compression codec " + codec);
        };
    }

    public final CompressionCodec codec() {
        return codec;
    }

    /**
     * Decompresses a range of {@code in} to {@code out} from {@code outOffset} on.
     *
     * @param outLength the decompressed length, by the page header
     * @return the decompressed length: {@code outLength} or up to {@link #EXCESS_BYTES_MAX} less
     * @throws CorruptFileException if the bytes are not of this codec or decompress to another length
     */
    public final int decompress(byte[] in, int offset, int length, byte[] out, int outOffset, int outLength) {
        Objects.checkFromIndexSize(offset, length, in.length);
        Objects.checkFromIndexSize(outOffset, outLength, out.length);
        // Some writers do not compress the empty values of a page of nulls, whatever the codec.
        if (length == 0 && outLength == 0) {
            return 0;
        }
        int decoded = decode(in, offset, length, out, outOffset, outLength);
        if (!isAccepted(decoded, outLength)) {
            throw corrupt("decompressed to " + decoded + " bytes, but the page header says " + outLength, null);
        }
        return decoded;
    }

    static boolean isAccepted(long decoded, int stated) {
        return decoded >= 0 && decoded <= stated && decoded >= stated - EXCESS_BYTES_MAX;
    }

    /**
     * Checks that a range decompresses to a length that {@link #decompress} accepts, without allocating memory. This
     * takes about as long as decompression; it is for large lengths, which a corrupt page header may only claim.
     *
     * @throws CorruptFileException if the bytes are not of this codec or decompress to another length
     */
    public final void requireLength(byte[] in, int offset, int length, int outLength) {
        Objects.checkFromIndexSize(offset, length, in.length);
        long measured = measure(in, offset, length, outLength);
        if (!isAccepted(measured, outLength)) {
            throw corrupt(
                    "decompresses to " + (measured > outLength ? "more than " + outLength : measured)
                            + " bytes, but the page header says " + outLength,
                    null);
        }
    }

    /**
     * Computes the decompressed length of a range that has been checked.
     *
     * @param most the method may stop at any larger number
     */
    abstract long measure(byte[] in, int offset, int length, int most);

    /**
     * Decompresses; the ranges have been checked.
     *
     * @return the decompressed length; nothing may be written behind {@code outLength}
     */
    abstract int decode(byte[] in, int offset, int length, byte[] out, int outOffset, int outLength);

    final CorruptFileException corrupt(String reason, Throwable cause) {
        return new CorruptFileException(codec + " data: " + reason, cause);
    }
}
