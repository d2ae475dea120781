package io.parquetry.format.internal.compression;

import io.parquetry.format.metadata.CompressionCodec;

/** LZ4_RAW: one block of the LZ4 block format, without any framing. */
final class Lz4RawCompressor extends Compressor {
    Lz4RawCompressor() {
        super(CompressionCodec.LZ4_RAW);
    }

    @Override
    long bound(int length) {
        // As LZ4_compressBound, in a type that does not overflow.
        return 16L + length + length / 255;
    }

    @Override
    int encode(byte[] in, int offset, int length, byte[] out, int outOffset) {
        return Lz4.COMPRESSOR.compress(in, offset, length, out, outOffset, out.length - outOffset);
    }
}
