package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file is read when it is whole, and not before; files come and grow while the task runs. What a storage cannot give
 * now is tried again; what is wrong with a file is said with its name, after everything before it was sent.
 */
class DiscoveryTest {
    /** Longer than the pause after any of the first failures. */
    private static final long PAUSE_MS = 10_000;

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
    }

    @Test
    void a_file_is_read_at_the_second_look_at_which_its_size_is_the_same() {
        byte[] content = TestTree.strange(5);
        tree.put("a.parquet", Arrays.copyOf(content, 50));
        harness.start();
        assertThat(harness.look()).isEmpty();
        tree.put("a.parquet", content);
        assertThat(harness.look()).isEmpty();
        assertThat(harness.storage.opened).isEmpty();

        assertThat(harness.look()).hasSize(5);
    }

    @Test
    void files_that_come_later_are_found_without_a_restart() {
        harness.start();
        assertThat(harness.lookTwice()).isEmpty();
        tree.put("late/a.parquet", TestTree.strange(2));
        assertThat(harness.lookTwice()).hasSize(2);
        tree.put("late/b.parquet", TestTree.strange(3));

        assertThat(harness.lookTwice()).hasSize(3);
    }

    @Test
    void names_of_files_in_progress_are_never_read() {
        byte[] content = TestTree.strange(1);
        for (String path : new String[] {
            "_a.parquet",
            ".a.parquet",
            "a.parquet.tmp",
            "a.tmp",
            "_dir/a.parquet",
            ".dir/a.parquet",
            "d/_e/f/a.parquet",
            "a.parquet._COPYING_"
        }) {
            tree.put(path, content);
        }
        harness.with(DiscoverySettings.PATH_INCLUDE, "**").start();

        assertThat(harness.lookTwice()).isEmpty();
        assertThat(harness.storage.opened).isEmpty();
    }

    @Test
    void only_paths_of_the_patterns_are_read() {
        tree.put("in/x/a.parquet", TestTree.strange(1));
        tree.put("in/a.csv", TestTree.strange(1));
        tree.put("out/a.parquet", TestTree.strange(1));
        harness.with(DiscoverySettings.PATH_INCLUDE, "in/**/*.parquet").start();

        assertThat(harness.lookTwice())
                .extracting(record -> record.sourcePartition().get("file"))
                .isEqualTo(List.of("in/x/a.parquet"));
    }

    @Test
    void a_file_that_does_not_end_as_it_should_is_waited_for() {
        byte[] content = TestTree.strange(4);
        tree.put("a.parquet", Arrays.copyOf(content, content.length - 1));
        tree.put("b.parquet", TestTree.strange(1));
        harness.start();
        assertThat(harness.lookTwice()).hasSize(1);
        assertThat(harness.lookTwice()).isEmpty();
        tree.put("a.parquet", content);

        assertThat(harness.lookTwice()).hasSize(4);
    }

    @Test
    void a_file_that_never_ends_as_it_should_fails_the_task() {
        tree.put("a.parquet", new byte[100]);
        harness.with(FailureSettings.INCOMPLETE_FILE_TIMEOUT_MS, "5000").start();
        harness.lookTwice();
        harness.nowMs += 10_000;

        assertThatThrownBy(harness::lookTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("a.parquet has not changed for")
                .hasMessageContaining("does not end in PAR1");
    }

    @Test
    void a_footer_that_is_no_footer_fails_the_task_with_the_name_of_the_file() {
        byte[] content = TestTree.strange(4);
        Arrays.fill(content, content.length - 60, content.length - 8, (byte) 0x55);
        tree.put("bad.parquet", content);
        harness.start();

        assertThatThrownBy(harness::lookTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("bad.parquet");
    }

    @Test
    void what_was_read_before_a_bad_page_is_sent_first() {
        byte[] content = TestTree.strange(4);
        tree.put("a.parquet", TestTree.strange(3));
        content[30] ^= 0x10;
        tree.put("b.parquet", content);
        harness.start();
        harness.look();
        harness.nowMs += TaskHarness.SCAN_MS;

        assertThat(harness.poll()).hasSize(3);
        assertThatThrownBy(harness::poll).isInstanceOf(ConnectException.class).hasMessageContaining("b.parquet");
        assertThat(harness.storage.open).isZero();
    }

    @Test
    void trouble_of_the_storage_is_tried_again_and_nothing_is_lost() {
        tree.put("a.parquet", TestTree.strange(4));
        harness.start();
        harness.look();
        harness.storage.failuresToCome = 3;

        for (int i = 0; i < 3; i++) {
            assertThat(harness.look()).isEmpty();
            harness.nowMs += PAUSE_MS;
        }
        assertThat(TaskHarness.numbers(harness.look())).containsExactly(0, 1, 2, 3);
        assertThat(harness.storage.open).isZero();
    }

    @Test
    void the_storage_is_left_alone_for_a_while_after_trouble() {
        tree.put("a.parquet", TestTree.strange(1));
        harness.start();
        harness.storage.failuresToCome = 1;
        assertThat(harness.poll()).isEmpty();

        harness.nowMs += 500;
        assertThat(harness.poll()).isEmpty();
        assertThat(harness.storage.listed).isEmpty();
        harness.nowMs += PAUSE_MS;
        assertThat(harness.look()).isEmpty();
        assertThat(harness.look()).hasSize(1);
    }

    @Test
    void a_file_that_vanishes_is_forgotten_and_sent_on_when_it_comes_back() {
        byte[] content = TestTree.strange(4);
        tree.put("a.parquet", content);
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "2").start();
        harness.look();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(harness.poll()).hasSize(2);
        assertThat(harness.look()).hasSize(2);
        tree.delete("a.parquet");
        assertThat(harness.lookTwice()).isEmpty();
        tree.put("a.parquet", content);

        assertThat(harness.lookTwice()).isEmpty();
    }

    @Test
    void a_stopped_task_sends_nothing_and_holds_no_file_open() {
        tree.put("a.parquet", TestTree.strange(4));
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "1").start();
        harness.look();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(harness.poll()).hasSize(1);
        assertThat(harness.storage.open).isEqualTo(1);

        harness.stop();

        assertThat(harness.storage.open).isZero();
        assertThat(harness.poll()).isEmpty();
    }

    @Test
    void paths_that_are_excluded_are_not_read_nor_listed() {
        tree.put("in/a.parquet", TestTree.strange(1));
        tree.put("in/old/a.parquet", TestTree.strange(1));
        tree.put("in/new/copy-a.parquet", TestTree.strange(1));
        harness.with(DiscoverySettings.PATH_EXCLUDE, "in/old/**,**/copy-*").start();

        assertThat(harness.lookTwice())
                .extracting(record -> record.sourcePartition().get("file"))
                .isEqualTo(List.of("in/a.parquet"));
        assertThat(harness.storage.listed).contains("in/new").doesNotContain("in/old");
    }

    @Test
    void symbolic_links_lead_nowhere() throws IOException {
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Files.write(outside.resolve("secret.parquet"), TestTree.strange(1));
        Path root = Files.createDirectory(directory.resolve("root"));
        Files.write(root.resolve("a.parquet"), TestTree.strange(2));
        Files.createSymbolicLink(root.resolve("directory"), outside);
        Files.createSymbolicLink(root.resolve("b.parquet"), outside.resolve("secret.parquet"));
        Files.createSymbolicLink(root.resolve("loop"), root);
        harness = new TaskHarness(new TestTree(root));
        harness.start();

        assertThat(harness.lookTwice())
                .hasSize(2)
                .allMatch(record -> record.sourcePartition().get("file").equals("a.parquet"));
    }

    @Test
    void a_link_that_takes_the_place_of_a_file_after_the_look_leads_nowhere() throws IOException {
        Path outside = directory.resolve("secret.parquet");
        Files.write(outside, TestTree.strange(3));
        tree = new TestTree(Files.createDirectory(directory.resolve("root")));
        tree.put("a.parquet", TestTree.strange(2));
        tree.put("b.parquet", TestTree.strange(3));
        harness = new TaskHarness(tree).with(DeliverySettings.BATCH_MAX_RECORDS, "2");
        harness.start();
        harness.look();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(harness.poll()).hasSize(2);
        tree.delete("b.parquet");
        Files.createSymbolicLink(tree.root.resolve("b.parquet"), outside);

        assertThat(harness.lookTwice()).isEmpty();
    }

    @Test
    void a_file_that_has_grown_since_the_look_is_looked_at_again() {
        tree.put("a.parquet", TestTree.strange(2));
        tree.put("b.parquet", TestTree.strange(3));
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "2").start();
        harness.look();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(harness.poll()).hasSize(2);
        tree.put("b.parquet", TestTree.strange(9));

        assertThat(harness.poll()).isEmpty();
        assertThat(harness.lookTwice()).hasSize(9);
    }

    @Test
    void a_directory_may_be_called_as_a_file_is() {
        tree.put("x.parquet/part-0.parquet", TestTree.strange(3));
        harness.start();

        assertThat(harness.lookTwice()).hasSize(3);
    }

    @Test
    void a_file_that_vanishes_between_the_look_and_the_reading_holds_up_nobody() {
        tree.put("a.parquet", TestTree.strange(2));
        tree.put("b.parquet", TestTree.strange(3));
        tree.put("c.parquet", TestTree.strange(4));
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "2").start();
        harness.look();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(harness.poll()).hasSize(2);
        tree.delete("b.parquet");
        assertThat(harness.look()).hasSize(4);
        tree.put("b.parquet", TestTree.strange(3));

        assertThat(harness.lookTwice()).hasSize(3);
    }

    @Test
    void a_file_waits_until_it_is_old_enough() {
        tree.put("a.parquet", TestTree.strange(2));
        harness.with(DiscoverySettings.MIN_AGE_MS, "60000").start();
        assertThat(harness.lookTwice()).isEmpty();
        harness.nowMs += 50_000;
        assertThat(harness.look()).isEmpty();
        harness.nowMs += 20_000;

        assertThat(harness.look()).hasSize(2);
    }

    @Test
    void files_are_sent_by_the_time_of_their_last_change_when_the_user_says_so() throws IOException {
        String[] paths = {"b.parquet", "c.parquet", "a.parquet", "d/e.parquet"};
        for (int i = 0; i < paths.length; i++) {
            tree.put(paths[i], TestTree.strange(1));
            Files.setLastModifiedTime(directory.resolve(paths[i]), FileTime.fromMillis(1_000_000 + i * 10L));
        }
        harness.with(DiscoverySettings.ORDER, "modified").start();

        assertThat(harness.lookTwice())
                .extracting(record -> record.sourcePartition().get("file"))
                .isEqualTo(List.of(paths));
        tree.put("late.parquet", TestTree.strange(1));
        Files.setLastModifiedTime(directory.resolve("late.parquet"), FileTime.fromMillis(5));
        assertThat(harness.lookTwice()).hasSize(1);
    }

    @Test
    void files_are_sent_by_path_when_the_user_says_so() {
        tree.orders("orders", 0, "z", 1);
        tree.orders("orders", 0, "a", 2);
        tree.put("b.parquet", TestTree.strange(1));
        harness.with(DiscoverySettings.ORDER, "name").start();

        assertThat(harness.lookTwice())
                .extracting(record -> record.sourcePartition().get("file"))
                .isEqualTo(List.of(
                        "b.parquet",
                        "topics/orders/a/orders+0+0000000002+0000000002.parquet",
                        "topics/orders/z/orders+0+0000000001+0000000001.parquet"));
    }
}
