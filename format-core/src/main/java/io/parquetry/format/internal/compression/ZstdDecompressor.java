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

    private static final Pool<ZstdDecompressCtx> POOL = new Pool<>(ZstdDecompressCtx::new, ZstdDecompressCtx::close);

    ZstdDecompressor() {
        super(CompressionCodec.ZSTD);
    }

    /** A stream keeps no more than the window that a frame asks for, up to 128 MiB, and fills it only as it goes. */
    @Override
    long measure(byte[] in, int offset, int length, int most) {
        byte[] scratch = new byte[SCRATCH_BYTES];
        long measured = 0;
        try (InputStream stream = new ZstdInputStreamNoFinalizer(new ByteArrayInputStream(in, offset, length))) {
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
