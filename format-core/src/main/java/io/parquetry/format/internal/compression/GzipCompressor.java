package io.parquetry.format.internal.compression;

import io.parquetry.format.metadata.CompressionCodec;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** GZIP: one member of RFC 1952: header of 10 bytes, deflated bytes, CRC-32 and length as little-endian ints. */
final class GzipCompressor extends Compressor {
    /** Method 8 (deflate), no flags, no time, no extra flags, unknown operating system. */
    private static final byte[] HEADER = {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, (byte) 0xFF};

    private static final int TRAILER_BYTES = 8;

    private static final List<Pool<Deflater>> POOLS = IntStream.rangeClosed(0, 9)
            .mapToObj(level -> new Pool<>(() -> new Deflater(level, true), Deflater::end))
            .toList();

    private final Pool<Deflater> pool;

    GzipCompressor(int level) {
        super(CompressionCodec.GZIP);
        this.pool = POOLS.get(level);
    }

    @Override
    long bound(int length) {
        // The largest bound of the zlib implementations that JDKs are linked with.
        return HEADER.length + length + (length + 7L) / 8 + (length + 63L) / 64 + 16 + TRAILER_BYTES;
    }

    @Override
    int encode(byte[] in, int offset, int length, byte[] out, int outOffset) {
        System.arraycopy(HEADER, 0, out, outOffset, HEADER.length);
        int start = outOffset + HEADER.length;
        int deflated = deflate(in, offset, length, out, start, (int) bound(length) - HEADER.length - TRAILER_BYTES);
        CRC32 crc = new CRC32();
        crc.update(in, offset, length);
        putInt(out, start + deflated, (int) crc.getValue());
        putInt(out, start + deflated + 4, length);
        return HEADER.length + deflated + TRAILER_BYTES;
    }

    private int deflate(byte[] in, int offset, int length, byte[] out, int outOffset, int outLength) {
        Deflater deflater = pool.acquire();
        deflater.setInput(in, offset, length);
        deflater.finish();
        int deflated = deflater.deflate(out, outOffset, outLength);
        boolean whole = deflater.finished();
        deflater.reset();
        pool.release(deflater);
        if (!whole) {
            throw new IllegalStateException(length + " bytes did not deflate to " + outLength + " bytes");
        }
        return deflated;
    }

    private static void putInt(byte[] out, int offset, int value) {
        for (int i = 0; i < Integer.BYTES; i++) {
            out[offset + i] = (byte) (value >>> (8 * i));
        }
    }
}
