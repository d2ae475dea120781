package io.parquetry.connect.common.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What is said to be settled can be seen: the newest entry counts when all its files are there, and its predecessor until
 * then. A ledger that cannot be understood is an error, never taken for none.
 */
class CommittedOffsetsTest {
    private static final String FILE = "topics/orders/orders+0+0000000000+0000000004.parquet";

    private static final String TEMPORARY = new LedgerDirectory("sink", "orders", 0).path() + "/1-a.tmp";

    private final List<String> steps = new ArrayList<>();
    private MemoryStorage storage;
    private CommittedOffsets settled;

    @BeforeEach
    void start() {
        storage = new MemoryStorage(new MemoryDisk());
        storage.steps(steps::add);
        settled = new CommittedOffsets(storage);
    }

    private static void put(Storage storage, String path, String document) throws IOException {
        storage.createIfAbsent(path, document.getBytes(StandardCharsets.UTF_8));
    }

    private void entry(String connector, long sequence, String position, String files) throws IOException {
        put(
                storage,
                new LedgerDirectory(connector, "orders", 0).entry(sequence),
                "{\"format\":1,\"seq\":" + sequence + ",\"epoch\":1," + position + ",\"files\":[" + files
                        + "],\"later\":true}");
    }

    private static String file(String path) {
        return "{\"temp\":\"1-a.tmp\",\"final\":\"" + path + "\"}";
    }

    @Test
    void the_newest_entry_counts_when_its_files_can_be_seen() throws IOException {
        entry("sink", 9, "\"nextOffset\":3,\"generation\":0", "");
        entry("sink", 10, "\"nextOffset\":5,\"generation\":1", file(FILE));
        put(storage, TEMPORARY, "x");
        settled.refresh();
        assertThat(settled.of("orders", 0)).contains(new CommittedOffset(0, 3));
        storage.publish(TEMPORARY, FILE);
        settled.refresh();

        assertThat(settled.of("orders", 0)).contains(new CommittedOffset(1, 5));
    }

    @Test
    void nothing_is_settled_by_a_first_entry_whose_files_cannot_be_seen() throws IOException {
        entry("sink", 1, "\"nextOffset\":5,\"generation\":0", file(FILE));
        put(storage, TEMPORARY, "x");
        settled.refresh();

        assertThat(settled.of("orders", 0)).contains(new CommittedOffset(0, 0));
    }

    @Test
    void a_file_that_was_taken_away_holds_nothing_up() throws IOException {
        entry("sink", 1, "\"nextOffset\":5,\"generation\":0", file(FILE));
        settled.refresh();

        assertThat(settled.of("orders", 0)).contains(new CommittedOffset(0, 5));
    }

    @Test
    void a_ledger_without_position_settles_nothing_and_holds_nothing_up() throws IOException {
        entry("sink", 1, "\"generation\":0", "");
        settled.refresh();
        assertThat(settled.of("orders", 0)).isEmpty();
        entry("another", 4, "\"nextOffset\":7,\"generation\":0", "");
        settled.refresh();

        assertThat(settled.of("orders", 0)).contains(new CommittedOffset(0, 7));
    }

    @Test
    void a_ledger_counts_from_the_beginning_of_its_first_commit_on() throws IOException {
        entry("sink", 1, "\"generation\":0", "");
        entry("sink", 2, "\"nextOffset\":5,\"generation\":0", file(FILE));
        put(storage, TEMPORARY, "x");
        settled.refresh();
        assertThat(settled.of("orders", 0)).contains(new CommittedOffset(0, 0));
        storage.publish(TEMPORARY, FILE);
        settled.refresh();

        assertThat(settled.of("orders", 0)).contains(new CommittedOffset(0, 5));
    }

    @Test
    void a_position_that_was_forgotten_settles_all_earlier_generations() throws IOException {
        entry("sink", 5, "\"generation\":2", "");
        settled.refresh();

        assertThat(settled.of("orders", 0)).contains(new CommittedOffset(2, 0));
    }

    @Test
    void where_there_is_no_ledger_nothing_is_said() throws IOException {
        entry("sink", 1, "\"nextOffset\":5,\"generation\":0", "");
        put(storage, "_parquetry/sink/orders/1/readme.txt", "x");
        put(storage, "_parquetry/odd/0000000001.commit", "x");
        settled.refresh();

        assertThat(settled.of("orders", 1)).isEmpty();
        assertThat(settled.of("sales", 0)).isEmpty();
    }

    @Test
    void of_several_connectors_the_furthest_counts() throws IOException {
        entry("old/sink", 1, "\"nextOffset\":5,\"generation\":0", "");
        entry("sink", 1, "\"nextOffset\":7,\"generation\":0", "");
        entry("third", 1, "\"nextOffset\":6,\"generation\":0", "");
        settled.refresh();

        assertThat(settled.of("orders", 0)).contains(new CommittedOffset(0, 7));
    }

    @Test
    void an_entry_is_read_once() throws IOException {
        entry("sink", 1, "\"nextOffset\":5,\"generation\":0", "");
        steps.clear();
        settled.refresh();
        assertThat(steps).anyMatch(step -> step.contains("0000000001.commit"));
        steps.clear();
        settled.refresh();

        assertThat(steps).noneMatch(step -> step.contains("0000000001.commit"));
        assertThat(settled.of("orders", 0)).contains(new CommittedOffset(0, 5));
    }

    @Test
    void what_is_no_entry_is_an_error_with_its_path() throws IOException {
        String path = new LedgerDirectory("sink", "orders", 0).entry(1);
        for (String document :
                List.of("{", "{}", "{\"format\":2}", "{\"format\":1,\"generation\":\"x\",\"files\":[]}")) {
            storage.delete(path);
            put(storage, path, document);
            assertThatThrownBy(settled::refresh)
                    .as(document)
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining(path);
        }
    }
}
