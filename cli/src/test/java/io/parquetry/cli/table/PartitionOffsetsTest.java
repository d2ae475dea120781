package io.parquetry.cli.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Offsets are runs in their order, also across the sets that hold them, and however many there are. */
class PartitionOffsetsTest {
    @Test
    void runsAreInTheirOrder() {
        PartitionOffsets offsets = new PartitionOffsets();
        long boundary = 1L << 31;
        for (long offset : new long[] {7, 5, 6, 3, boundary, boundary - 1}) {
            assertThat(offsets.add(offset)).isTrue();
        }
        assertThat(offsets.add(5)).isFalse();

        assertThat(offsets.ranges())
                .containsExactly(
                        new PartitionOffsets.Range(3, 3),
                        new PartitionOffsets.Range(5, 7),
                        new PartitionOffsets.Range(boundary - 1, boundary - 1),
                        new PartitionOffsets.Range(boundary, boundary));
        assertThat(PartitionOffsets.gaps(3, 10, List.of(offsets)))
                .containsExactly(new PartitionOffsets.Range(4, 4), new PartitionOffsets.Range(8, 9));
    }

    /** Each transaction ends with an offset that no record has. */
    @Test
    void transactionsOfOneRecordAreRunsInShortTime() {
        PartitionOffsets offsets = new PartitionOffsets();
        int runs = 2_000_000;
        for (long i = 0; i < runs; i++) {
            offsets.add(2 * i);
        }

        List<PartitionOffsets.Range> found = assertTimeout(Duration.ofMinutes(1), () -> offsets.ranges());
        assertThat(found).hasSize(runs);
    }
}
