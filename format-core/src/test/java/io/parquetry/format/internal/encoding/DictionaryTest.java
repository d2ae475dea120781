package io.parquetry.format.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/**
 * A dictionary gives equal values the same index and new values the next one, interned alone or in blocks, and
 * counts the heap that it holds.
 */
class DictionaryTest {
    @Property
    void intsKeepTheirIndexes(@ForAll @Size(max = 300) List<@IntRange(min = -40, max = 40) Integer> values) {
        IntDictionary dictionary = new IntDictionary(new RetainedBytes());
        Map<Integer, Integer> expected = new LinkedHashMap<>();
        for (int value : values) {
            int index = dictionary.intern(value);
            assertThat(index).isEqualTo(expected.computeIfAbsent(value, v -> expected.size()));
            assertThat(dictionary.values()[index]).isEqualTo(value);
        }
        assertThat(dictionary.size()).isEqualTo(expected.size());
    }

    @Property
    void longsAreInternedInBlocks(@ForAll @Size(max = 400) List<@LongRange(min = -90, max = 90) Long> values) {
        RetainedBytes retained = new RetainedBytes();
        LongDictionary dictionary = new LongDictionary(retained);
        List<Long> distinct = values.stream().distinct().toList();
        long[] source = values.stream().mapToLong(Long::longValue).toArray();
        int[] indexes = new int[source.length + 1];
        int half = source.length / 2;
        dictionary.intern(source, half, indexes, 1);
        dictionary.intern(Arrays.copyOfRange(source, half, source.length), source.length - half, indexes, 1 + half);
        for (int i = 0; i < source.length; i++) {
            assertThat(indexes[1 + i]).isEqualTo(distinct.indexOf(source[i]));
            assertThat(dictionary.values()[indexes[1 + i]]).isEqualTo(source[i]);
        }
        assertThat(dictionary.size()).isEqualTo(distinct.size());
        assertThat(retained.bytes()).isEqualTo(dictionary.retainedBytes());
    }

    @Property
    void textsAreInternedInBlocks(@ForAll @Size(max = 200) List<String> texts) {
        List<byte[]> values = texts.stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
        List<String> distinct = values.stream()
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .distinct()
                .toList();
        ByteAppender prefixed = new ByteAppender(16);
        values.forEach(bytes -> {
            prefixed.putInt(bytes.length);
            prefixed.put(bytes, 0, bytes.length);
        });
        prefixed.putLong(-1);
        RetainedBytes retained = new RetainedBytes();
        BinaryDictionary dictionary = new BinaryDictionary(retained);
        int[] indexes = new int[values.size()];
        for (int round = 0; round < 2; round++) {
            dictionary.internPrefixed(prefixed.array(), values.size(), indexes, 0);
            for (int i = 0; i < values.size(); i++) {
                assertThat(bytesOf(dictionary, indexes[i])).isEqualTo(values.get(i));
            }
            assertThat(dictionary.size()).isEqualTo(distinct.size());
            for (int i = 0; i < dictionary.size(); i++) {
                assertThat(bytesOf(dictionary, i)).isEqualTo(distinct.get(i).getBytes(StandardCharsets.UTF_8));
            }
        }
        assertThat(dictionary.valueBytes())
                .isEqualTo(IntStream.range(0, dictionary.size())
                        .map(dictionary::length)
                        .sum());
        assertThat(retained.bytes()).isEqualTo(dictionary.retainedBytes());
    }

    @Test
    void largeDictionariesGrowWithinABlock() {
        int block = 500;
        BinaryDictionary dictionary = new BinaryDictionary(new RetainedBytes());
        Map<String, Integer> expected = new LinkedHashMap<>();
        int[] indexes = new int[block];
        for (int first = 0; first < 40_000; first += block) {
            ByteAppender prefixed = new ByteAppender(16);
            int[] ofBlock = new int[block];
            for (int i = 0; i < block; i++) {
                String text = "value " + (first + i) * 7919L % 23_456;
                byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
                prefixed.putInt(bytes.length);
                prefixed.put(bytes, 0, bytes.length);
                ofBlock[i] = expected.computeIfAbsent(text, any -> expected.size());
            }
            prefixed.putLong(-1);
            dictionary.internPrefixed(prefixed.array(), block, indexes, 0);
            assertThat(indexes).as("block at %d", first).isEqualTo(ofBlock);
        }
        assertThat(dictionary.size()).isEqualTo(23_456);
    }

    /** Multiplied by the inverse of the factor of {@link HashSlots#home}, small numbers all begin at the first slot. */
    @Test
    void chosenNumbersDoNotAllShareASlot() {
        long inverse = inverse(0x9E3779B97F4A7C15L);
        int mask = (1 << 18) - 1;
        LongDictionary longs = new LongDictionary(new RetainedBytes());
        for (int i = 0; i < 50_000; i++) {
            assertThat(HashSlots.home(inverse * i, mask)).isZero();
            assertThat(longs.intern(inverse * i)).isEqualTo(i);
        }
        // A mask that fits 5,000 values: with a wider one the search for them takes seconds.
        int maskOfInts = (1 << 15) - 1;
        int[] chosen = new int[5_000];
        for (int value = 0, found = 0; found < chosen.length; value++) {
            if (HashSlots.home(value, maskOfInts) == 0) {
                chosen[found++] = value;
            }
        }
        IntDictionary ints = new IntDictionary(new RetainedBytes());
        for (int i = 0; i < chosen.length; i++) {
            assertThat(ints.intern(chosen[i])).isEqualTo(i);
        }

        assertThat(longs.longestSearch()).isLessThan(1_000);
        assertThat(ints.longestSearch()).isLessThan(1_000);
        int[] indexes = new int[50_000];
        longs.intern(IntStream.range(0, 50_000).mapToLong(i -> inverse * i).toArray(), 50_000, indexes, 0);
        assertThat(indexes).isEqualTo(IntStream.range(0, 50_000).toArray());
        ints.intern(chosen, chosen.length, indexes, 0);
        assertThat(indexes).startsWith(IntStream.range(0, chosen.length).toArray());
    }

    @Test
    void numbersAreFoundInLargeDictionaries() {
        LongDictionary longs = new LongDictionary(new RetainedBytes());
        IntDictionary ints = new IntDictionary(new RetainedBytes());
        int[] indexes = new int[500];
        int[] otherIndexes = new int[500];
        for (int first = 0; first < 60_000; first += 500) {
            int[] numbers = IntStream.range(first, first + 500)
                    .map(i -> (int) (i * 7919L % 23_456))
                    .toArray();
            int[] expected =
                    IntStream.range(first, first + 500).map(i -> i % 23_456).toArray();
            longs.intern(Arrays.stream(numbers).mapToLong(i -> i * 1_000_003L).toArray(), 500, indexes, 0);
            ints.intern(numbers, 500, otherIndexes, 0);
            assertThat(indexes).isEqualTo(expected);
            assertThat(otherIndexes).isEqualTo(expected);
        }
    }

    /** By Newton's method, which doubles the number of right bits each time. */
    private static long inverse(long odd) {
        long inverse = odd;
        for (int i = 0; i < 5; i++) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }

    private static byte[] bytesOf(BinaryDictionary dictionary, int index) {
        return Arrays.copyOfRange(dictionary.arena(), dictionary.start(index), dictionary.end(index));
    }

    @Test
    void valuesOfAllLengthsAreToldApartByTheirLastByte() {
        BinaryDictionary dictionary = new BinaryDictionary(new RetainedBytes());
        byte[] zeros = new byte[40 + Long.BYTES];
        int entries = 0;
        for (int length = 0; length <= 40; length++) {
            assertThat(dictionary.intern(zeros, 0, length)).isEqualTo(entries++);
            if (length > 0) {
                byte[] other = new byte[length + Long.BYTES];
                other[length - 1] = 1;
                assertThat(dictionary.intern(other, 0, length)).isEqualTo(entries++);
            }
        }
        assertThat(dictionary.intern(zeros, 0, 40)).isEqualTo(entries - 2);
    }

    @Test
    void bytesBehindAValueAreNoPartOfIt() {
        BinaryDictionary dictionary = new BinaryDictionary(new RetainedBytes());
        for (int length = 1; length < 20; length++) {
            byte[] alone = new byte[length + Long.BYTES];
            byte[] followed = new byte[length + Long.BYTES];
            Arrays.fill(alone, 0, length, (byte) 7);
            Arrays.fill(followed, (byte) 7);
            assertThat(dictionary.intern(alone, 0, length)).isEqualTo(length - 1);
            assertThat(dictionary.intern(followed, 0, length)).isEqualTo(length - 1);
            assertThat(bytesOf(dictionary, length - 1)).containsOnly(7).hasSize(length);
        }
    }

    @Test
    void valuesOfOneLengthHaveNoLengthBeforeThem() {
        BinaryDictionary dictionary = new BinaryDictionary(new RetainedBytes());
        byte[] values = "abcdefabcxyz".getBytes(StandardCharsets.US_ASCII);
        int[] indexes = new int[4];
        dictionary.internFixed(Arrays.copyOf(values, values.length + Long.BYTES), 3, 4, indexes, 0);
        assertThat(indexes).containsExactly(0, 1, 0, 2);
        assertThat(bytesOf(dictionary, 2)).isEqualTo("xyz".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void valuesThatEndInZeroBitsSpreadOverTheSlots() {
        int values = 600;
        int mask = 2047;
        long ofDoubles = IntStream.range(0, values)
                .map(i -> HashSlots.home(Double.doubleToRawLongBits(i / 4.0), mask))
                .distinct()
                .count();
        long ofFloats = IntStream.range(0, values)
                .map(i -> HashSlots.home((long) Float.floatToRawIntBits(i / 4.0f), mask))
                .distinct()
                .count();
        assertThat(ofDoubles).isGreaterThan(values * 2 / 3);
        assertThat(ofFloats).isGreaterThan(values * 2 / 3);
    }
}
