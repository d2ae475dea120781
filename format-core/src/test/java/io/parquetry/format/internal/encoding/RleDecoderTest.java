package io.parquetry.format.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.bitpacking.ByteBitPackingValuesWriter;
import org.apache.parquet.column.values.bitpacking.Packer;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.junit.jupiter.api.Test;

/**
 * Runs and levels that parquet-java encodes are decoded to the same values, in reads of any size; bytes that end early or
 * hold a level above the maximum are refused.
 */
class RleDecoderTest {
    /** Values up to {@code max}, with runs of equal ones. */
    private static int[] values(Random random, int max) {
        int[] values = new int[random.nextInt(3000)];
        for (int at = 0; at < values.length; ) {
            boolean run = random.nextInt(3) == 0;
            int value = random.nextInt() & max;
            for (int left = 1 + random.nextInt(run ? 200 : 30); left > 0 && at < values.length; left--) {
                values[at++] = run ? value : random.nextInt() & max;
            }
        }
        return values;
    }

    private static byte[] encode(int[] values, int width) throws IOException {
        try (RunLengthBitPackingHybridEncoder encoder =
                new RunLengthBitPackingHybridEncoder(width, 64, 1 << 20, HeapByteBufferAllocator.getInstance())) {
            for (int value : values) {
                encoder.writeInt(value);
            }
            return withSlack(encoder.toBytes().toInputStream().readAllBytes());
        }
    }

    private static byte[] withSlack(byte[] bytes) {
        byte[] padded = Arrays.copyOf(bytes, bytes.length + ValueDecoder.SLACK_BYTES);
        Arrays.fill(padded, bytes.length, padded.length, (byte) 0xa5);
        return padded;
    }

    private static int mask(int width) {
        return (int) ((1L << width) - 1);
    }

    @Property(tries = 500)
    void intsOfEveryWidthComeBack(@ForAll long seed, @ForAll @IntRange(max = 32) int width) throws IOException {
        Random random = new Random(seed);
        int[] values = values(random, mask(width));
        byte[] bytes = encode(values, width);
        RleDecoder decoder = new RleDecoder();
        decoder.start(bytes, 0, bytes.length - ValueDecoder.SLACK_BYTES, width);

        int[] found = new int[values.length];
        int[] read = new int[values.length];
        for (int at = 0; at < values.length; ) {
            int count = Math.min(values.length - at, random.nextInt(200));
            decoder.readInts(read, count);
            System.arraycopy(read, 0, found, at, count);
            at += count;
        }
        assertThat(found).isEqualTo(values);
    }

    @Property(tries = 500)
    void whatIsSteppedOverCountsAndIsNotSeen(@ForAll long seed, @ForAll @IntRange(max = 32) int width)
            throws IOException {
        Random random = new Random(seed);
        int[] values = values(random, mask(width));
        byte[] bytes = encode(values, width);
        RleDecoder decoder = new RleDecoder();
        decoder.start(bytes, 0, bytes.length - ValueDecoder.SLACK_BYTES, width);

        int[] read = new int[values.length];
        for (int at = 0; at < values.length; ) {
            int count = Math.min(values.length - at, random.nextInt(200));
            if (random.nextBoolean()) {
                decoder.skip(count);
            } else {
                decoder.readInts(read, count);
                assertThat(Arrays.copyOf(read, count)).isEqualTo(Arrays.copyOfRange(values, at, at + count));
            }
            at += count;
        }
    }

    @Test
    void steppingOverMoreThanThereIsIsRefused() throws IOException {
        byte[] bytes = encode(new int[] {1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0}, 3);
        RleDecoder decoder = new RleDecoder();
        decoder.start(bytes, 0, bytes.length - ValueDecoder.SLACK_BYTES, 3);

        assertThatThrownBy(() -> decoder.skip(17))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("ends 1 values early");
    }

    @Property(tries = 500)
    void levelsComeBackAndAreCounted(@ForAll long seed, @ForAll @IntRange(min = 1, max = 7) int width)
            throws IOException {
        Random random = new Random(seed);
        int max = mask(width);
        int[] values = values(random, max);
        byte[] bytes = encode(values, width);
        LevelsDecoder definition = LevelsDecoder.ofDefinition(max);
        LevelsDecoder repetition = LevelsDecoder.ofRepetition(max);
        definition.start(bytes, 0, bytes.length - ValueDecoder.SLACK_BYTES);
        repetition.start(bytes, 0, bytes.length - ValueDecoder.SLACK_BYTES);
        requireLevels(random, values, definition, repetition, max);
    }

    private static void requireLevels(
            Random random, int[] values, LevelsDecoder definition, LevelsDecoder repetition, int max) {
        byte[] read = new byte[values.length + LevelsDecoder.SLACK_BYTES];
        for (int at = 0; at < values.length; ) {
            int count = Math.min(values.length - at, 1 + random.nextInt(200));
            int[] expected = Arrays.copyOfRange(values, at, at + count);
            if (definition.skipIfAllAtMax(count)) {
                assertThat(expected).containsOnly(max);
            } else {
                long atMax =
                        Arrays.stream(expected).filter(level -> level == max).count();
                assertThat(definition.read(read, count)).isEqualTo((int) atMax);
                requireEqual(read, expected);
            }
            long aboveZero = Arrays.stream(expected).filter(level -> level > 0).count();
            assertThat(repetition.read(read, count)).isEqualTo((int) aboveZero);
            requireEqual(read, expected);
            at += count;
        }
    }

    private static void requireEqual(byte[] read, int[] expected) {
        for (int i = 0; i < expected.length; i++) {
            assertThat(read[i]).isEqualTo((byte) expected[i]);
        }
    }

    @Property(tries = 200)
    void legacyLevelsComeBack(@ForAll long seed, @ForAll @IntRange(min = 1, max = 7) int width) throws IOException {
        Random random = new Random(seed);
        int max = mask(width);
        int[] values = values(random, max);
        byte[] bytes;
        try (ByteBitPackingValuesWriter encoder = new ByteBitPackingValuesWriter(max, Packer.BIG_ENDIAN)) {
            for (int value : values) {
                encoder.writeInteger(value);
            }
            bytes = withSlack(encoder.getBytes().toInputStream().readAllBytes());
        }
        LevelsDecoder definition = LevelsDecoder.ofDefinition(max);
        LevelsDecoder repetition = LevelsDecoder.ofRepetition(max);
        int end = (values.length * width + 7) / 8;
        assertThat(definition.startBitPacked(bytes, 0, bytes.length, values.length))
                .isEqualTo(end);
        assertThat(repetition.startBitPacked(bytes, 0, bytes.length, values.length))
                .isEqualTo(end);
        requireLevels(random, values, definition, repetition, max);
    }

    @Test
    void aBitPackedRunWhosePaddingIsCutOffIsRead() {
        byte[] bytes = withSlack(new byte[] {3, (byte) 0b10_01_00_11});
        RleDecoder decoder = new RleDecoder();
        decoder.start(bytes, 0, 2, 2);
        int[] read = new int[5];
        decoder.readInts(read, 4);
        assertThat(read).startsWith(3, 0, 1, 2);
        assertThatThrownBy(() -> decoder.readInts(read, 1))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageStartingWith("run-length encoded data ends 1 values early");
    }

    @Test
    void aLevelAboveTheMaximumIsRefused() throws IOException {
        for (int at : new int[] {0, 5, 9, 700}) {
            int[] levels = new int[1000];
            levels[at] = 3;
            byte[] bytes = encode(levels, 2);
            LevelsDecoder decoder = LevelsDecoder.ofDefinition(2);
            decoder.start(bytes, 0, bytes.length - ValueDecoder.SLACK_BYTES);
            assertThatThrownBy(() -> decoder.read(new byte[1007], 1000))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessage("a definition level is above 2, the highest of this column");
        }
    }

    @Test
    void anIndexBehindTheDictionaryIsRefused() {
        IndexDecoder decoder = new IndexDecoder();
        decoder.start(withSlack(new byte[] {3, 8, 5}), 0, 3);
        assertThatThrownBy(() -> decoder.read(new int[4], 4, 5))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage("a value points to entry 5 of a dictionary that has 5 entries");
        decoder.start(withSlack(new byte[] {32, 2, -1, -1, -1, -1}), 0, 6);
        assertThatThrownBy(() -> decoder.read(new int[1], 1, 5)).hasMessageContaining("entry 4294967295");
        assertThatThrownBy(() -> decoder.start(withSlack(new byte[] {33}), 0, 1))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage("dictionary indexes have a bit width of 33; it must be 0 to 32");
    }
}
