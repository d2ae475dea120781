package io.parquetry.format.internal.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.metadata.CompressionCodec;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The decompressed length is checked without allocating memory for it: only the right length is accepted, and bytes of
 * another codec are refused.
 */
class MeasuredLengthTest {
    private static final int[] LENGTHS = {1, 2, 15, 64, 70_000, 3_000_000};

    /** Runs, texts that repeat at short and long distances, and noise. */
    private static byte[] content(int length) {
        Random random = new Random(length);
        byte[] content = new byte[length];
        for (int at = 0; at < length; ) {
            int end = Math.min(length, at + 1 + random.nextInt(1 << random.nextInt(16)));
            switch (random.nextInt(3)) {
                case 0 -> Arrays.fill(content, at, end, (byte) random.nextInt());
                case 1 -> {
                    for (int i = at; i < end; i++) {
                        content[i] = (byte) random.nextInt();
                    }
                }
                default -> {
                    int from = random.nextInt(at + 1);
                    for (int i = at; i < end; i++) {
                        content[i] = content[from + i - at];
                    }
                }
            }
            at = end;
        }
        return content;
    }

    static Stream<CompressionCodec> read() {
        return Stream.of(CompressionCodec.values()).filter(CompressionCodec::isRead);
    }

    static Stream<CompressionCodec> compressing() {
        return read().filter(codec -> codec != CompressionCodec.UNCOMPRESSED);
    }

    private static byte[] compressed(CompressionCodec codec, byte[] content) {
        CompressionCodec written = codec == CompressionCodec.LZ4 ? CompressionCodec.LZ4_RAW : codec;
        Compressor compressor = Compressor.of(written, OptionalInt.empty());
        byte[] out = new byte[compressor.maxCompressedLength(content.length)];
        int length = compressor.compress(content, 0, content.length, out, 0);
        return codec != CompressionCodec.LZ4
                ? Arrays.copyOf(out, length)
                : ByteBuffer.allocate(8 + length)
                        .putInt(content.length)
                        .putInt(length)
                        .put(out, 0, length)
                        .array();
    }

    @ParameterizedTest
    @MethodSource("read")
    void onlyTheRightLengthIsAccepted(CompressionCodec codec) {
        Decompressor decompressor = Decompressor.of(codec);
        for (int length : LENGTHS) {
            byte[] bytes = compressed(codec, content(length));
            assertThatCode(() -> decompressor.requireLength(bytes, 0, bytes.length, length))
                    .doesNotThrowAnyException();
            for (int wrong : new int[] {length - 1, length + Decompressor.EXCESS_BYTES_MAX + 1, 2 * length + 100}) {
                assertThatThrownBy(() -> decompressor.requireLength(bytes, 0, bytes.length, wrong))
                        .as("%s instead of %s", wrong, length)
                        .isInstanceOf(CorruptFileException.class)
                        .hasMessageStartingWith(codec.name());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("read")
    void bytesAreAcceptedIfAndOnlyIfTheyDecompress(CompressionCodec codec) {
        Decompressor decompressor = Decompressor.of(codec);
        Random random = new Random(7);
        byte[] good = compressed(codec, content(5_000));
        byte[] out = new byte[5_000];
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = Arrays.copyOf(good, random.nextInt(10) == 0 ? random.nextInt(good.length) + 1 : good.length);
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            boolean decompresses = succeeds(() -> decompressor.decompress(bytes, 0, bytes.length, out, 0, out.length));
            boolean measured = succeeds(() -> decompressor.requireLength(bytes, 0, bytes.length, out.length));
            assertThat(measured || !decompresses).as("case %s", i).isTrue();
        }
    }

    private static boolean succeeds(Runnable step) {
        try {
            step.run();
            return true;
        } catch (CorruptFileException e) {
            return false;
        }
    }

    @ParameterizedTest
    @MethodSource("compressing")
    void measuringAllocatesNoMemoryForTheOutput(CompressionCodec codec) {
        int length = 16 << 20;
        byte[] bytes = compressed(codec, new byte[length]);
        Decompressor decompressor = Decompressor.of(codec);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        decompressor.requireLength(bytes, 0, bytes.length, length);
        long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertThat(allocated).isLessThan(1 << 20);
    }
}
