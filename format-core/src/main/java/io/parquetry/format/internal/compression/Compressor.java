package io.parquetry.format.internal.compression;

import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.UsageException;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.CompressionCodec.Levels;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** Compresses pages with one codec at one level. Stateless: threads and files may share it. */
public abstract sealed class Compressor
        permits NoCompressor, SnappyCompressor, GzipCompressor, ZstdCompressor, BrotliCompressor, Lz4RawCompressor {
    private final CompressionCodec codec;

    Compressor(CompressionCodec codec) {
        this.codec = codec;
    }

    /**
     * The compressor of a codec.
     *
     * @param level one of {@link CompressionCodec#levels}; absent, the usual one
     */
    public static Compressor of(CompressionCodec codec, OptionalInt level) {
        if (!codec.isWritten()) {
            throw notWritten(codec);
        }
        codec.levels().ifPresentOrElse(levels -> requireOneOf(levels, codec, level), () -> requireNone(codec, level));
        return at(codec, level.orElse(codec.levels().map(Levels::usual).orElse(0)));
    }

    private static Compressor at(CompressionCodec codec, int level) {
        return switch (codec) {
            case UNCOMPRESSED -> new NoCompressor();
            case SNAPPY -> new SnappyCompressor();
            case GZIP -> new GzipCompressor(level);
            case ZSTD -> new ZstdCompressor(level);
            case BROTLI -> new BrotliCompressor(level);
            case LZ4_RAW -> new Lz4RawCompressor();
            case LZO, LZ4 -> throw notWritten(codec);
        };
    }

    private static UnsupportedFeatureException notWritten(CompressionCodec codec) {
        return new UnsupportedFeatureException("unsupported: writing with compression codec " + codec
                + "; the codecs that can be written are " + CompressionCodec.names(CompressionCodec.written()));
    }

    private static void requireNone(CompressionCodec codec, OptionalInt level) {
        if (level.isPresent()) {
            throw new UsageException("compression level " + level.getAsInt() + " was given, but " + codec
                    + " has no levels; leave it out, or choose a codec that has levels: "
                    + CompressionCodec.names(CompressionCodec.withLevels()));
        }
    }

    private static void requireOneOf(Levels levels, CompressionCodec codec, OptionalInt level) {
        if (level.isPresent() && !levels.contain(level.getAsInt())) {
            throw new UsageException("compression level " + level.getAsInt() + " is not one of " + codec
                    + "; it must be " + levels.least() + " to " + levels.most());
        }
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

    /** A compressor of the same level that looks only for copies of many bytes, for codecs that have one. */
    Optional<Compressor> withLongCopies() {
        return Optional.empty();
    }

    abstract long bound(int length);

    /** Compresses; the ranges have been checked. */
    abstract int encode(byte[] in, int offset, int length, byte[] out, int outOffset);
}
