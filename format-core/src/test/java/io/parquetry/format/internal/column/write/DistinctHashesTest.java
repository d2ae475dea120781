package io.parquetry.format.internal.column.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The count is exact: spread hashes of different numbers are different, zero among them. */
class DistinctHashesTest {
    @Test
    void numbersAreCountedOnce() {
        Random random = new Random(3);
        for (int values = 1; values <= 1024; values += 31) {
            DistinctHashes distinct = new DistinctHashes(values);
            Set<Long> expected = new HashSet<>();
            for (int i = 0; i < values; i++) {
                long value = random.nextBoolean() ? random.nextInt(values) : random.nextLong();
                distinct.add(value);
                expected.add(value);
            }
            assertThat(distinct.count()).isEqualTo(expected.size());
        }
    }

    @Test
    void numbersThatShareTheirSlotAreCountedToo() {
        DistinctHashes distinct = new DistinctHashes(512);
        for (long i = 0; i < 512; i++) {
            distinct.add(i << 52);
        }
        assertThat(distinct.count()).isEqualTo(512);
    }

    @Test
    void nothingIsCountedAfterTheLastRepetitionThatMatters() {
        DistinctHashes distinct = new DistinctHashes(3);
        for (long number : new long[] {1, 0, 1, 2, 0, 2, 3, 4}) {
            distinct.add(number);
        }
        assertThat(distinct.count()).isEqualTo(3);
    }
}
