package io.parquetry.format.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForInteger;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesWriter;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.apache.parquet.column.values.plain.BooleanPlainValuesWriter;
import org.apache.parquet.column.values.plain.FixedLenByteArrayPlainValuesWriter;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridValuesWriter;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Values that parquet-java encodes are decoded to the same values, in reads of any size; a page that is cut off anywhere
 * has fewer values or is refused.
 */
class ValueDecodersTest {
    private static final HeapByteBufferAllocator HEAP = HeapByteBufferAllocator.getInstance();
    private static final int FIXED = 5;

    /** An encoding of a type, with parquet-java's writer. */
    record Pair(Encoding encoding, PhysicalType type) {
        PrimitiveType primitive() {
            return type == PhysicalType.FIXED_LEN_BYTE_ARRAY
                    ? PrimitiveType.fixed("c", Repetition.REQUIRED, FIXED)
                    : PrimitiveType.of("c", Repetition.REQUIRED, type);
        }

        ValuesWriter writer() {
            int size = 1 << 20;
            return switch (encoding) {
                case PLAIN ->
                    switch (type) {
                        case BOOLEAN -> new BooleanPlainValuesWriter();
                        case INT96 -> new FixedLenByteArrayPlainValuesWriter(12, 64, size, HEAP);
                        case FIXED_LEN_BYTE_ARRAY -> new FixedLenByteArrayPlainValuesWriter(FIXED, 64, size, HEAP);
                        case INT32, INT64, FLOAT, DOUBLE, BYTE_ARRAY -> new PlainValuesWriter(64, size, HEAP);
                    };
                case RLE -> new RunLengthBitPackingHybridValuesWriter(1, 64, size, HEAP);
                case DELTA_BINARY_PACKED ->
                    type == PhysicalType.INT32
                            ? new DeltaBinaryPackingValuesWriterForInteger(64, size, HEAP)
                            : new DeltaBinaryPackingValuesWriterForLong(64, size, HEAP);
                case DELTA_LENGTH_BYTE_ARRAY -> new DeltaLengthByteArrayValuesWriter(64, size, HEAP);
                case DELTA_BYTE_ARRAY -> new DeltaByteArrayWriter(64, size, HEAP);
                case BYTE_STREAM_SPLIT -> streamSplit(size);
                case PLAIN_DICTIONARY, BIT_PACKED, RLE_DICTIONARY, ALP ->
                    throw new AssertionError("no value encoding: " + encoding);
            };
        }

        private ValuesWriter streamSplit(int size) {
            return switch (type) {
                case INT32 -> new ByteStreamSplitValuesWriter.IntegerByteStreamSplitValuesWriter(64, size, HEAP);
                case INT64 -> new ByteStreamSplitValuesWriter.LongByteStreamSplitValuesWriter(64, size, HEAP);
                case FLOAT -> new ByteStreamSplitValuesWriter.FloatByteStreamSplitValuesWriter(64, size, HEAP);
                case DOUBLE -> new ByteStreamSplitValuesWriter.DoubleByteStreamSplitValuesWriter(64, size, HEAP);
                case FIXED_LEN_BYTE_ARRAY ->
                    new ByteStreamSplitValuesWriter.FixedLenByteArrayByteStreamSplitValuesWriter(FIXED, 64, size, HEAP);
                case BOOLEAN, INT96, BYTE_ARRAY -> throw new AssertionError("not split: " + type);
            };
        }
    }

    static Stream<Pair> pairs() {
        Stream<Pair> plain = Arrays.stream(PhysicalType.values()).map(type -> new Pair(Encoding.PLAIN, type));
        Stream<Pair> split = Stream.of(
                        PhysicalType.INT32,
                        PhysicalType.INT64,
                        PhysicalType.FLOAT,
                        PhysicalType.DOUBLE,
                        PhysicalType.FIXED_LEN_BYTE_ARRAY)
                .map(type -> new Pair(Encoding.BYTE_STREAM_SPLIT, type));
        Stream<Pair> others = Stream.of(
                new Pair(Encoding.RLE, PhysicalType.BOOLEAN),
                new Pair(Encoding.DELTA_BINARY_PACKED, PhysicalType.INT32),
                new Pair(Encoding.DELTA_BINARY_PACKED, PhysicalType.INT64),
                new Pair(Encoding.DELTA_LENGTH_BYTE_ARRAY, PhysicalType.BYTE_ARRAY),
                new Pair(Encoding.DELTA_BYTE_ARRAY, PhysicalType.BYTE_ARRAY),
                new Pair(Encoding.DELTA_BYTE_ARRAY, PhysicalType.FIXED_LEN_BYTE_ARRAY));
        return Stream.of(plain, split, others).flatMap(stream -> stream);
    }

    /** Steady, random, extreme and constant runs, which make delta miniblocks of every width. */
    private static long number(Random random, int index) {
        return switch (index / 150 % 5) {
            case 0 -> 1_000 + index;
            case 1 -> random.nextLong();
            case 2 -> random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
            case 3 -> 42;
            default -> random.nextInt(1 << random.nextInt(30));
        };
    }

    private static Object add(Random random, int index, PhysicalType type, ValuesWriter writer) {
        long number = number(random, index);
        switch (type) {
            case BOOLEAN -> {
                boolean value = (number & 1) != 0;
                if (writer instanceof BooleanPlainValuesWriter) {
                    writer.writeBoolean(value);
                } else {
                    writer.writeInteger(value ? 1 : 0);
                }
                return value;
            }
            case INT32 -> writer.writeInteger((int) number);
            case INT64 -> writer.writeLong(number);
            case FLOAT -> writer.writeFloat((float) number);
            case DOUBLE -> writer.writeDouble((double) number);
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT96 -> {
                byte[] value = bytes(random, index, type);
                writer.writeBytes(Binary.fromConstantByteArray(value));
                return ByteBuffer.wrap(value);
            }
        }
        return switch (type) {
            case INT32 -> (Object) (int) number;
            case INT64 -> number;
            case FLOAT -> (float) number;
            default -> (double) number;
        };
    }

    private static byte[] bytes(Random random, int index, PhysicalType type) {
        int length = type == PhysicalType.INT96
                ? 12
                : type == PhysicalType.BYTE_ARRAY ? random.nextInt(1 + index / 20 % 30) : FIXED;
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) (index / 100));
        for (int i = length / 2; i < length; i++) {
            bytes[i] = (byte) random.nextInt(3);
        }
        return bytes;
    }

    private static List<Object> decode(Pair pair, byte[] padded, int to, int count, Random random) {
        ValueDecoder<DecodedValues> decoder = decoder(pair);
        DecodedValues into = DecodedValues.of(pair.type(), 512);
        List<Object> found = new ArrayList<>();
        decoder.start(padded, 3, to);
        while (found.size() < count) {
            int read = Math.min(count - found.size(), 1 + random.nextInt(512));
            decoder.read(into, read);
            for (int i = 0; i < read; i++) {
                found.add(value(into, i));
            }
        }
        return found;
    }

    /** The cast is safe: values and decoder are both of the pair's type. */
    @SuppressWarnings("unchecked")
    private static ValueDecoder<DecodedValues> decoder(Pair pair) {
        return (ValueDecoder<DecodedValues>) ValueDecoders.of(pair.encoding(), pair.primitive());
    }

    private static Object value(DecodedValues values, int at) {
        if (values instanceof DecodedValues.Booleans booleans) {
            return booleans.array()[at];
        }
        if (values instanceof DecodedValues.Ints ints) {
            return ints.array()[at];
        }
        if (values instanceof DecodedValues.Longs longs) {
            return longs.array()[at];
        }
        if (values instanceof DecodedValues.Floats floats) {
            return floats.array()[at];
        }
        if (values instanceof DecodedValues.Doubles doubles) {
            return doubles.array()[at];
        }
        DecodedValues.Binary binary = (DecodedValues.Binary) values;
        int offset = binary.offsets()[at];
        return ByteBuffer.wrap(Arrays.copyOfRange(binary.bytes(), offset, offset + binary.lengths()[at]));
    }

    /** The page at position 3, with other bytes before and behind it. */
    private static byte[] padded(byte[] page) {
        byte[] padded = new byte[3 + page.length + ValueDecoder.SLACK_BYTES];
        Arrays.fill(padded, (byte) 0xa5);
        System.arraycopy(page, 0, padded, 3, page.length);
        return padded;
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void whatParquetJavaEncodesComesBack(Pair pair) throws IOException {
        Random random = new Random(3);
        for (int count : new int[] {1, 2, 31, 32, 33, 34, 128, 129, 130, 1000, 4000}) {
            List<Object> expected = new ArrayList<>();
            try (ValuesWriter writer = pair.writer()) {
                for (int i = 0; i < count; i++) {
                    expected.add(add(random, i, pair.type(), writer));
                }
                byte[] page = writer.getBytes().toInputStream().readAllBytes();
                assertThat(decode(pair, padded(page), 3 + page.length, count, random))
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aPageThatIsCutOffIsRefused(Pair pair) throws IOException {
        Random random = new Random(4);
        int count = 700;
        byte[] page;
        try (ValuesWriter writer = pair.writer()) {
            for (int i = 0; i < count; i++) {
                add(random, i, pair.type(), writer);
            }
            page = writer.getBytes().toInputStream().readAllBytes();
        }
        for (int length = 0; length < page.length * 9 / 10; length += 5) {
            byte[] cut = padded(Arrays.copyOf(page, length));
            int to = 3 + length;
            assertThatThrownBy(() -> decode(pair, cut, to, count, random))
                    .as("cut off at %s of %s", length, page.length)
                    .isInstanceOf(CorruptFileException.class);
        }
    }

    @Test
    void anEncodingThatIsNoneOfTheTypeIsRefusedByName() {
        PrimitiveType type = PrimitiveType.of("c", Repetition.REQUIRED, PhysicalType.DOUBLE);
        assertThatThrownBy(() -> ValueDecoders.of(Encoding.DELTA_BINARY_PACKED, type))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessage("unsupported: encoding DELTA_BINARY_PACKED for values of type DOUBLE");
    }
}
