package io.parquetry.format.internal.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.metadata.CompressionCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG.Bits;
import net.jpountz.xxhash.XXHashFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The deprecated LZ4 codec is read in the three forms that files have; bytes in none of them, or of another length than
 * expected, are corrupt.
 */
class LegacyLz4Test {
    /** Repeats itself over more than a block of 64 KiB, so that linked blocks refer to earlier ones. */
    private static final byte[] CONTENT = content(200_000);

    private static byte[] content(int length) {
        Random random = new Random(4);
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] =
                    i >= 90_000 && i % 1000 < 700 ? bytes[i - 50_000] : (byte) "lorem ipsum".charAt(random.nextInt(11));
        }
        return bytes;
    }

    private record Form(String name, byte[] bytes) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Form> forms() throws IOException {
        return Stream.of(
                new Form("Hadoop, one block of one chunk", hadoop(CONTENT.length, CONTENT.length)),
                new Form("Hadoop, blocks of one chunk", hadoop(70_000, 70_000)),
                new Form("Hadoop, blocks of several chunks", hadoop(100_000, 30_000)),
                new Form("frame", frame(0, CONTENT.length)),
                new Form("frame with all checksums", frame(0, 10_000, Bits.BLOCK_CHECKSUM, Bits.CONTENT_CHECKSUM)),
                new Form("frames one behind the other", twoFrames()),
                new Form("frame of linked blocks", linkedFrame()),
                new Form("raw", block(CONTENT, 0, CONTENT.length)));
    }

    private static byte[] block(byte[] bytes, int offset, int length) {
        Compressor compressor = Compressor.of(CompressionCodec.LZ4_RAW, OptionalInt.empty());
        byte[] out = new byte[compressor.maxCompressedLength(length)];
        return Arrays.copyOf(out, compressor.compress(bytes, offset, length, out, 0));
    }

    private static byte[] hadoop(int blockLength, int chunkLength) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int at = 0; at < CONTENT.length; at += blockLength) {
            int blockEnd = Math.min(CONTENT.length, at + blockLength);
            out.write(ByteBuffer.allocate(4).putInt(blockEnd - at).array());
            for (int from = at; from < blockEnd; from += chunkLength) {
                byte[] chunk = block(CONTENT, from, Math.min(chunkLength, blockEnd - from));
                out.write(ByteBuffer.allocate(4).putInt(chunk.length).array());
                out.write(chunk);
            }
        }
        return out.toByteArray();
    }

    private static byte[] frame(int offset, int pieceLength, Bits... bits) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Bits[] all = Arrays.copyOf(bits, bits.length + 1);
        all[bits.length] = Bits.BLOCK_INDEPENDENCE;
        try (LZ4FrameOutputStream frame = new LZ4FrameOutputStream(out, BLOCKSIZE.SIZE_64KB, all)) {
            for (int at = offset; at < CONTENT.length; at += pieceLength) {
                frame.write(CONTENT, at, Math.min(pieceLength, CONTENT.length - at));
                frame.flush();
            }
        }
        return out.toByteArray();
    }

    private static byte[] twoFrames() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (LZ4FrameOutputStream frame =
                new LZ4FrameOutputStream(out, BLOCKSIZE.SIZE_64KB, 1000, Bits.BLOCK_INDEPENDENCE, Bits.CONTENT_SIZE)) {
            frame.write(CONTENT, 0, 1000);
        }
        out.write(frame(1000, 50_000));
        return out.toByteArray();
    }

    /** Every second block has only one match, which refers to the block before, and five last literals. */
    private static byte[] linkedFrame() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(new byte[] {4, 0x22, 0x4D, 0x18});
        byte[] header = {0b0100_0000, 0x40};
        out.write(header);
        out.write(XXHashFactory.safeInstance().hash32().hash(header, 0, 2, 0) >>> 8);
        for (int at = 0; at < CONTENT.length; at += 50_000) {
            int length = Math.min(50_000, CONTENT.length - at);
            writeLinkedBlock(at, length, out);
        }
        out.write(new byte[4]);
        return out.toByteArray();
    }

    private static void writeLinkedBlock(int at, int length, ByteArrayOutputStream out) throws IOException {
        int match = 0;
        while (at >= 50_000 && match < length - 5 && CONTENT[at + match] == CONTENT[at + match - 50_000]) {
            match++;
        }
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        if (match >= 4) {
            block.write(match - 4 < 15 ? match - 4 : 15);
            block.write(50_000 & 0xFF);
            block.write(50_000 >> 8);
            writeMore(match - 4, block);
        } else {
            match = 0;
        }
        int literals = length - match;
        block.write(literals < 15 ? literals << 4 : 15 << 4);
        writeMore(literals, block);
        block.write(CONTENT, at + match, literals);
        out.write(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(block.size())
                .array());
        block.writeTo(out);
    }

    private static void writeMore(int length, ByteArrayOutputStream block) {
        int rest = length - 15;
        for (; rest >= 255; rest -= 255) {
            block.write(255);
        }
        if (rest >= 0) {
            block.write(rest);
        }
    }

    private static byte[] decompress(byte[] bytes, int length) {
        byte[] out = new byte[length];
        int decoded = Decompressor.of(CompressionCodec.LZ4).decompress(bytes, 0, bytes.length, out, 0, length);
        CodecContractTest.requireWhole(CompressionCodec.LZ4, decoded, length);
        return out;
    }

    @ParameterizedTest
    @MethodSource("forms")
    void everyFormIsRead(Form form) {
        assertThat(decompress(form.bytes, CONTENT.length)).isEqualTo(CONTENT);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void theLengthOfEveryFormIsFoundWithoutDecompressingIt(Form form) {
        Decompressor lz4 = Decompressor.of(CompressionCodec.LZ4);
        lz4.requireLength(form.bytes, 0, form.bytes.length, CONTENT.length);
        int excess = Decompressor.EXCESS_BYTES_MAX;
        for (int wrong : new int[] {CONTENT.length - 1, CONTENT.length + excess + 1}) {
            assertThatExceptionOfType(CorruptFileException.class)
                    .isThrownBy(() -> lz4.requireLength(form.bytes, 0, form.bytes.length, wrong))
                    .withMessageStartingWith("LZ4 data: ");
        }
    }

    @ParameterizedTest
    @MethodSource("forms")
    void anotherLengthThanExpectedIsCorrupt(Form form) {
        for (int wrong : new int[] {0, 1, CONTENT.length - 1, CONTENT.length + 1}) {
            assertThatExceptionOfType(CorruptFileException.class)
                    .as("length %d", wrong)
                    .isThrownBy(() -> decompress(form.bytes, wrong))
                    .withMessageStartingWith("LZ4 data: ");
        }
    }

    @ParameterizedTest
    @MethodSource("forms")
    void truncatedBytesAreCorrupt(Form form) {
        for (int length = 0; length < form.bytes.length; length += 1 + form.bytes.length / 100) {
            byte[] truncated = Arrays.copyOf(form.bytes, length);
            assertThatExceptionOfType(CorruptFileException.class)
                    .as("%d of %d bytes", length, form.bytes.length)
                    .isThrownBy(() -> decompress(truncated, CONTENT.length));
        }
    }

    @ParameterizedTest
    @MethodSource("forms")
    void flippedBitsGiveBytesOrCorruptAndNothingElse(Form form) {
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            byte[] flipped = form.bytes.clone();
            int among = round < 100 ? Math.min(64, flipped.length) : flipped.length;
            flipped[random.nextInt(among)] ^= (byte) (1 << random.nextInt(8));
            try {
                decompress(flipped, CONTENT.length);
            } catch (CorruptFileException e) {
                assertThat(e).hasMessageStartingWith("LZ4 data: ");
            }
        }
    }

    @Test
    void checksumsOfFramesAreVerified() throws IOException {
        byte[] frame = frame(0, CONTENT.length, Bits.CONTENT_CHECKSUM);
        frame[frame.length - 1]++;

        assertThatThrownBy(() -> decompress(frame, CONTENT.length))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage("LZ4 data: the checksum of a frame does not fit its content");
    }

    @Test
    void aMatchBeforeTheContentIsCorrupt() {
        byte[] block = {0x10, 'a', 2, 0, 0x50, 'v', 'w', 'x', 'y', 'z'};

        assertThatThrownBy(() -> Lz4Block.decode(block, 0, block.length, new byte[30], 10, 10, 30))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage("a match refers 2 bytes back, where only 1 bytes have been decoded");
    }

    @Test
    void aMatchThatOverlapsItselfRepeats() {
        byte[] block = {0x22, 'a', 'b', 2, 0, 0x50, 'v', 'w', 'x', 'y', 'z'};
        byte[] out = new byte[13];

        assertThat(Lz4Block.decode(block, 0, block.length, out, 0, 0, 13)).isEqualTo(13);
        assertThat(new String(out, StandardCharsets.US_ASCII)).isEqualTo("abababab" + "vwxyz");
    }

    @ParameterizedTest
    @MethodSource("forms")
    void aStatedLengthMayBeAFewBytesMoreWhereTheFormProvesItself(Form form) {
        if (form.name.equals("raw")) {
            assertThatThrownBy(() -> decompress(form.bytes, CONTENT.length + 2))
                    .isInstanceOf(CorruptFileException.class);
            return;
        }
        byte[] out = new byte[CONTENT.length + 2];
        int decoded =
                Decompressor.of(CompressionCodec.LZ4).decompress(form.bytes, 0, form.bytes.length, out, 0, out.length);
        assertThat(decoded).isEqualTo(CONTENT.length);
        assertThat(out).startsWith(CONTENT);
    }
}
