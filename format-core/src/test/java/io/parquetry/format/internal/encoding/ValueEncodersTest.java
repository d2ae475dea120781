package io.parquetry.format.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.UsageException;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.PhysicalType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesReaderForFLBA;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesReaderForInteger;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesReaderForLong;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesReader;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesReader;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayReader;
import org.apache.parquet.column.values.plain.BooleanPlainValuesReader;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridValuesReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The decoder of parquet-java reads the values of every encoder, for every number of values around blocks and miniblocks,
 * and for every distance between values.
 */
class ValueEncodersTest {
    /** Around the sizes of miniblocks (32) and blocks (128), the first value of a page being outside of them. */
    static IntStream counts() {
        return IntStream.of(0, 1, 2, 8, 31, 32, 33, 34, 64, 127, 128, 129, 130, 161, 257, 1000);
    }

    static Stream<long[]> columns() {
        return counts().boxed()
                .flatMap(count -> Stream.of(
                        new long[count],
                        longs(count, i -> 7L * i),
                        longs(count, i -> i % 40 == 0 ? i : -3),
                        longs(count, i -> new Random(i).nextInt(1000)),
                        longs(count, i -> new Random(i).nextLong()),
                        longs(count, i -> i % 2 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE),
                        longs(count, i -> i % 2 == 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE)));
    }

    private interface ValueAt {
        long at(int index);
    }

    private static long[] longs(int count, ValueAt value) {
        long[] values = new long[count];
        Arrays.setAll(values, value::at);
        return values;
    }

    private static ByteAppender page() {
        ByteAppender page = new ByteAppender(4);
        page.putByte(99);
        return page;
    }

    /** The bytes behind the one that {@link #page} put first: encoders append, and never read the bytes before. */
    private static <R extends ValuesReader> R start(R judge, ByteAppender page, int count) throws IOException {
        assertThat(page.array()[0]).isEqualTo((byte) 99);
        judge.initFromPage(count, ByteBufferInputStream.wrap(ByteBuffer.wrap(page.array(), 1, page.size() - 1)));
        return judge;
    }

    @ParameterizedTest
    @MethodSource("columns")
    void deltasOfLongs(long[] values) throws IOException {
        ByteAppender page = page();
        ValueEncoders.longs(Encoding.DELTA_BINARY_PACKED, PhysicalType.INT64).encode(values, values.length, page);

        ValuesReader judge = start(new DeltaBinaryPackingValuesReader(), page, values.length);
        for (long value : values) {
            assertThat(judge.readLong()).isEqualTo(value);
        }
    }

    @ParameterizedTest
    @MethodSource("columns")
    void deltasOfInts(long[] longs) throws IOException {
        int[] values = Arrays.stream(longs).mapToInt(value -> (int) value).toArray();
        ByteAppender page = page();
        ValueEncoders.ints(Encoding.DELTA_BINARY_PACKED, PhysicalType.INT32).encode(values, values.length, page);

        ValuesReader judge = start(new DeltaBinaryPackingValuesReader(), page, values.length);
        for (int value : values) {
            assertThat(judge.readInteger()).isEqualTo(value);
        }
    }

    @Test
    void deltasOfIntsTakeNoMoreThanTheBitsOfAnInt() {
        int[] values = IntStream.range(0, 129)
                .map(i -> i % 2 == 0 ? 0 : Integer.MIN_VALUE)
                .toArray();
        ByteAppender page = new ByteAppender(0);

        DeltaBinaryPackedEncoder.encode(values, 129, page);

        assertThat(page.size()).as("all deltas are the same, wrapped around").isLessThan(20);
    }

    @ParameterizedTest
    @MethodSource("columns")
    void streamsOfIntsAndLongs(long[] longs) throws IOException {
        int[] ints = Arrays.stream(longs).mapToInt(value -> (int) value).toArray();
        ByteAppender ofInts = page();
        ByteAppender ofLongs = page();
        ValueEncoders.ints(Encoding.BYTE_STREAM_SPLIT, PhysicalType.FLOAT).encode(ints, ints.length, ofInts);
        ValueEncoders.longs(Encoding.BYTE_STREAM_SPLIT, PhysicalType.DOUBLE).encode(longs, longs.length, ofLongs);

        ValuesReader intJudge = start(new ByteStreamSplitValuesReaderForInteger(), ofInts, ints.length);
        ValuesReader longJudge = start(new ByteStreamSplitValuesReaderForLong(), ofLongs, longs.length);
        for (int i = 0; i < longs.length; i++) {
            assertThat(intJudge.readInteger()).isEqualTo(ints[i]);
            assertThat(longJudge.readLong()).isEqualTo(longs[i]);
        }
    }

    @ParameterizedTest
    @MethodSource("counts")
    void bitsAndRunsOfBooleans(int count) throws IOException {
        for (int runLength : new int[] {1, 3, 9, 1000}) {
            int[] values = IntStream.range(0, count).map(i -> i / runLength % 2).toArray();
            ByteAppender bits = page();
            ByteAppender runs = page();
            ValueEncoders.booleans(Encoding.PLAIN).encode(values, count, bits);
            ValueEncoders.booleans(Encoding.RLE).encode(values, count, runs);

            ValuesReader bitJudge = start(new BooleanPlainValuesReader(), bits, count);
            ValuesReader runJudge = start(new RunLengthBitPackingHybridValuesReader(1), runs, count);
            for (int value : values) {
                assertThat(bitJudge.readBoolean()).isEqualTo(value == 1);
                assertThat(runJudge.readBoolean()).isEqualTo(value == 1);
            }
        }
    }

    private static byte[][] strings(int count, int seed) {
        Random random = new Random(seed);
        byte[][] values = new byte[count][];
        for (int i = 0; i < count; i++) {
            byte[] before = i == 0 ? new byte[0] : values[i - 1];
            int shared = random.nextInt(before.length + 1);
            values[i] = Arrays.copyOf(before, shared + random.nextInt(i % 100 == 0 ? 500 : 6));
            for (int at = shared; at < values[i].length; at++) {
                values[i][at] = (byte) random.nextInt();
            }
        }
        return values;
    }

    @ParameterizedTest
    @MethodSource("counts")
    void lengthsAndPrefixesOfByteArrays(int count) throws IOException {
        byte[][] values = strings(count, count);
        ByteAppender plain = new ByteAppender(0);
        for (byte[] value : values) {
            plain.putInt(value.length);
            plain.put(value, 0, value.length);
        }
        ByteAppender lengths = page();
        ByteAppender prefixes = page();
        ValueEncoders.binaries(Encoding.DELTA_LENGTH_BYTE_ARRAY, PhysicalType.BYTE_ARRAY, 0)
                .encode(plain.array(), plain.size(), count, lengths);
        ValueEncoders.binaries(Encoding.DELTA_BYTE_ARRAY, PhysicalType.BYTE_ARRAY, 0)
                .encode(plain.array(), plain.size(), count, prefixes);

        ValuesReader lengthJudge = start(new DeltaLengthByteArrayValuesReader(), lengths, count);
        ValuesReader prefixJudge = start(new DeltaByteArrayReader(), prefixes, count);
        for (byte[] value : values) {
            assertThat(lengthJudge.readBytes().getBytes()).isEqualTo(value);
            assertThat(prefixJudge.readBytes().getBytes()).isEqualTo(value);
        }
    }

    @ParameterizedTest
    @MethodSource("counts")
    void prefixesAndStreamsOfFixedByteArrays(int count) throws IOException {
        for (int width : new int[] {1, 2, 5, 16}) {
            byte[] plain = new byte[count * width];
            new Random(count).nextBytes(plain);
            for (int i = width; i < plain.length; i++) {
                plain[i] = i % 3 == 0 ? plain[i] : plain[i - width];
            }
            ByteAppender prefixes = page();
            ByteAppender streams = page();
            ValueEncoders.binaries(Encoding.DELTA_BYTE_ARRAY, PhysicalType.FIXED_LEN_BYTE_ARRAY, width)
                    .encode(plain, plain.length, count, prefixes);
            ValueEncoders.binaries(Encoding.BYTE_STREAM_SPLIT, PhysicalType.FIXED_LEN_BYTE_ARRAY, width)
                    .encode(plain, plain.length, count, streams);

            ValuesReader prefixJudge = start(new DeltaByteArrayReader(), prefixes, count);
            ValuesReader streamJudge = start(new ByteStreamSplitValuesReaderForFLBA(width), streams, count);
            for (int i = 0; i < count; i++) {
                byte[] value = Arrays.copyOfRange(plain, i * width, (i + 1) * width);
                assertThat(prefixJudge.readBytes().getBytes()).isEqualTo(value);
                assertThat(streamJudge.readBytes().getBytes()).isEqualTo(value);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(PhysicalType.class)
    void everyEncodingThatIsAllowedHasAnEncoderAndNoOther(PhysicalType type) {
        for (Encoding encoding : Encoding.values()) {
            if (ValueEncoders.allowed(type).contains(encoding)) {
                assertThat(encoder(encoding, type)).isNotNull();
            } else {
                assertThatThrownBy(() -> encoder(encoding, type))
                        .isInstanceOf(UsageException.class)
                        .hasMessage("encoding " + encoding + " does not fit values of type " + type + "; allowed are "
                                + ValueEncoders.allowed(type));
            }
        }
    }

    private static Object encoder(Encoding encoding, PhysicalType type) {
        return switch (type) {
            case BOOLEAN -> ValueEncoders.booleans(encoding);
            case INT32, FLOAT -> ValueEncoders.ints(encoding, type);
            case INT64, DOUBLE -> ValueEncoders.longs(encoding, type);
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT96 -> ValueEncoders.binaries(encoding, type, 12);
        };
    }
}
