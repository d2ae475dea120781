package io.parquetry.format.internal.compression;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.metadata.CompressionCodec;
import net.jpountz.lz4.LZ4Exception;

/** LZ4_RAW: one block of the LZ4 block format, in which the decompressed length is not stored. */
final class Lz4RawDecompressor extends Decompressor {
    Lz4RawDecompressor() {
        super(CompressionCodec.LZ4_RAW);
    }

    @Override
    long measure(byte[] in, int offset, int length, int most) {
        try {
            return Lz4Block.measure(in, offset, length, most);
        } catch (CorruptFileException e) {
            throw corrupt(e.reason(), e);
        }
    }

    @Override
    int decode(byte[] in, int offset, int length, byte[] out, int outOffset, int outLength) {
        try {
            return Lz4.DECOMPRESSOR.decompress(in, offset, length, out, outOffset, outLength);
        } catch (LZ4Exception e) {
            throw corrupt("not a block of " + outLength + " bytes: " + e.getMessage(), e);
        }
    }
}
