package io.parquetry.format.internal.compression;

import io.parquetry.format.metadata.CompressionCodec;

/** UNCOMPRESSED: the bytes as they are. */
final class NoCompressor extends Compressor {
    NoCompressor() {
        super(CompressionCodec.UNCOMPRESSED);
    }

    @Override
    long bound(int length) {
        return length;
    }

    @Override
    int encode(byte[] in, int offset, int length, byte[] out, int outOffset) {
        System.arraycopy(in, offset, out, outOffset, length);
        return length;
    }
}
