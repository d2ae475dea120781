package io.parquetry.format.internal.compression;

import io.parquetry.format.metadata.CompressionCodec;

/** UNCOMPRESSED: the bytes as they are. */
final class NoDecompressor extends Decompressor {
    NoDecompressor() {
        super(CompressionCodec.UNCOMPRESSED);
    }

    @Override
    long measure(byte[] in, int offset, int length, int most) {
        return length;
    }

    @Override
    int decode(byte[] in, int offset, int length, byte[] out, int outOffset, int outLength) {
        if (length <= outLength) {
            System.arraycopy(in, offset, out, outOffset, length);
        }
        return length;
    }
}
