package io.parquetry.format.internal.compression;

import io.parquetry.format.metadata.CompressionCodec;
import java.io.IOException;
import org.xerial.snappy.Snappy;

/** SNAPPY: one block of the raw format, which begins with its decompressed length. */
final class SnappyDecompressor extends Decompressor {
    SnappyDecompressor() {
        super(CompressionCodec.SNAPPY);
    }

    @Override
    long measure(byte[] in, int offset, int length, int most) {
        return new SnappyBlock(in, offset, length).measure(most);
    }

    @Override
    int decode(byte[] in, int offset, int length, byte[] out, int outOffset, int outLength) {
        try {
            // The library writes as many bytes as the block's header says and does not check the end of the array.
            int announced = Snappy.uncompressedLength(in, offset, length);
            return announced >= 0 && announced <= outLength
                    ? Snappy.uncompress(in, offset, length, out, outOffset)
                    : announced;
        } catch (IOException e) {
            throw corrupt("not a block of " + outLength + " bytes: " + e.getMessage(), e);
        }
    }
}
