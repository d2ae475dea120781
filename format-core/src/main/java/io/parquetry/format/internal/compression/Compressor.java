package io.parquetry.format.internal.compression;

import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.UsageException;
import io.parquetry.format.metadata.CompressionCodec;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** Compresses pages with one codec at one level. Stateless: threads and files may share it. */
public abstract sealed class Compressor
        permits NoCompressor, SnappyCompressor, GzipCompressor, ZstdCompressor, BrotliCompressor, Lz4RawCompressor {
    private static final int FASTER_ZSTD_LEVEL = 1;

    private final CompressionCodec codec;

    Compressor(CompressionCodec codec) {
        this.codec = codec;
    }

    /**
     * The compressor of a codec.
     *
     * @param level GZIP takes 1 to 9 (else 6), ZSTD -7 to 22 (else 3), BROTLI 0 to 11 (else 5), the others take none
     */
    public static Compressor of(CompressionCodec codec, OptionalInt level) {
        return switch (codec) {
            case UNCOMPRESSED -> {
                requireNone(codec, level);
                yield new NoCompressor();
            }
            case SNAPPY -> {
                requireNone(codec, level);
                yield new SnappyCompressor();
            }
            case GZIP -> new GzipCompressor(requireWithin(codec, level.orElse(6), 1, 9));
            case ZSTD -> new ZstdCompressor(requireWithin(codec, level.orElse(3), -7, 22));
            case BROTLI -> new BrotliCompressor(requireWithin(codec, level.orElse(5), 0, 11));
            case LZ4_RAW -> {
                requireNone(codec, level);
                yield new Lz4RawCompressor();
            }
            case LZO, LZ4 ->
                throw new UnsupportedFeatureException("unsupported: writing with compression codec " + codec
                        + "; UNCOMPRESSED, SNAPPY, GZIP, ZSTD, BROTLI and LZ4_RAW can be written");
        };
    }

    /**
     * The compressor of a level that is faster than the usual one, and for many pages not worse: ZSTD level 1. Empty
     * where a level was asked for, and for other codecs.
     */
    public static Optional<Compressor> fasterThanUsual(CompressionCodec codec, OptionalInt level) {
        return codec == CompressionCodec.ZSTD && level.isEmpty()
                ? Optional.of(new ZstdCompressor(FASTER_ZSTD_LEVEL))
                : Optional.empty();
    }

    private static void requireNone(CompressionCodec codec, OptionalInt level) {
        if (level.isPresent()) {
            throw new UsageException("compression level " + level.getAsInt() + " was given, but " + codec
                    + " has no levels; leave it out, or choose GZIP, ZSTD or BROTLI");
        }
    }

    private static int requireWithin(CompressionCodec codec, int level, int least, int most) {
        if (level < least || level > most) {
            throw new UsageException(
                    "compression level " + level + " is not one of " + codec + "; it must be " + least + " to " + most);
        }
        return level;
    }

    public final CompressionCodec codec() {
        return codec;
    }

    /** The greatest compressed size of {@code length} bytes; {@link #compress} needs an output range of this size. */
    public final int maxCompressedLength(int length) {
        if (length < 0) {
            throw new UsageException("length " + length + " is negative");
        }
        long most = bound(length);
        if (most > Integer.MAX_VALUE) {
            throw new UsageException("a page of " + length + " bytes is too long to be compressed with " + codec
                    + "; make pages smaller");
        }
        return (int) most;
    }

    /**
     * Compresses a range of {@code in} to {@code out} from {@code outOffset} on.
     *
     * @return number of bytes written
     */
    public final int compress(byte[] in, int offset, int length, byte[] out, int outOffset) {
        Objects.checkFromIndexSize(offset, length, in.length);
        Objects.checkFromIndexSize(outOffset, maxCompressedLength(length), out.length);
        return encode(in, offset, length, out, outOffset);
    }

    abstract long bound(int length);

    /** Compresses; the ranges have been checked. */
    abstract int encode(byte[] in, int offset, int length, byte[] out, int outOffset);
}
