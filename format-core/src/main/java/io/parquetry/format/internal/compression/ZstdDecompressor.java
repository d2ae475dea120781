package io.parquetry.format.internal.compression;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.parquetry.format.metadata.CompressionCodec;

/** ZSTD: frames of RFC 8878, one behind the other, whose contents are joined. */
final class ZstdDecompressor extends Decompressor {
    private static final Pool<ZstdDecompressCtx> POOL = new Pool<>(ZstdDecompressCtx::new, ZstdDecompressCtx::close);

    ZstdDecompressor() {
        super(CompressionCodec.ZSTD);
    }

    @Override
    int decode(byte[] in, int offset, int length, byte[] out, int outOffset, int outLength) {
        ZstdDecompressCtx context = POOL.take();
        boolean good = false;
        try {
            int decoded = context.decompressByteArray(out, outOffset, outLength, in, offset, length);
            good = true;
            return decoded;
        } catch (ZstdException e) {
            throw corrupt("not frames of " + outLength + " bytes: " + e.getMessage(), e);
        } finally {
            if (good) {
                POOL.give(context);
            } else {
                POOL.discard(context);
            }
        }
    }
}
