package io.parquetry.format.internal.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Judge;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.UsageException;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.CompressionCodec.Levels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract of every codec: compressed bytes decompress to the input, in any range of an array and without
 * changing a byte outside of it; parquet-java decompresses our bytes, and we decompress its bytes; corrupt bytes fail
 * with {@link CorruptFileException} and leave the codec usable.
 */
class CodecContractTest {
    private static final CompressionCodecFactory JUDGE = new CodecFactory(new PlainParquetConfiguration(), 1 << 20);

    /** A codec with one of its levels, and an input. */
    private record Case(CompressionCodec codec, OptionalInt level, String input, byte[] bytes) {
        @Override
        public String toString() {
            return codec + (level.isPresent() ? " level " + level.getAsInt() : "") + ", " + input;
        }
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (CompressionCodec codec : CompressionCodec.written()) {
            for (OptionalInt level : levels(codec)) {
                cases.add(new Case(codec, level, "empty", new byte[0]));
                cases.add(new Case(codec, level, "one byte", new byte[] {42}));
                cases.add(new Case(codec, level, "zeros", new byte[100_000]));
                cases.add(new Case(codec, level, "noise", noise(100_000)));
                cases.add(new Case(codec, level, "text", text(100_000)));
            }
        }
        return cases.stream();
    }

    /** {@code ForeignCodecsTest} tests the other codecs against DuckDB. */
    static Stream<Case> casesOfTheJudge() {
        return cases().filter(codec -> Judge.PARQUET_JAVA.has(codec.codec));
    }

    /** No level, the ends of the range, and the level that may stand for the usual one. */
    private static List<OptionalInt> levels(CompressionCodec codec) {
        List<OptionalInt> levels = new ArrayList<>(List.of(OptionalInt.empty()));
        codec.levels().ifPresent(range -> {
            levels.add(OptionalInt.of(range.least()));
            levels.add(OptionalInt.of(range.most()));
            range.faster().ifPresent(level -> levels.add(OptionalInt.of(level)));
        });
        return levels;
    }

    private static byte[] noise(int length) {
        byte[] bytes = new byte[length];
        new Random(7).nextBytes(bytes);
        return bytes;
    }

    private static byte[] text(int length) {
        Random random = new Random(8);
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) "etaoin shrdlu".charAt(random.nextInt(13));
        }
        return bytes;
    }

    private static byte[] compress(Case codec) {
        Compressor compressor = Compressor.of(codec.codec, codec.level);
        byte[] out = new byte[compressor.maxCompressedLength(codec.bytes.length)];
        int length = compressor.compress(codec.bytes, 0, codec.bytes.length, out, 0);
        return Arrays.copyOf(out, length);
    }

    /** A few bytes less are left to who decodes them; these tests ask for whole pages. */
    static void requireWhole(CompressionCodec codec, int decoded, int length) {
        if (decoded != length) {
            throw new CorruptFileException(codec + " data: " + decoded + " instead of " + length + " bytes");
        }
    }

    private static byte[] decompress(CompressionCodec codec, byte[] bytes, int length) {
        byte[] out = new byte[length];
        requireWhole(codec, Decompressor.of(codec).decompress(bytes, 0, bytes.length, out, 0, length), length);
        return out;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void compressedBytesDecompressToTheInput(Case codec) {
        assertThat(decompress(codec.codec, compress(codec), codec.bytes.length)).isEqualTo(codec.bytes);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rangesOfArraysAreKept(Case codec) {
        Compressor compressor = Compressor.of(codec.codec, codec.level);
        int length = codec.bytes.length;
        byte[] in = new byte[length + 10];
        System.arraycopy(codec.bytes, 0, in, 5, length);
        byte[] packed = new byte[compressor.maxCompressedLength(length) + 14];
        int packedLength = compressor.compress(in, 5, length, packed, 7);
        byte[] out = new byte[length + 6];
        Arrays.fill(out, (byte) 0x55);

        Decompressor.of(codec.codec).decompress(packed, 7, packedLength, out, 3, length);

        assertThat(Arrays.copyOfRange(out, 3, 3 + length)).isEqualTo(codec.bytes);
        assertThat(Arrays.copyOf(out, 3)).containsOnly(0x55);
        assertThat(Arrays.copyOfRange(out, 3 + length, out.length)).containsOnly(0x55);
        assertThat(Arrays.copyOf(packed, 7)).containsOnly(0);
    }

    @ParameterizedTest
    @MethodSource("casesOfTheJudge")
    void parquetJavaReadsWhatWeCompress(Case codec) throws IOException {
        BytesInputDecompressor judge = JUDGE.getDecompressor(CompressionCodecName.valueOf(codec.codec.name()));

        BytesInput decompressed = judge.decompress(BytesInput.from(compress(codec)), codec.bytes.length);

        assertThat(decompressed.toInputStream().readAllBytes()).isEqualTo(codec.bytes);
    }

    @ParameterizedTest
    @MethodSource("casesOfTheJudge")
    void weReadWhatParquetJavaCompresses(Case codec) throws IOException {
        BytesInputCompressor judge = JUDGE.getCompressor(CompressionCodecName.valueOf(codec.codec.name()));

        byte[] compressed =
                judge.compress(BytesInput.from(codec.bytes)).toInputStream().readAllBytes();

        assertThat(decompress(codec.codec, compressed, codec.bytes.length)).isEqualTo(codec.bytes);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anotherLengthThanExpectedIsCorrupt(Case codec) {
        byte[] compressed = compress(codec);
        for (int wrong : new int[] {codec.bytes.length - 1, codec.bytes.length + 1, 0, 2 * codec.bytes.length + 9}) {
            if (wrong >= 0 && wrong != codec.bytes.length) {
                assertThatExceptionOfType(CorruptFileException.class)
                        .as("length %d", wrong)
                        .isThrownBy(() -> decompress(codec.codec, compressed, wrong));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void truncatedBytesAreCorrupt(Case codec) {
        byte[] compressed = compress(codec);
        int step = Math.max(1, compressed.length / 64);
        for (int length = 0; length < compressed.length; length += step) {
            byte[] truncated = Arrays.copyOf(compressed, length);
            if (length == 0 && codec.bytes.length == 0) {
                continue;
            }
            assertThatExceptionOfType(CorruptFileException.class)
                    .as("%d of %d bytes", length, compressed.length)
                    .isThrownBy(() -> decompress(codec.codec, truncated, codec.bytes.length));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void flippedBitsGiveBytesOrCorruptAndNothingElse(Case codec) {
        byte[] compressed = compress(codec);
        Random random = new Random(9);
        for (int round = 0; round < Math.min(50, 8 * compressed.length); round++) {
            byte[] flipped = compressed.clone();
            flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                decompress(codec.codec, flipped, codec.bytes.length);
            } catch (CorruptFileException e) {
                assertThat(e).hasMessageStartingWith(codec.codec + " data: ");
            }
        }
        assertThat(decompress(codec.codec, compressed, codec.bytes.length))
                .as("after the failures")
                .isEqualTo(codec.bytes);
    }

    @ParameterizedTest
    @MethodSource("written")
    void manyThreadsShareOneCodec(CompressionCodec codec) throws Exception {
        Compressor compressor = Compressor.of(codec, OptionalInt.empty());
        Decompressor decompressor = Decompressor.of(codec);
        byte[] bytes = text(10_000);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<byte[]>> results = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                results.add(threads.submit(() -> {
                    byte[] packed = new byte[compressor.maxCompressedLength(bytes.length)];
                    int length = compressor.compress(bytes, 0, bytes.length, packed, 0);
                    byte[] out = new byte[bytes.length];
                    decompressor.decompress(packed, 0, length, out, 0, out.length);
                    return out;
                }));
            }
            for (Future<byte[]> result : results) {
                assertThat(result.get()).isEqualTo(bytes);
            }
        } finally {
            threads.shutdown();
        }
    }

    static Stream<CompressionCodec> written() {
        return CompressionCodec.written().stream();
    }

    @ParameterizedTest
    @MethodSource("written")
    void emptyInputDecompressesToNothing(CompressionCodec codec) {
        assertThat(decompress(codec, new byte[0], 0)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void everyCodecHasTheReaderAndTheWriterThatItDeclares(CompressionCodec codec) {
        if (codec.isRead()) {
            assertThat(Decompressor.of(codec).codec()).isEqualTo(codec);
        } else {
            assertThatThrownBy(() -> Decompressor.of(codec))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessage("unsupported: compression codec " + codec);
        }
        if (codec.isWritten()) {
            assertThat(Compressor.of(codec, OptionalInt.empty()).codec()).isEqualTo(codec);
        } else {
            assertThatThrownBy(() -> Compressor.of(codec, OptionalInt.empty()))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessage("unsupported: writing with compression codec " + codec + "; the codecs that can be"
                            + " written are " + CompressionCodec.names(CompressionCodec.written()));
        }
    }

    @ParameterizedTest
    @MethodSource("written")
    void levelsOutOfRangeAreRefused(CompressionCodec codec) {
        if (codec.levels().isPresent()) {
            Levels levels = codec.levels().get();
            assertRefused(codec, levels.least() - 1, " is not one of " + codec + "; it must be " + levels.least());
            assertRefused(codec, levels.most() + 1, " is not one of " + codec + "; it must be " + levels.least());
            assertThat(levels.contain(levels.usual())).isTrue();
        } else {
            assertRefused(
                    codec,
                    1,
                    " was given, but " + codec + " has no levels; leave it out, or choose a codec that has levels: "
                            + CompressionCodec.names(CompressionCodec.withLevels()));
        }
    }

    private static void assertRefused(CompressionCodec codec, int level, String reason) {
        assertThatThrownBy(() -> Compressor.of(codec, OptionalInt.of(level)))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("compression level " + level + reason);
    }

    @Test
    void levelsAreThoseOfTheLibraries() {
        assertThat(CompressionCodec.ZSTD.levels().orElseThrow().most()).isEqualTo(Zstd.maxCompressionLevel());
        assertThat(CompressionCodec.GZIP.levels().orElseThrow().most()).isEqualTo(Deflater.BEST_COMPRESSION);
    }

    @Test
    void gzipMembersAreConcatenatedAndTheirNamesSkipped() throws IOException {
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        GZIPOutputStream first = new GZIPOutputStream(members);
        first.write("one,".getBytes(StandardCharsets.US_ASCII));
        first.finish();
        members.write(memberWithEveryField("two".getBytes(StandardCharsets.US_ASCII)));

        assertThat(decompress(CompressionCodec.GZIP, members.toByteArray(), 7))
                .asString()
                .isEqualTo("one,two");
    }

    /** A member with extra field, name, comment and header CRC. */
    private static byte[] memberWithEveryField(byte[] content) throws IOException {
        ByteArrayOutputStream member = new ByteArrayOutputStream();
        member.write(new byte[] {0x1F, (byte) 0x8B, 8, 2 | 4 | 8 | 16, 1, 2, 3, 4, 0, 3});
        member.write(new byte[] {3, 0, 'x', 'y', 'z'});
        member.write(new byte[] {'n', 'a', 'm', 'e', 0, 'c', 0});
        member.write(new byte[] {0, 0});
        Deflater deflater = new Deflater(6, true);
        deflater.setInput(content);
        deflater.finish();
        byte[] deflated = new byte[100];
        member.write(deflated, 0, deflater.deflate(deflated));
        deflater.end();
        CRC32 crc = new CRC32();
        crc.update(content);
        for (int value : new int[] {(int) crc.getValue(), content.length}) {
            for (int shift = 0; shift < 32; shift += 8) {
                member.write(value >>> shift);
            }
        }
        return member.toByteArray();
    }

    @Test
    void gzipBytesBehindTheLastMemberAreCorrupt() {
        byte[] member = compress(new Case(CompressionCodec.GZIP, OptionalInt.empty(), "", new byte[10]));

        assertThatThrownBy(() -> decompress(CompressionCodec.GZIP, Arrays.copyOf(member, member.length + 20), 10))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage("GZIP data: a member does not begin with 1F 8B 08");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aStatedLengthMayBeAFewBytesMore(Case codec) {
        byte[] compressed = compress(codec);
        for (int excess : new int[] {1, 2, Decompressor.EXCESS_BYTES_MAX}) {
            byte[] out = new byte[codec.bytes.length + excess];
            int decoded = Decompressor.of(codec.codec).decompress(compressed, 0, compressed.length, out, 0, out.length);
            assertThat(decoded).isEqualTo(codec.bytes.length);
            assertThat(Arrays.copyOf(out, decoded)).isEqualTo(codec.bytes);
        }
    }
}
