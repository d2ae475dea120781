package io.parquetry.format.internal.compression;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.metadata.CompressionCodec;
import java.util.Objects;

/**
 * Decompresses pages of one codec. The output must have exactly the length in the page header; no more bytes than
 * that are ever written. Stateless: threads and files may share it.
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
     * @param outLength the decompressed length
     * @throws CorruptFileException if the bytes are not of this codec or decompress to another length
     */
    public final void decompress(byte[] in, int offset, int length, byte[] out, int outOffset, int outLength) {
        Objects.checkFromIndexSize(offset, length, in.length);
        Objects.checkFromIndexSize(outOffset, outLength, out.length);
        // Some writers do not compress the empty values of a page of nulls, whatever the codec.
        if (length == 0 && outLength == 0) {
            return;
        }
        int decoded = decode(in, offset, length, out, outOffset, outLength);
        if (decoded != outLength) {
            throw corrupt("decompressed to " + decoded + " bytes, but the page header says " + outLength, null);
        }
    }

    /**
     * Checks that a range decompresses to {@code outLength} bytes, without allocating memory for them. This takes
     * about as long as decompression; it is for large lengths, which a corrupt page header may only claim.
     *
     * @throws CorruptFileException if the bytes are not of this codec or decompress to another length
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
