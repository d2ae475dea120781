package io.parquetry.format.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.junit.jupiter.api.Test;

/** Runs and packed groups are read back by parquet-java, whatever the width and the mixture of runs. */
class RleHybridEncoderTest {
    record Case(int bitWidth, int[] values) {}

    @Provide
    Arbitrary<Case> cases() {
        return Arbitraries.integers().between(0, 32).flatMap(width -> {
            Arbitrary<Integer> value = width == 32
                    ? Arbitraries.integers()
                    : Arbitraries.longs().between(0, (1L << width) - 1).map(Long::intValue);
            Arbitrary<int[]> run = Combinators.combine(
                            value, Arbitraries.integers().between(1, 100))
                    .as((v, length) -> IntStream.generate(() -> v).limit(length).toArray());
            Arbitrary<int[]> mixed = value.array(int[].class).ofMaxSize(20);
            return Arbitraries.oneOf(run, mixed).list().ofMaxSize(10).map(parts -> new Case(width, join(parts)));
        });
    }

    private static int[] join(List<int[]> parts) {
        return parts.stream().flatMapToInt(Arrays::stream).toArray();
    }

    @Property
    void parquetJavaReadsWhatIsEncoded(@ForAll("cases") Case given) throws IOException {
        ByteAppender out = new ByteAppender(0);
        RleHybridEncoder.encode(given.values(), given.values().length, given.bitWidth(), out);
        assertThat(decode(out, given.bitWidth(), given.values().length)).isEqualTo(given.values());
        if (given.bitWidth() < 8) {
            byte[] levels = new byte[given.values().length];
            for (int i = 0; i < levels.length; i++) {
                levels[i] = (byte) given.values()[i];
            }
            ByteAppender ofBytes = new ByteAppender(0);
            RleHybridEncoder.encode(levels, levels.length, given.bitWidth(), ofBytes);
            assertThat(Arrays.copyOf(ofBytes.array(), ofBytes.size()))
                    .isEqualTo(Arrays.copyOf(out.array(), out.size()));
        }
    }

    @Property
    void runsTakeNoMoreBytesThanPackedValues(@ForAll("cases") Case given) {
        Assume.that(given.bitWidth() > 0);
        int count = given.values().length;
        int groups = (count + 7) / 8;
        ByteAppender packed = new ByteAppender(0);
        packed.putVarint(groups << 1 | 1);
        ByteAppender out = new ByteAppender(0);
        RleHybridEncoder.encode(given.values(), count, given.bitWidth(), out);
        assertThat(out.size()).isLessThanOrEqualTo(packed.size() + groups * given.bitWidth());
    }

    @Test
    void aShortRunOfNarrowValuesIsPackedWithItsNeighbours() {
        int[] values =
                IntStream.range(0, 64).map(i -> i < 16 || i >= 40 ? i % 2 : 1).toArray();
        ByteAppender out = new ByteAppender(0);
        RleHybridEncoder.encode(values, 64, 1, out);
        assertThat(out.size()).isEqualTo(9);
        assertThat(RleHybridEncoder.encodedBytes(values, 64, 1)).isEqualTo(8);
    }

    @Test
    void aLongRunTakesAHandfulOfBytes() {
        ByteAppender out = new ByteAppender(0);
        RleHybridEncoder.encode(new int[100_000], 100_000, 3, out);
        assertThat(out.size()).isEqualTo(4);
    }

    private static int[] decode(ByteAppender encoded, int bitWidth, int count) throws IOException {
        RunLengthBitPackingHybridDecoder decoder = new RunLengthBitPackingHybridDecoder(
                bitWidth, new ByteArrayInputStream(encoded.array(), 0, encoded.size()));
        int[] values = new int[count];
        for (int i = 0; i < count; i++) {
            values[i] = decoder.readInt();
        }
        return values;
    }
}
