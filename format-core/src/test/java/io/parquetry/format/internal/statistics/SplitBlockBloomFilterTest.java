package io.parquetry.format.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.LongStream;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A bloom filter contains all added values and few others, and has the same bits as a filter of parquet-java for the
 * same values; its size follows from the configured or counted number of distinct values.
 */
class SplitBlockBloomFilterTest {
    private static final double FALSE_POSITIVES = 0.01;

    @Test
    void hashesAreThoseOfXxHash() {
        XXHash64 judge = XXHashFactory.safeInstance().hash64();
        byte[] bytes = new byte[300];
        new Random(1).nextBytes(bytes);
        for (int length = 0; length < 260; length++) {
            assertThat(XxHash64.ofBytes(bytes, 7, 7 + length)).isEqualTo(judge.hash(bytes, 7, length, 0));
        }
        for (int i = 0; i < 64; i++) {
            long value = 0x9E3779B97F4A7C15L << i;
            byte[] little = ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(value)
                    .array();
            assertThat(XxHash64.ofLong(value)).isEqualTo(judge.hash(little, 0, 8, 0));
            assertThat(XxHash64.ofInt((int) value)).isEqualTo(judge.hash(little, 0, 4, 0));
        }
    }

    private static BloomFilterBuilder builder(OptionalLong expected, int bytesMax) {
        return new BloomFilterBuilder(
                PrimitiveType.of("l", Repetition.REQUIRED, PhysicalType.INT64),
                new BloomFilterSettings(expected, FALSE_POSITIVES, bytesMax));
    }

    private static long[] values(int count) {
        return LongStream.range(0, count).map(i -> i * i * 31 - 7).toArray();
    }

    private static double falsePositives(SplitBlockBloomFilter filter) {
        int tries = 100_000;
        int found = 0;
        for (int i = 0; i < tries; i++) {
            found += filter.mightContain(-1_000_000_000_000L - i) ? 1 : 0;
        }
        return found / (double) tries;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 1000, 20_000, 200_000})
    void countedValuesGiveTheSmallestFilterWithinTheShareOfFalsePositives(int count) {
        BloomFilterBuilder builder = builder(OptionalLong.empty(), 1 << 20);
        long[] values = values(count);
        builder.add(values, count);
        builder.add(values, count);

        SplitBlockBloomFilter filter = builder.build().orElseThrow();

        assertThat(Arrays.stream(values)).allMatch(filter::mightContain);
        assertThat(falsePositives(filter)).isLessThan(1.2 * FALSE_POSITIVES);
        assertThat(filter.bytes()).isLessThanOrEqualTo(Math.max(32, 4 * count));
        assertThat(builder.retainedBytes()).isBetween((long) filter.bytes(), 1L << 20);
        builder.clear();
        assertThat(builder.retainedBytes()).isZero();
        assertThat(builder.build()).isEmpty();
    }

    @Test
    void hashesThatWouldTakeTooMuchMemoryBecomeAFoldedFilter() {
        BloomFilterBuilder builder = builder(OptionalLong.empty(), 1 << 16);
        long[] values = values(5000);
        builder.add(values, values.length);
        assertThat(builder.retainedBytes()).as("no longer hashes").isEqualTo(1 << 16);

        SplitBlockBloomFilter filter = builder.build().orElseThrow();

        assertThat(filter.bytes()).isEqualTo(1 << 13);
        assertThat(Arrays.stream(values)).allMatch(filter::mightContain);
        assertThat(falsePositives(filter)).isLessThan(1.2 * FALSE_POSITIVES);
    }

    @Test
    void aFilterOfMostlyFalsePositivesIsNotWritten() {
        BloomFilterBuilder builder = builder(OptionalLong.empty(), 1 << 10);
        builder.add(values(20_000), 20_000);

        assertThat(builder.build()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 100, 600, 1000, 12_345, 200_000})
    void anExpectedNumberOfValuesGivesTheSmallestFilterWithinTheShare(int expected) {
        long[] values = values(expected);
        BloomFilterBuilder builder = builder(OptionalLong.of(expected), SplitBlockBloomFilter.BYTES_MAX);
        builder.add(values, expected);

        SplitBlockBloomFilter filter = builder.build().orElseThrow();

        assertThat(falsePositives(filter)).isLessThan(1.2 * FALSE_POSITIVES);
        if (expected >= 100) {
            assertThat(falsePositives(filter.folded())).isGreaterThan(0.8 * FALSE_POSITIVES);
        }
    }

    @Test
    void sizesAreLimited() {
        assertThat(SplitBlockBloomFilter.bytesFor(Long.MAX_VALUE, 0.001, SplitBlockBloomFilter.BYTES_MAX))
                .isEqualTo(SplitBlockBloomFilter.BYTES_MAX);
        assertThat(SplitBlockBloomFilter.bytesFor(1_000_000, 0.01, 1000)).isEqualTo(512);
        assertThat(SplitBlockBloomFilter.bytesFor(1, 0.5, 1000)).isEqualTo(32);
    }

    @Test
    void theBitsAreThoseOfParquetJava() throws Exception {
        BloomFilterBuilder builder = builder(OptionalLong.of(3000), 1 << 20);
        BlockSplitBloomFilter judge = new BlockSplitBloomFilter(1 << 12);
        long[] values = values(3000);
        builder.add(values, values.length);
        for (long value : values) {
            judge.insertHash(judge.hash(value));
        }
        ByteArrayOutputStream bits = new ByteArrayOutputStream();
        judge.writeTo(bits);

        SplitBlockBloomFilter filter = builder.build().orElseThrow();
        assertThat(filter.toByteArray()).isEqualTo(bits.toByteArray());

        byte[] behind = new byte[bits.size() + 5];
        System.arraycopy(bits.toByteArray(), 0, behind, 5, bits.size());
        assertThat(SplitBlockBloomFilter.of(behind, 5, bits.size()).toByteArray())
                .isEqualTo(bits.toByteArray());
    }

    @Test
    void aFoldedFilterIsTheFilterOfHalfTheSize() {
        SplitBlockBloomFilter large = SplitBlockBloomFilter.ofBytes(1 << 12);
        SplitBlockBloomFilter small = SplitBlockBloomFilter.ofBytes(1 << 11);
        for (long value : values(500)) {
            large.add(XxHash64.ofLong(value));
            small.add(XxHash64.ofLong(value));
        }
        assertThat(large.folded().toByteArray()).isEqualTo(small.toByteArray());
    }

    @Test
    void zerosOfEitherSignAndNanAreFound() {
        BloomFilterBuilder builder = builder(OptionalLong.of(100), 1 << 20);
        builder.add(new long[] {Double.doubleToRawLongBits(-0.0)}, 1);
        builder.add(new int[] {Float.floatToRawIntBits(0f)}, 1);
        SplitBlockBloomFilter filter = builder.build().orElseThrow();

        assertThat(filter.mightContain(0.0)).isTrue();
        assertThat(filter.mightContain(-0.0)).isTrue();
        assertThat(filter.mightContain(0f)).isTrue();
        assertThat(filter.mightContain(-0f)).isTrue();
        assertThat(filter.mightContain(Double.NaN)).isTrue();
        assertThat(filter.mightContain(Float.NaN)).isTrue();
        assertThat(filter.mightContain(1.5)).isFalse();
        assertThat(filter.mightContain(1.5f)).isFalse();
    }
}
