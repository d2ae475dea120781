package io.parquetry.connect.source.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.config.TaskShare;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

/**
 * Every file belongs to exactly one task, whoever asks and whenever; all files of a stream belong to the same one,
 * wherever they lie; and many files are dealt about evenly.
 */
class AssignmentTest {
    private static DataFile file(String path) {
        return DataFile.of(new StoredFile(path, 100, 0));
    }

    private static String named(String topic, int partition, long first) {
        return String.format("%s+%d+%010d+%010d.parquet", topic, partition, first, first + 5);
    }

    @Property
    void every_file_belongs_to_exactly_one_task(
            @ForAll @AlphaChars @StringLength(min = 1, max = 40) String name,
            @ForAll @IntRange(min = 1, max = 50) int tasks) {
        DataFile file = file("a/" + name + ".parquet");

        assertThat(IntStream.range(0, tasks)
                        .filter(index -> Assignment.isMine(Assignment.byStream(file), new TaskShare(index, tasks))))
                .hasSize(1);
    }

    @Property
    void the_files_of_a_stream_belong_to_one_task(
            @ForAll @AlphaChars @StringLength(min = 1, max = 20) String topic,
            @ForAll @IntRange(min = 0, max = 1000) int partition,
            @ForAll @LongRange(min = 0, max = 1L << 40) long first,
            @ForAll @LongRange(min = 0, max = 1L << 40) long other,
            @ForAll @IntRange(min = 1, max = 50) int tasks) {
        DataFile here = file("topics/" + topic + "/dt=1/" + named(topic, partition, first));
        DataFile there = file("elsewhere/" + named(topic, partition, other));

        assertThat(Assignment.taskOf(Assignment.byStream(here), tasks))
                .isEqualTo(Assignment.taskOf(Assignment.byStream(there), tasks));
    }

    @Property
    void files_are_dealt_about_evenly(@ForAll @IntRange(min = 2, max = 8) int tasks) {
        int[] dealt = new int[tasks];
        for (int i = 0; i < 4_000; i++) {
            dealt[Assignment.taskOf(String.format("year=2024/part-%05d.parquet", i), tasks)]++;
        }

        for (int count : dealt) {
            assertThat(count).isBetween(4_000 / tasks / 2, 4_000 / tasks * 2);
        }
    }

    @Property
    void one_task_more_takes_its_share_and_moves_nothing_else(
            @ForAll @AlphaChars @StringLength(min = 1, max = 40) String name,
            @ForAll @IntRange(min = 1, max = 50) int tasks) {
        assertThat(Assignment.taskOf(name, tasks + 1)).isIn(tasks, Assignment.taskOf(name, tasks));
    }

    @Test
    void the_deal_is_the_same_in_every_version() {
        assertThat(Assignment.taskOf("a/b.parquet", 1_000)).isEqualTo(633);
        assertThat(Assignment.taskOf(Assignment.byStream(file("x/" + named("orders", 3, 7))), 1_000))
                .isEqualTo(463);
    }
}
