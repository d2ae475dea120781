package io.parquetry.format.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/**
 * A dictionary gives equal values the same index, new values the next one, and after truncation it is as if the newest
 * values had never come, in its look-ups and in its count of heap.
 */
class DictionaryTest {
    @Property
    void intsKeepTheirIndexes(@ForAll @Size(max = 300) List<@IntRange(min = -40, max = 40) Integer> values) {
        IntDictionary dictionary = new IntDictionary(new RetainedBytes());
        Map<Integer, Integer> expected = new LinkedHashMap<>();
        for (int value : values) {
            int index = dictionary.indexOf(value);
            assertThat(index).isEqualTo(expected.computeIfAbsent(value, v -> expected.size()));
            assertThat(dictionary.values()[index]).isEqualTo(value);
        }
        assertThat(dictionary.size()).isEqualTo(expected.size());
    }

    @Property
    void truncationForgetsTheNewestValuesOnly(
            @ForAll @Size(min = 1, max = 200) List<Long> values, @ForAll @IntRange(max = 200) int keep) {
        RetainedBytes retained = new RetainedBytes();
        LongDictionary dictionary = new LongDictionary(retained);
        values.forEach(dictionary::indexOf);
        List<Long> distinct = values.stream().distinct().toList();
        int kept = Math.min(keep, distinct.size());
        dictionary.truncate(kept);
        assertThat(dictionary.size()).isEqualTo(kept);
        List<Long> again = new ArrayList<>(distinct.subList(kept, distinct.size()));
        again.addAll(distinct.subList(0, kept));
        for (int i = 0; i < again.size(); i++) {
            int expected = i < distinct.size() - kept ? kept + i : i - (distinct.size() - kept);
            assertThat(dictionary.indexOf(again.get(i))).isEqualTo(expected);
        }
        assertThat(retained.bytes()).isEqualTo(dictionary.retainedBytes());
    }

    @Property
    void textsAndTheirBytesAreTheSameEntries(
            @ForAll @Size(max = 200) List<String> texts, @ForAll @IntRange(max = 200) int keep) {
        List<String> encodable = texts.stream()
                .filter(text -> StandardCharsets.UTF_8.newEncoder().canEncode(text))
                .toList();
        RetainedBytes retained = new RetainedBytes();
        BinaryDictionary dictionary = new BinaryDictionary(retained);
        for (int round = 0; round < 2; round++) {
            for (String text : encodable) {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                int index = dictionary.indexOf(text);
                assertThat(dictionary.indexOf(bytes, 0, bytes.length)).isEqualTo(index);
                assertThat(bytesOf(dictionary, index)).isEqualTo(bytes);
            }
            List<String> distinct = encodable.stream().distinct().toList();
            assertThat(dictionary.size()).isEqualTo(distinct.size());
            assertThat(retained.bytes()).isEqualTo(dictionary.retainedBytes());
            dictionary.truncate(Math.min(keep, dictionary.size()));
            for (int i = 0; i < dictionary.size(); i++) {
                assertThat(bytesOf(dictionary, i)).isEqualTo(distinct.get(i).getBytes(StandardCharsets.UTF_8));
            }
            assertThat(dictionary.valueBytes())
                    .isEqualTo(IntStream.range(0, dictionary.size())
                            .map(dictionary::length)
                            .sum());
        }
        assertThat(retained.bytes()).isEqualTo(dictionary.retainedBytes());
    }

    private static byte[] bytesOf(BinaryDictionary dictionary, int index) {
        return Arrays.copyOfRange(dictionary.arena(), dictionary.start(index), dictionary.end(index));
    }

    @Test
    void valuesOfAllLengthsAreToldApartByTheirLastByte() {
        BinaryDictionary dictionary = new BinaryDictionary(new RetainedBytes());
        byte[] zeros = new byte[40];
        int entries = 0;
        for (int length = 0; length <= zeros.length; length++) {
            assertThat(dictionary.indexOf(zeros, 0, length)).isEqualTo(entries++);
            if (length > 0) {
                byte[] other = new byte[length];
                other[length - 1] = 1;
                assertThat(dictionary.indexOf(other, 0, length)).isEqualTo(entries++);
            }
        }
        assertThat(dictionary.indexOf(zeros, 0, zeros.length)).isEqualTo(entries - 2);
    }

    @Test
    void textWhoseLowBytesAreAsciiIsNotTakenForAscii() {
        BinaryDictionary dictionary = new BinaryDictionary(new RetainedBytes());
        assertThat(dictionary.indexOf("A")).isZero();
        assertThat(dictionary.indexOf("\u0141")).isEqualTo(1);
        assertThat(dictionary.indexOf("ABCDEFGH")).isEqualTo(2);
        assertThat(dictionary.indexOf("\u0141BCDEFGH")).isEqualTo(3);
    }

    @Test
    void valuesThatEndInZeroBitsSpreadOverTheSlots() {
        int values = 600;
        int mask = 2047;
        long ofDoubles = IntStream.range(0, values)
                .map(i -> LongDictionary.homeSlot(Double.doubleToRawLongBits(i / 4.0), mask))
                .distinct()
                .count();
        long ofFloats = IntStream.range(0, values)
                .map(i -> IntDictionary.homeSlot(Float.floatToRawIntBits(i / 4.0f), mask))
                .distinct()
                .count();
        assertThat(ofDoubles).isGreaterThan(values * 2 / 3);
        assertThat(ofFloats).isGreaterThan(values * 2 / 3);
    }
}
