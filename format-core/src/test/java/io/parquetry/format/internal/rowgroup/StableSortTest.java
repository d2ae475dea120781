package io.parquetry.format.internal.rowgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Any number of rows with any number of equal keys are in the order of the JDK's stable sort. */
class StableSortTest {
    @Property(tries = 300)
    void theOrderIsThatOfAStableSort(
            @ForAll long seed,
            @ForAll @IntRange(max = 3_000) int count,
            @ForAll @IntRange(min = 1, max = 200) int kinds) {
        Random random = new Random(seed);
        int[] values = random.ints(count, 0, kinds).toArray();
        int[] order = StableSort.order(count, (left, right) -> Integer.compare(values[left], values[right]));
        int[] expected = IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingInt(row -> values[row]))
                .mapToInt(Integer::intValue)
                .toArray();
        assertThat(order).isEqualTo(expected);
    }
}
