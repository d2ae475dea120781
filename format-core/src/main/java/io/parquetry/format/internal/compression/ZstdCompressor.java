package io.parquetry.format.internal.compression;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.parquetry.format.metadata.CompressionCodec;

/** ZSTD: one frame of RFC 8878. */
final class ZstdCompressor extends Compressor {
    private static final Pool<ZstdCompressCtx> POOL = new Pool<>(ZstdCompressCtx::new, ZstdCompressCtx::close);

    private final int level;

    ZstdCompressor(int level) {
        super(CompressionCodec.ZSTD);
        this.level = level;
    }

    @Override
    long bound(int length) {
        return Zstd.compressBound(length);
    }

    @Override
    int encode(byte[] in, int offset, int length, byte[] out, int outOffset) {
        ZstdCompressCtx context = POOL.acquire();
        boolean good = false;
        try {
            context.setLevel(level);
            int written = context.compressByteArray(out, outOffset, out.length - outOffset, in, offset, length);
            good = true;
            return written;
        } finally {
            if (good) {
                POOL.release(context);
            } else {
                POOL.discard(context);
            }
        }
    }
}
