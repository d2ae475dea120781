package io.parquetry.benchmarks.contender;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import org.xerial.snappy.Snappy;

/** The codecs of which a floor is measured, without a format around them. */
record FloorCodec(Codec codec) {
    /** Bytes of a page, before compression. */
    static final int PAGE_BYTES = 1 << 20;

    byte[] compress(byte[] page) throws IOException {
        return switch (codec.parquetry()) {
            case UNCOMPRESSED -> page;
            case SNAPPY -> Snappy.compress(page);
            case ZSTD -> Zstd.compress(page, codec.level().orElseThrow());
            default -> throw new IllegalArgumentException("no floor with " + codec);
        };
    }

    /** Returns the length of the page. */
    long decompress(byte[] compressed, int length, byte[] page) throws IOException {
        return switch (codec.parquetry()) {
            case UNCOMPRESSED -> length;
            case SNAPPY -> Snappy.uncompress(compressed, 0, length, page, 0);
            case ZSTD -> Zstd.decompressByteArray(page, 0, page.length, compressed, 0, length);
            default -> throw new IllegalArgumentException("no floor with " + codec);
        };
    }
}
