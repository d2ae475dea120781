package io.parquetry.format.internal.compression;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.parquetry.format.metadata.CompressionCodec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** ZSTD: frames of RFC 8878, one behind the other, whose contents are joined. */
final class ZstdDecompressor extends Decompressor {
    private static final int SCRATCH_BYTES = 1 << 16;

    /** 2 GiB, which no page has more than; decompressing in one go takes any window. */
    private static final int WINDOW_LOG_MAX = 31;

    private static final Pool<ZstdDecompressCtx> POOL = new Pool<>(ZstdDecompressCtx::new, ZstdDecompressCtx::close);

    ZstdDecompressor() {
        super(CompressionCodec.ZSTD);
    }

    /** A stream keeps the window that a frame asks for, outside the heap, and touches of it no more than comes out. */
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
