package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.access.StorageKeys;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user sets a file to a row, to done, or forgets it, and a stream to an offset: what can be is taken, as often as it is
 * asked for, and does what it says; what cannot be is refused with what may be written instead.
 */
class AlteredOffsetsTest {
    private final ParquetSourceConnector connector = new ParquetSourceConnector();

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
        tree.put("a.parquet", TestTree.strange(3));
    }

    private boolean alter(Map<String, ?> partition, Map<String, ?> offset) {
        return connector.alterOffsets(
                Map.of(StorageKeys.STORAGE_URL, directory.toString()), Collections.singletonMap(partition, offset));
    }

    private static Map<String, ?> file(String path) {
        return Map.of("file", path);
    }

    @Test
    void what_can_be_is_taken_any_number_of_times() {
        for (int i = 0; i < 2; i++) {
            assertThat(alter(file("a.parquet"), Map.of("row", 2))).isTrue();
            assertThat(alter(file("a.parquet"), Map.of("row", 3))).isTrue();
            assertThat(alter(file("a.parquet"), Map.of("done", true))).isTrue();
            assertThat(alter(file("to/come.parquet"), Map.of("done", true))).isTrue();
            assertThat(alter(file("gone.parquet"), null)).isTrue();
            assertThat(alter(Map.of("whatever", "it was"), null)).isTrue();
            assertThat(alter(Map.of("stream", "orders+3"), Map.of("offset", 12)))
                    .isTrue();
            assertThat(alter(Map.of("stream", "orders+3"), Map.of("generation", 1, "offset", 12)))
                    .isTrue();
        }
    }

    @Test
    void what_a_task_wrote_is_taken() {
        harness.start();
        List<SourceRecord> records = harness.lookTwice();

        records.forEach(record -> assertThat(alter(record.sourcePartition(), record.sourceOffset()))
                .isTrue());
    }

    @Test
    void what_cannot_be_is_refused_with_what_to_do() {
        assertRefused(file("a.parquet"), Map.of("row", 4), "a.parquet has 3 rows, so row 4");
        assertRefused(file("b.parquet"), Map.of("row", 1), "there is no file b.parquet in");
        assertRefused(file("/a.parquet"), Map.of("row", 1), "not a path below storage.url");
        assertRefused(file("../a.parquet"), Map.of("row", 0), "not a path below storage.url");
        assertRefused(file("a.parquet"), Map.of("rows", 1), "it must be {\"row\": n}");
        assertRefused(Map.of("stream", "orders"), Map.of("offset", 1), "{\"stream\": \"<topic>+<partition>\"}");
        assertRefused(Map.of("stream", "orders+0"), Map.of("row", 1), "it must be {\"offset\": n}");
    }

    private void assertRefused(Map<String, ?> partition, Map<String, ?> offset, String words) {
        assertThatThrownBy(() -> alter(partition, offset))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining(words);
    }

    @Test
    void a_file_goes_on_at_the_row_that_was_set() {
        harness.context.commit(file("a.parquet"), Map.of("row", 2));
        harness.start();

        assertThat(TaskHarness.numbers(harness.lookTwice())).containsExactly(2);
    }

    @Test
    void a_file_that_was_set_to_done_is_not_opened_however_it_changes() {
        harness.context.commit(file("a.parquet"), Map.of("done", true));
        harness.start();
        assertThat(harness.lookTwice()).isEmpty();
        tree.put("a.parquet", TestTree.strange(5));

        assertThat(harness.lookTwice()).isEmpty();
        assertThat(harness.storage.opened).isEmpty();
    }

    @Test
    void a_stream_goes_on_at_the_offset_that_was_set() {
        tree.delete("a.parquet");
        tree.orders("orders", 0, "red", 1, 3, 5, 7);
        tree.orders("orders", 0, "blue", 2, 4, 6);
        tree.orders("orders", 0, "old", 0);
        harness.context.commit(Map.of("stream", "orders+0"), Map.of("offset", 4));
        harness.start();

        assertThat(TaskHarness.ids(harness.lookTwice())).containsExactly(4L, 5L, 6L, 7L);
        assertThat(harness.storage.opened).noneMatch(path -> path.contains("old"));
    }
}
