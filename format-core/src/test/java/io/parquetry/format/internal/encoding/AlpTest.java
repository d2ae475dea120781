package io.parquetry.format.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.rules.Breadth;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * ALP as AlpEncoding.md has it: its example, byte by byte; and a slow decoder, made from its text alone, judges encoder
 * and decoder. Values come back bit by bit, and no page, however damaged, ends in anything but a refusal.
 */
@Tag("sampled")
class AlpTest {
    /** The worked example of AlpEncoding.md: 1500.0, NaN, 2500.0, 333.5 with exponent 4 and factor 3. */
    private static final String EXAMPLE =
            "00 00 0a 04000000 04000000" + "04 03 0100 070d000000000000 0f 0000000000000000 0100 000000000000f87f";

    /** The frame is 3335 and the deltas are 11665, 11665, 21665 and 0, of 15 bits each. */
    private static byte[] example() {
        byte[] page = HexFormat.of().parseHex(EXAMPLE.replace(" ", ""));
        BigInteger packed = BigInteger.valueOf(11665)
                .or(BigInteger.valueOf(11665).shiftLeft(15))
                .or(BigInteger.valueOf(21665).shiftLeft(30));
        for (int i = 0; i < 8; i++) {
            page[24 + i] = packed.shiftRight(8 * i).byteValue();
        }
        return page;
    }

    @Test
    void theExampleOfTheFormatIsRead() {
        byte[] page = example();

        assertThat(page).as("7 bytes of header, 4 of offsets, 31 of the vector").hasSize(7 + 4 + 31);
        assertThat(doubles(page, 4)).containsExactly(1500.0, Double.NaN, 2500.0, 333.5);
        assertThat(slowDoubles(page)).containsExactly(1500.0, Double.NaN, 2500.0, 333.5);
    }

    /** As parquet-testing's file for ALP: all kinds of exceptions, and vectors with all, many, one and none. */
    private static double[] columnOfAllKinds(int count) {
        Random random = new Random(5);
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            double base = (i % 1000 - 500) / 100.0;
            values[i] = switch (i / 1024 % 9) {
                case 1 -> special(i, base);
                case 2 -> i % 1024 == 452 ? Math.PI : base;
                case 3 -> i % 1024 == 28 ? 44974934523.343 : i % 1024 == 639 ? -1243432432.3432 : base;
                case 4 -> i % 2 == 0 ? random.nextDouble() : base;
                case 5 -> Double.longBitsToDouble(random.nextLong());
                case 6 -> Math.rint(random.nextDouble() * 1e5) / 1e4;
                case 7 -> 7.77;
                case 8 -> i % 1024 == 0 ? -8e18 : i % 1024 == 1 ? 8e18 : Math.rint(random.nextGaussian() * 2e18);
                default -> base;
            };
        }
        return values;
    }

    private static double special(int i, double base) {
        return switch (i % 40) {
            case 0 -> Double.NaN;
            case 1 -> Double.longBitsToDouble(0x7ff800deadbeef00L);
            case 2 -> Double.longBitsToDouble(0xfff8000000000001L);
            case 3 -> Double.POSITIVE_INFINITY;
            case 4 -> Double.NEGATIVE_INFINITY;
            case 5 -> -0.0;
            case 6 -> Double.MIN_VALUE;
            case 7 -> Double.MAX_VALUE;
            case 8 -> 0x1p63;
            case 9 -> -0x1p63;
            case 10 -> Long.MAX_VALUE / 10 * 10;
            default -> base;
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 9, 31, 32, 33, 1023, 1024, 1025, 2048, 9216, 20_000})
    void everyBitOfADoubleComesBack(int count) {
        double[] values = columnOfAllKinds(count);
        long[] bits =
                Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
        byte[] page = encoded(
                out -> ValueEncoders.longs(Encoding.ALP, PhysicalType.DOUBLE).encode(bits, count, out));

        assertThat(rawBits(slowDoubles(page))).as("the slow decoder").isEqualTo(bits);
        assertThat(rawBits(doubles(page, count))).as("the decoder").isEqualTo(bits);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 9, 31, 32, 33, 1023, 1024, 1025, 2048, 9216, 20_000})
    void everyBitOfAFloatComesBack(int count) {
        double[] values = columnOfAllKinds(count);
        int[] bits = new int[count];
        for (int i = 0; i < count; i++) {
            boolean special = i / 1024 % 9 == 1;
            bits[i] = special && i % 40 == 1
                    ? 0x7fc0dead
                    : special && i % 40 == 2 ? 0xffc00001 : Float.floatToRawIntBits((float) values[i]);
        }
        byte[] page = encoded(
                out -> ValueEncoders.ints(Encoding.ALP, PhysicalType.FLOAT).encode(bits, count, out));

        assertThat(rawBits(slowFloats(page))).as("the slow decoder").isEqualTo(bits);
        assertThat(rawBits(floats(page, count))).as("the decoder").isEqualTo(bits);
    }

    @Test
    void aPageWithoutValuesHasAHeaderOnly() {
        assertThat(encoded(out -> AlpEncoder.encode(new long[0], 0, out))).containsExactly(0, 0, 10, 0, 0, 0, 0);
    }

    @Test
    void decimalsTakeTheBitsOfTheirDigits() {
        Random random = new Random(9);
        long[] prices = random.longs(20_000, 0, 100_000)
                .map(cents -> Double.doubleToRawLongBits(cents / 100.0))
                .toArray();
        long[] same = new long[20_000];
        Arrays.fill(same, Double.doubleToRawLongBits(7.77));
        long[] noise = random.longs(20_000).toArray();

        assertThat(encoded(out -> AlpEncoder.encode(prices, 20_000, out)))
                .as("17 bits of 64")
                .hasSizeBetween(42_500, 43_000);
        assertThat(encoded(out -> AlpEncoder.encode(same, 20_000, out)))
                .as("headers only")
                .hasSize(7 + 20 * (4 + 13));
        assertThat(encoded(out -> AlpEncoder.encode(noise, 20_000, out)))
                .as("exceptions only: 10 bytes for 8")
                .hasSizeLessThan(200_500);
    }

    /** A vector of other writers: of any size and bit width, its exceptions in any order, one position even twice. */
    private static byte[] foreignPage(Random random, int log, int count, int valueBytes, boolean ordered) {
        int vectorValues = 1 << log;
        int vectors = (count + vectorValues - 1) / vectorValues;
        ByteAppender out = new ByteAppender(64);
        for (int header : new int[] {0, 0, log}) {
            out.putByte(header);
        }
        out.putInt(count);
        int offsets = out.size();
        for (int i = 0; i < vectors; i++) {
            out.putInt(0);
        }
        for (int vector = 0; vector < vectors; vector++) {
            out.setInt(offsets + 4 * vector, out.size() - offsets);
            int length = Math.min(vectorValues, count - vector * vectorValues);
            int exponent = random.nextInt((valueBytes == 8 ? 18 : 10) + 1);
            int width = random.nextInt(8 * valueBytes + 1);
            int exceptions = random.nextInt(3) * random.nextInt(length + 1) / 2;
            out.putByte(exponent);
            out.putByte(random.nextInt(exponent + 1));
            out.putByte(exceptions);
            out.putByte(exceptions >>> 8);
            byte[] rest = new byte[valueBytes + 1 + (length * width + 7) / 8];
            random.nextBytes(rest);
            rest[valueBytes] = (byte) width;
            out.put(rest, 0, rest.length);
            int[] positions = random.ints(exceptions, 0, length).toArray();
            if (ordered) {
                Arrays.sort(positions);
            }
            for (int position : positions) {
                out.putByte(position);
                out.putByte(position >>> 8);
            }
            byte[] originals = new byte[exceptions * valueBytes];
            random.nextBytes(originals);
            out.put(originals, 0, originals.length);
        }
        return Arrays.copyOf(out.array(), out.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 7, 10, 12, 15})
    void vectorsOfEverySizeAndBitWidthAreRead(int log) {
        Random random = new Random(log);
        for (int round = 0; round < 60; round++) {
            int count = 1 + random.nextInt(Math.min(6_000, 40 << log));
            byte[] ofDoubles = foreignPage(random, log, count, 8, round % 2 == 0);
            byte[] ofFloats = foreignPage(random, log, count, 4, round % 2 == 0);

            assertThat(rawBits(doubles(ofDoubles, count))).isEqualTo(rawBits(slowDoubles(ofDoubles)));
            assertThat(rawBits(floats(ofFloats, count))).isEqualTo(rawBits(slowFloats(ofFloats)));
        }
    }

    static Stream<byte[]> smallPages() {
        double[] values = columnOfAllKinds(9216);
        double[] mixed = new double[60];
        Arrays.setAll(mixed, i -> values[i * 150]);
        long[] bits =
                Arrays.stream(mixed).mapToLong(Double::doubleToRawLongBits).toArray();
        return Stream.of(
                example(),
                encoded(out -> AlpEncoder.encode(bits, 60, out)),
                foreignPage(new Random(1), 3, 60, 8, true),
                foreignPage(new Random(2), 4, 60, 8, false));
    }

    @ParameterizedTest
    @MethodSource("smallPages")
    void aPageThatIsCutOffIsRefused(byte[] page) {
        int count = LittleEndian.intAt(page, 3);
        for (int length = 0; length < page.length; length++) {
            byte[] cut = Arrays.copyOf(page, length);
            assertThatThrownBy(() -> doubles(cut, count))
                    .as("cut off at %s of %s", length, page.length)
                    .isInstanceOf(CorruptFileException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("smallPages")
    void aPageWithAnyByteChangedIsReadOrRefused(byte[] page) {
        int count = LittleEndian.intAt(page, 3);
        int refused = 0;
        for (int at = 0; at < page.length; at++) {
            for (int value = 0; value < 256; value += Breadth.of(5, 1)) {
                byte[] changed = page.clone();
                changed[at] = (byte) value;
                try {
                    assertThat(doubles(changed, count)).hasSize(count);
                } catch (ParquetException e) {
                    assertThat(e.getMessage()).contains("ALP");
                    refused++;
                } catch (CountException e) {
                    refused++;
                }
            }
        }
        assertThat(refused).isGreaterThan(Breadth.of(200, 1000));
    }

    /** What {@link #doubles} throws for a page with fewer values than are wanted, whose message names no encoding. */
    private static final class CountException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static void assertRefused(String message, Consumer<byte[]> change) {
        byte[] page = example();
        change.accept(page);
        assertThatThrownBy(() -> doubles(page, 4)).hasMessage(message);
    }

    @Test
    void aRefusalSaysWhatIsWrong() {
        assertRefused(
                "unsupported: ALP with compression mode 1 and integer encoding 0; only 0 and 0 are defined",
                page -> page[0] = 1);
        assertRefused(
                "unsupported: ALP with compression mode 0 and integer encoding 2; only 0 and 0 are defined",
                page -> page[1] = 2);
        assertRefused("ALP-encoded data has vectors of 2^2 values; it must be 2^3 to 2^15", page -> page[2] = 2);
        assertRefused("ALP-encoded data has vectors of 2^255 values; it must be 2^3 to 2^15", page -> page[2] = -1);
        assertRefused("ALP-encoded data claims -4 values", page -> LittleEndian.putInt(page, 3, -4));
        assertRefused(
                "ALP-encoded data claims 2147483647 values in 2097152 vectors, but only 35 bytes follow",
                page -> LittleEndian.putInt(page, 3, Integer.MAX_VALUE));
        assertRefused(
                "ALP-encoded data has vector 0 at offset 4294967295; the one before ends at 4",
                page -> LittleEndian.putInt(page, 7, -1));
        assertRefused(
                "ALP-encoded data has exponent 19 and factor 3 in vector 0; the exponent must be at most 18, and the"
                        + " factor at most the exponent",
                page -> page[11] = 19);
        assertRefused(
                "ALP-encoded data has exponent 4 and factor 5 in vector 0; the exponent must be at most 18, and the"
                        + " factor at most the exponent",
                page -> page[12] = 5);
        assertRefused(
                "ALP-encoded data has 5 exceptions and a bit width of 15 in vector 0 of 4 values of 8 bytes",
                page -> page[13] = 5);
        assertRefused(
                "ALP-encoded data has 1 exceptions and a bit width of 65 in vector 0 of 4 values of 8 bytes",
                page -> page[23] = 65);
        assertRefused("ALP-encoded data ends inside vector 0", page -> page[13] = 2);
        assertRefused(
                "ALP-encoded data has an exception at position 4 of vector 0, which has 4 values",
                page -> page[32] = 4);
    }

    @Test
    void otherTypesAreRefused() {
        for (PhysicalType type : PhysicalType.values()) {
            if (type != PhysicalType.FLOAT
                    && type != PhysicalType.DOUBLE
                    && type != PhysicalType.FIXED_LEN_BYTE_ARRAY) {
                PrimitiveType primitive = PrimitiveType.of("c", Repetition.REQUIRED, type);
                assertThatThrownBy(() -> ValueDecoders.of(Encoding.ALP, primitive))
                        .isInstanceOf(UnsupportedFeatureException.class)
                        .hasMessage("unsupported: encoding ALP for values of type " + type);
            }
        }
    }

    private static byte[] encoded(Consumer<ByteAppender> encoder) {
        ByteAppender out = new ByteAppender(4);
        out.putByte(99);
        encoder.accept(out);
        return Arrays.copyOfRange(out.array(), 1, out.size());
    }

    /** Reads with runs of all lengths; what is before and behind the page must not matter. */
    private static double[] doubles(byte[] page, int count) {
        double[] found = new double[count];
        DecodedValues.Doubles into = new DecodedValues.Doubles(new double[1500]);
        read(
                new AlpDecoders.Doubles(),
                page,
                count,
                into,
                (at, run) -> System.arraycopy(into.array(), 0, found, at, run));
        return found;
    }

    private static float[] floats(byte[] page, int count) {
        float[] found = new float[count];
        DecodedValues.Floats into = new DecodedValues.Floats(new float[1500]);
        read(
                new AlpDecoders.Floats(),
                page,
                count,
                into,
                (at, run) -> System.arraycopy(into.array(), 0, found, at, run));
        return found;
    }

    private interface Taker {
        void take(int at, int run);
    }

    private static <V extends DecodedValues> void read(
            ValueDecoder<V> decoder, byte[] page, int count, V into, Taker taker) {
        byte[] padded = new byte[3 + page.length + ValueDecoder.SLACK_BYTES];
        Arrays.fill(padded, (byte) 0xa5);
        System.arraycopy(page, 0, padded, 3, page.length);
        Random random = new Random(count);
        decoder.start(padded, 3, 3 + page.length);
        for (int at = 0; at < count; ) {
            int run = Math.min(count - at, 1 + random.nextInt(random.nextInt(4) == 0 ? 1500 : 40));
            try {
                decoder.read(into, run);
            } catch (CorruptFileException e) {
                if (!e.getMessage().contains("ALP") && LittleEndian.intAt(page, 3) < count) {
                    throw new CountException();
                }
                throw e;
            }
            taker.take(at, run);
            at += run;
        }
    }

    /** One vector as the format describes it, with numbers of any size. */
    private record SlowVector(ByteBuffer in, int length, int valueBytes, int exponent, int factor, int exceptions) {
        static SlowVector at(ByteBuffer page, int vector, int valueBytes) {
            int size = 1 << page.get(2);
            int length = Math.min(size, page.getInt(3) - vector * size);
            ByteBuffer in = page.duplicate().order(ByteOrder.LITTLE_ENDIAN);
            in.position(7 + page.getInt(7 + 4 * vector));
            return new SlowVector(in, length, valueBytes, in.get(), in.get(), in.getShort() & 0xffff);
        }

        /** The numbers, in as many bits as a value has. */
        long[] numbers() {
            long least = valueBytes == 8 ? in.getLong() : in.getInt();
            int width = in.get();
            byte[] packed = new byte[(length * width + 7) / 8];
            in.get(packed);
            long[] numbers = new long[length];
            for (int i = 0; i < length; i++) {
                long delta = 0;
                for (int bit = 0; bit < width; bit++) {
                    int index = i * width + bit;
                    delta |= (packed[index / 8] >>> index % 8 & 1L) << bit;
                }
                numbers[i] = valueBytes == 8 ? delta + least : (int) (delta + least);
            }
            return numbers;
        }

        int[] positions() {
            int[] positions = new int[exceptions];
            for (int i = 0; i < exceptions; i++) {
                positions[i] = in.getShort() & 0xffff;
            }
            return positions;
        }
    }

    private static double[] slowDoubles(byte[] bytes) {
        ByteBuffer page = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        double[] values = new double[page.getInt(3)];
        int size = 1 << page.get(2);
        for (int vector = 0; vector * size < values.length; vector++) {
            SlowVector slow = SlowVector.at(page, vector, 8);
            long[] numbers = slow.numbers();
            for (int i = 0; i < slow.length(); i++) {
                values[vector * size + i] = numbers[i]
                        * Double.parseDouble("1e" + slow.factor())
                        * Double.parseDouble("1e-" + slow.exponent());
            }
            for (int position : slow.positions()) {
                values[vector * size + position] = slow.in().getDouble();
            }
        }
        return values;
    }

    private static float[] slowFloats(byte[] bytes) {
        ByteBuffer page = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        float[] values = new float[page.getInt(3)];
        int size = 1 << page.get(2);
        for (int vector = 0; vector * size < values.length; vector++) {
            SlowVector slow = SlowVector.at(page, vector, 4);
            long[] numbers = slow.numbers();
            for (int i = 0; i < slow.length(); i++) {
                values[vector * size + i] = (int) numbers[i]
                        * Float.parseFloat("1e" + slow.factor())
                        * Float.parseFloat("1e-" + slow.exponent());
            }
            for (int position : slow.positions()) {
                values[vector * size + position] = slow.in().getFloat();
            }
        }
        return values;
    }

    private static long[] rawBits(double[] values) {
        return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
    }

    private static int[] rawBits(float[] values) {
        int[] bits = new int[values.length];
        Arrays.setAll(bits, i -> Float.floatToRawIntBits(values[i]));
        return bits;
    }
}
