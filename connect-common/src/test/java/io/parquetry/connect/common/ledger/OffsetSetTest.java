package io.parquetry.connect.common.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A set of offsets equals a set of numbers from its base on, in memory and as text. */
class OffsetSetTest {
    @Property(tries = 200)
    void unionsAndTextFormsHoldTheElementsOfASet(
            @ForAll @LongRange(min = 0, max = 1L << 60) long start,
            @ForAll @Size(max = 200) Set<@IntRange(max = 70_000) Integer> one,
            @ForAll @Size(max = 200) Set<@IntRange(max = 70_000) Integer> two,
            @ForAll @IntRange(max = 70_000) int cut) {
        OffsetSet ones = OffsetSet.from(start);
        one.forEach(distance -> ones.add(start + distance));
        OffsetSet twos = OffsetSet.from(start);
        two.forEach(distance -> twos.add(start + distance));
        TreeSet<Integer> expected = new TreeSet<>(one);
        expected.addAll(two);

        OffsetSet union = OffsetSet.union(start + cut, List.of(ones, twos));
        List<Integer> found = new ArrayList<>();
        for (int distance = 0; distance <= 70_000; distance++) {
            if (union.contains(start + distance)) {
                found.add(distance);
            }
        }
        assertThat(found).containsExactlyElementsOf(expected.tailSet(cut));
        assertThat(OffsetSet.parse(start + cut, union.format())).isEqualTo(union);
    }

    @Test
    void theEmptySetIsEmptyText() {
        assertThat(OffsetSet.from(7).format()).isEmpty();
        assertThat(OffsetSet.parse(7, "")).isEqualTo(OffsetSet.from(7));
    }

    @Test
    void theLastAbsentOffsetIsTheLargestOneOutsideOfTheSet() {
        OffsetSet set = OffsetSet.from(10);
        set.addRange(10, 14);
        set.add(16);

        assertThat(set.lastAbsentBelow(17)).hasValue(15);
        assertThat(set.lastAbsentBelow(16)).hasValue(15);
        assertThat(set.lastAbsentBelow(15))
                .as("all from the base on are in the set")
                .isEmpty();
        assertThat(set.lastAbsentBelow(10)).isEmpty();
        assertThat(set.lastAbsentBelow(11 + OffsetSet.DISTANCE_MAX)).hasValue(10L + OffsetSet.DISTANCE_MAX);
        assertThat(set.lastAbsentBelow(1L << 50)).hasValue((1L << 50) - 1);
    }

    @Test
    void longRunsTakeFewBytes() {
        OffsetSet set = OffsetSet.from(1_000_000);
        for (long offset = 1_000_000; offset < 1_200_000; offset++) {
            set.add(offset);
        }
        assertThat(OffsetSet.union(1_000_000, List.of(set)).serializedBytes()).isLessThan(100);
    }

    @Test
    void offsetsFarFromTheBaseAreRefused() {
        OffsetSet set = OffsetSet.from(10);
        set.add(10 + OffsetSet.DISTANCE_MAX);
        assertThat(set.contains(10 + OffsetSet.DISTANCE_MAX)).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> set.add(11 + OffsetSet.DISTANCE_MAX));
        assertThatIllegalArgumentException().isThrownBy(() -> set.add(9));
        assertThatIllegalArgumentException().isThrownBy(() -> OffsetSet.union(0, List.of(set)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"!", "AAAA", "OjAAAAEAAAAAAA==", "OjAAAP////8="})
    void anInvalidBitmapIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> OffsetSet.parse(0, text));
    }

    @Test
    void aBitmapWithTrailingBytesIsRefused() {
        OffsetSet set = OffsetSet.from(0);
        set.add(3);
        byte[] bytes = Base64.getDecoder().decode(set.format());
        String longer = Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(bytes, bytes.length + 1));
        assertThatIllegalArgumentException().isThrownBy(() -> OffsetSet.parse(0, longer));
    }

    @Test
    void setsAreEqualByBaseAndOffsets() {
        OffsetSet set = OffsetSet.from(10);
        set.add(12);
        set.add(14);
        OffsetSet same = OffsetSet.from(10);
        same.add(14);
        same.add(12);
        OffsetSet moved = OffsetSet.from(11);
        moved.add(13);
        moved.add(15);
        assertThat(set)
                .isEqualTo(same)
                .hasSameHashCodeAs(same)
                .isNotEqualTo(moved)
                .isNotEqualTo("text");
        assertThat(set.hashCode()).isNotEqualTo(moved.hashCode()).isNotZero();
        assertThat(set.count()).isEqualTo(2);
        assertThat(set).hasToString("2 offsets from 12 to 14");
        assertThat(OffsetSet.from(3)).hasToString("no offsets");
    }
}
