package io.parquetry.connect.source.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.StoredFile;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

/**
 * Every file belongs to exactly one task, whichever task computes it and when; all files of a stream belong to the same
 * task, whatever their directories; and many files are assigned about evenly.
 */
class TaskAssignmentTest {
    private static DataFile file(String path) {
        return DataFile.of(new StoredFile(path, 100, 0));
    }

    private static String named(String topic, int partition, long first) {
        return String.format("%s+%d+%010d+%010d.parquet", topic, partition, first, first + 5);
    }

    @Property
    void everyFileBelongsToExactlyOneTask(
            @ForAll @AlphaChars @StringLength(min = 1, max = 40) String name,
            @ForAll @IntRange(min = 1, max = 50) int tasks) {
        DataFile file = file("a/" + name + ".parquet");

        assertThat(IntStream.range(0, tasks)
                        .filter(index -> new TaskAssignment(index, tasks).includes(TaskAssignment.streamName(file))))
                .hasSize(1);
    }

    @Property
    void theFilesOfAStreamBelongToOneTask(
            @ForAll @AlphaChars @StringLength(min = 1, max = 20) String topic,
            @ForAll @IntRange(min = 0, max = 1000) int partition,
            @ForAll @LongRange(min = 0, max = 1L << 40) long first,
            @ForAll @LongRange(min = 0, max = 1L << 40) long other,
            @ForAll @IntRange(min = 1, max = 50) int tasks) {
        DataFile here = file("topics/" + topic + "/dt=1/" + named(topic, partition, first));
        DataFile there = file("elsewhere/" + named(topic, partition, other));

        assertThat(TaskAssignment.taskOf(TaskAssignment.streamName(here), tasks))
                .isEqualTo(TaskAssignment.taskOf(TaskAssignment.streamName(there), tasks));
    }

    @Property
    void filesAreAssignedAboutEvenly(@ForAll @IntRange(min = 2, max = 8) int tasks) {
        int[] assigned = new int[tasks];
        for (int i = 0; i < 4_000; i++) {
            assigned[TaskAssignment.taskOf(String.format("year=2024/part-%05d.parquet", i), tasks)]++;
        }

        for (int count : assigned) {
            assertThat(count).isBetween(4_000 / tasks / 2, 4_000 / tasks * 2);
        }
    }

    @Property
    void oneTaskMoreTakesItsShareAndMovesNothingElse(
            @ForAll @AlphaChars @StringLength(min = 1, max = 40) String name,
            @ForAll @IntRange(min = 1, max = 50) int tasks) {
        assertThat(TaskAssignment.taskOf(name, tasks + 1)).isIn(tasks, TaskAssignment.taskOf(name, tasks));
    }

    @Test
    void theAssignmentIsTheSameInEveryVersion() {
        assertThat(TaskAssignment.taskOf("a/b.parquet", 1_000)).isEqualTo(633);
        assertThat(TaskAssignment.taskOf(TaskAssignment.streamName(file("x/" + named("orders", 3, 7))), 1_000))
                .isEqualTo(463);
    }
}
