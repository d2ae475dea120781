package io.parquetry.format.internal.compression;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.metadata.CompressionCodec;
import java.util.Objects;

/**
 * Decompresses pages of one codec. What comes out has exactly the length that the page header promised, and never grows
 * beyond it on the way. Holds no state of its own: it may be shared by threads and files.
 */
public abstract sealed class Decompressor
        permits NoDecompressor,
                SnappyDecompressor,
                GzipDecompressor,
                ZstdDecompressor,
                BrotliDecompressor,
                Lz4Decompressor,
                Lz4RawDecompressor {
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
     * @param outLength how many bytes must come out
     * @throws CorruptFileException when the bytes are not of this codec or give more or fewer bytes
     */
    public final void decompress(byte[] in, int offset, int length, byte[] out, int outOffset, int outLength) {
        Objects.checkFromIndexSize(offset, length, in.length);
        Objects.checkFromIndexSize(outOffset, outLength, out.length);
        // Writers are about that leave the empty values of a page of nulls as they are, whatever the codec.
        if (length == 0 && outLength == 0) {
            return;
        }
        int decoded = decode(in, offset, length, out, outOffset, outLength);
        if (decoded != outLength) {
            throw corrupt("decompressed to " + decoded + " bytes, but the page header says " + outLength, null);
        }
    }

    /**
     * Checks that a range decompresses to {@code outLength} bytes, without taking memory for them. It costs about as much
     * time as to decompress them, and is for lengths that nobody should pay for on trust.
     *
     * @throws CorruptFileException when the bytes are not of this codec or give more or fewer bytes
     */
    public final void requireLength(byte[] in, int offset, int length, int outLength) {
        Objects.checkFromIndexSize(offset, length, in.length);
        long measured = measure(in, offset, length, outLength);
        if (measured != outLength) {
            throw corrupt(
                    "decompresses to " + (measured > outLength ? "more than " + outLength : measured)
                            + " bytes, but the page header says " + outLength,
                    null);
        }
    }

    /**
     * Counts what comes out of a range that has been checked.
     *
     * @param most where it may stop: any larger number will do when more comes out
     */
    abstract long measure(byte[] in, int offset, int length, int most);

    /**
     * Decompresses; the ranges have been checked.
     *
     * @return how many bytes came out; nothing may be written behind {@code outLength}
     */
    abstract int decode(byte[] in, int offset, int length, byte[] out, int outOffset, int outLength);

    final CorruptFileException corrupt(String reason, Throwable cause) {
        return new CorruptFileException(codec + " data: " + reason, cause);
    }
}
