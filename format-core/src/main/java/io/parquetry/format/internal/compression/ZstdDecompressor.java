package io.parquetry.format.internal.compression;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.parquetry.format.metadata.CompressionCodec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** ZSTD: a sequence of frames of RFC 8878, whose contents are concatenated. */
final class ZstdDecompressor extends Decompressor {
    private static final int SCRATCH_BYTES = 1 << 16;

    /** 2 GiB, more than any page has; {@link #decode} accepts any window. */
    private static final int WINDOW_LOG_MAX = 31;

    private static final Pool<ZstdDecompressCtx> POOL = new Pool<>(ZstdDecompressCtx::new, ZstdDecompressCtx::close);

    ZstdDecompressor() {
        super(CompressionCodec.ZSTD);
    }

    /** The stream reserves the window of a frame outside the heap; only pages that it writes to take memory. */
    @Override
    long measure(byte[] in, int offset, int length, int most) {
        byte[] scratch = new byte[SCRATCH_BYTES];
        long measured = 0;
        InputStream compressed = new ByteArrayInputStream(in, offset, length);
        try (ZstdInputStreamNoFinalizer stream = new ZstdInputStreamNoFinalizer(compressed)) {
            stream.setLongMax(WINDOW_LOG_MAX);
            int more = 0;
            while (more >= 0 && measured <= most) {
                measured += more;
                more = stream.read(scratch);
            }
            return measured;
        } catch (IOException e) {
            throw corrupt("not frames of " + most + " bytes: " + e.getMessage(), e);
        }
    }

    @Override
    int decode(byte[] in, int offset, int length, byte[] out, int outOffset, int outLength) {
        ZstdDecompressCtx context = POOL.acquire();
        boolean good = false;
        try {
            int decoded = context.decompressByteArray(out, outOffset, outLength, in, offset, length);
            good = true;
            return decoded;
        } catch (ZstdException e) {
            throw corrupt("not frames of " + outLength + " bytes: " + e.getMessage(), e);
        } finally {
            if (good) {
                POOL.release(context);
            } else {
                POOL.discard(context);
            }
        }
    }
}
