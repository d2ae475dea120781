package io.parquetry.format.hostile.fuzz;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.compression.Decompressor;
import io.parquetry.format.metadata.CompressionCodec;

/** Three bytes choose codec and length; the others are a compressed page. */
public final class DecompressorsTarget {
    private static final int CHOICES = 3;

    private DecompressorsTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length <= CHOICES) {
            return;
        }
        CompressionCodec codec = CompressionCodec.values()[(data[0] & 0xFF) % CompressionCodec.values().length];
        int outLength = (data[1] & 0xFF) << 8 | data[2] & 0xFF;
        byte[] out = new byte[outLength];
        int length = data.length - CHOICES;
        boolean decompressed = false;
        try {
            Decompressor decompressor = Decompressor.of(codec);
            decompressor.decompress(data, CHOICES, length, out, 0, outLength);
            decompressed = true;
            decompressor.requireLength(data, CHOICES, length, outLength);
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            Refusals.requireReason(e);
            // The ZSTD stream refuses windows above 2 GiB, which no page has; decompression at once accepts any window.
            if (decompressed && codec != CompressionCodec.ZSTD) {
                throw new AssertionError("what decompresses has the length that it decompresses to", e);
            }
        }
    }
}
