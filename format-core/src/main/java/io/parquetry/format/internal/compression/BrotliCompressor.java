package io.parquetry.format.internal.compression;

import com.aayushatharva.brotli4j.encoder.Encoder;
import io.parquetry.format.metadata.CompressionCodec;
import java.io.IOException;
import java.io.UncheckedIOException;

/** BROTLI: one stream of RFC 7932. */
final class BrotliCompressor extends Compressor {
    private final int level;

    BrotliCompressor(int level) {
        super(CompressionCodec.BROTLI);
        Brotli.requireAvailable();
        this.level = level;
    }

    @Override
    long bound(int length) {
        // As BrotliEncoderMaxCompressedSize: blocks that do not shrink are stored, each with a header of a few bytes.
        return 64L + length + 4L * (length >>> 14);
    }

    @Override
    int encode(byte[] in, int offset, int length, byte[] out, int outOffset) {
        try {
            byte[] compressed = Encoder.compress(in, offset, length, Encoder.Parameters.create(level));
            System.arraycopy(compressed, 0, out, outOffset, compressed.length);
            return compressed.length;
        } catch (IOException e) {
            throw new UncheckedIOException("brotli could not compress " + length + " bytes", e);
        }
    }
}
