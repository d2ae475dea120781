package io.parquetry.format.internal.compression;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.parquetry.format.metadata.CompressionCodec;
import java.util.Optional;

/** ZSTD: one frame of RFC 8878. */
final class ZstdCompressor extends Compressor {
    private static final Pool<ZstdCompressCtx> POOL = new Pool<>(ZstdCompressCtx::new, ZstdCompressCtx::close);

    /** The length of the level. */
    private static final int USUAL_COPY_BYTES = 0;

    private static final int LONG_COPY_BYTES = 6;

    private final int level;
    private final int copyBytesMin;

    ZstdCompressor(int level) {
        this(level, USUAL_COPY_BYTES);
    }

    private ZstdCompressor(int level, int copyBytesMin) {
        super(CompressionCodec.ZSTD);
        this.level = level;
        this.copyBytesMin = copyBytesMin;
    }

    @Override
    Optional<Compressor> withLongCopies() {
        return Optional.of(new ZstdCompressor(level, LONG_COPY_BYTES));
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
            context.setMinMatch(copyBytesMin);
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
