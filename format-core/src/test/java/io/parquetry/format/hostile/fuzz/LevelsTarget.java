package io.parquetry.format.hostile.fuzz;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.encoding.IndexDecoder;
import io.parquetry.format.internal.encoding.LevelsDecoder;
import io.parquetry.format.internal.encoding.ValueDecoder;
import java.util.Arrays;

/** Three bytes choose kind, maximum and number; the others are levels or dictionary indexes. */
public final class LevelsTarget {
    private static final int CHOICES = 3;
    private static final int BATCH = 64;

    private LevelsTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length <= CHOICES) {
            return;
        }
        byte[] page = Arrays.copyOf(data, data.length + ValueDecoder.SLACK_BYTES);
        int max = 1 + (data[1] & 0x7F) % 127;
        int count = 8 * (data[2] & 0xFF) + 1;
        try {
            switch (data[0] & 3) {
                case 0 -> levels(LevelsDecoder.ofRepetition(max), page, data.length, count, false);
                case 1 -> levels(LevelsDecoder.ofDefinition(max), page, data.length, count, false);
                case 2 -> levels(LevelsDecoder.ofDefinition(max), page, data.length, count, true);
                default -> indexes(page, data.length, count, max);
            }
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            Refusals.requireReason(e);
        }
    }

    private static void levels(LevelsDecoder decoder, byte[] page, int end, int count, boolean legacy) {
        if (legacy) {
            decoder.startBitPacked(page, CHOICES, end, count);
        } else {
            decoder.start(page, CHOICES, end);
        }
        byte[] into = new byte[BATCH + LevelsDecoder.SLACK_BYTES];
        for (int left = count; left > 0; ) {
            int batch = Math.min(left, BATCH);
            if (!decoder.skipIfAllAtMax(batch)) {
                decoder.read(into, batch);
            }
            left -= batch;
        }
    }

    private static void indexes(byte[] page, int end, int count, int dictionarySize) {
        IndexDecoder decoder = new IndexDecoder();
        decoder.start(page, CHOICES, end);
        int[] into = new int[BATCH];
        for (int left = count; left > 0; ) {
            int batch = Math.min(left, BATCH);
            decoder.read(into, batch, dictionarySize);
            left -= batch;
        }
    }
}
