package io.parquetry.format.internal.compression;

import io.parquetry.format.metadata.CompressionCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.xerial.snappy.Snappy;

/** SNAPPY: one block of the raw format, without the framing of streams. */
final class SnappyCompressor extends Compressor {
    SnappyCompressor() {
        super(CompressionCodec.SNAPPY);
    }

    @Override
    long bound(int length) {
        // As snappy::MaxCompressedLength, in a type that does not overflow.
        return 32L + length + length / 6;
    }

    @Override
    int encode(byte[] in, int offset, int length, byte[] out, int outOffset) {
        try {
            return Snappy.compress(in, offset, length, out, outOffset);
        } catch (IOException e) {
            throw new UncheckedIOException("snappy could not compress " + length + " bytes", e);
        }
    }
}
