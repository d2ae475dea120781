package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.FailureKeys;
import io.parquetry.connect.source.config.FinishKeys;
import io.parquetry.connect.source.config.RestoreKeys;
import io.parquetry.connect.source.config.RowKeys;
import io.parquetry.connect.source.config.SelectKeys;
import io.parquetry.connect.source.config.SendKeys;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.read.DryRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A configuration is held against storage and files before it runs; what does not fit is an error of the key to change. */
class ConfigProbeTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private final Map<String, String> config = new HashMap<>();

    @BeforeEach
    void makeTree() {
        tree = new TestTree(directory.resolve("data"));
        tree.put("a/strange.parquet", TestTree.strange(7));
        config.put(StorageKeys.STORAGE_URL, tree.root.toString());
        config.put(RowKeys.TOPIC, "strange");
    }

    /** For each key its errors. */
    private Map<String, String> errors() {
        return new ParquetSourceConnector()
                .validate(config).configValues().stream()
                        .filter(value -> !value.errorMessages().isEmpty())
                        .collect(Collectors.toMap(
                                ConfigValue::name,
                                value -> value.errorMessages().toString()));
    }

    private void assertError(String key, String... words) {
        assertThat(errors()).containsOnlyKeys(key);
        assertThat(errors().get(key)).contains(words);
    }

    @Test
    void what_fits_is_good() {
        config.put(SelectKeys.FILTER, "n > 3");
        config.put(SelectKeys.COLUMNS, "n");
        config.put(RowKeys.KEY_COLUMNS, "n");
        config.put(FinishKeys.ON_FINISH, "move");
        config.put(FinishKeys.FINISHED_DIR, "finished");
        config.put(FailureKeys.ON_BAD_FILE, "quarantine");
        config.put(FailureKeys.QUARANTINE_DIR, "quarantine");

        assertThat(errors()).isEmpty();
    }

    @Test
    void columns_and_filter_must_fit_the_first_file() {
        config.put(SelectKeys.COLUMNS, "n,wrod");
        assertError(SelectKeys.COLUMNS, "a/strange.parquet", "wrod", "Did you mean word?");
        config.remove(SelectKeys.COLUMNS);
        config.put(SelectKeys.FILTER, "country = 'DE'");
        assertError(SelectKeys.FILTER, "a/strange.parquet", "country");
    }

    @Test
    void keys_and_topics_must_fit_the_first_row() {
        config.put(RowKeys.KEY_COLUMNS, "id");
        assertError(RowKeys.KEY_COLUMNS, "no column or field id", "word");
        config.remove(RowKeys.KEY_COLUMNS);
        config.remove(RowKeys.TOPIC);
        assertError(RowKeys.TOPIC, "a/strange.parquet", "set topic");
        config.put(SendKeys.MODE, "restore");
        assertError(SendKeys.MODE, "a/strange.parquet", "record.metadata=kafka");
    }

    @Test
    void a_file_that_cannot_be_read_is_left_to_the_task_and_the_next_one_is_looked_at() {
        tree.put("a/bad.parquet", Damage.brokenFooter(TestTree.strange(7)));
        tree.put("a/aaa.parquet", new byte[40]);
        assertThat(errors()).isEmpty();
        config.put(SelectKeys.FILTER, "country = 'DE'");
        assertError(SelectKeys.FILTER, "a/strange.parquet");
    }

    @Test
    void a_tree_that_is_still_empty_is_good() {
        tree.delete("a/strange.parquet");
        assertThat(errors()).isEmpty();
    }

    @Test
    void directories_that_files_are_moved_to_must_be_writable() throws IOException {
        tree.put("moved", new byte[1]);
        config.put(FinishKeys.ON_FINISH, "move");
        config.put(FinishKeys.FINISHED_DIR, "moved/finished");
        assertError(FinishKeys.FINISHED_DIR, "moved/finished cannot be written");
        config.put(FinishKeys.FINISHED_DIR, "finished");
        config.put(FailureKeys.ON_BAD_FILE, "quarantine");
        config.put(FailureKeys.QUARANTINE_DIR, "moved/bad");
        assertError(FailureKeys.QUARANTINE_DIR, "moved/bad cannot be written");
        assertThat(Files.list(tree.root.resolve("finished"))).isEmpty();
    }

    @Test
    void nothing_is_moved_or_deleted_where_files_can_only_be_read() {
        config.put(StorageKeys.STORAGE_URL, "s3a://bucket/data");
        for (String onFinish : List.of("delete", "move")) {
            config.put(FinishKeys.ON_FINISH, onFinish);
            config.put(FinishKeys.FINISHED_DIR, onFinish.equals("move") ? "finished" : "");
            assertError(FinishKeys.ON_FINISH, "s3a://bucket/data is a storage that is only read from", "keep");
        }
        config.put(FinishKeys.ON_FINISH, "keep");
        config.remove(FinishKeys.FINISHED_DIR);
        config.put(FailureKeys.ON_BAD_FILE, "quarantine");
        config.put(FailureKeys.QUARANTINE_DIR, "bad");
        assertError(FailureKeys.ON_BAD_FILE, "only read from", "skip");
    }

    @Test
    void a_topic_that_a_rule_makes_no_topic_of_is_told_at_the_rule() {
        tree.delete("a/strange.parquet");
        tree.orders("orders", 0, "d", 1, 2, 3);
        config.remove(RowKeys.TOPIC);
        config.put(SendKeys.MODE, "restore");
        config.put(RestoreKeys.TOPIC_MAPPING_REGEX, "(.*)");
        config.put(RestoreKeys.TOPIC_MAPPING_REPLACEMENT, "$1/again");

        assertError(RestoreKeys.TOPIC_MAPPING_REPLACEMENT, "orders/again");
    }

    @Test
    void files_and_rows_are_counted_for_as_long_as_there_is_time() throws IOException {
        for (int i = 0; i < 20; i++) {
            tree.put("b/" + i + ".parquet", TestTree.strange(10));
        }
        tree.put("b/empty.parquet", new byte[0]);
        assertThat(dryRun(Integer.MAX_VALUE)).isEqualTo("21 files with 207 rows");
        assertThat(dryRun(30)).isEqualTo("21 files with at least 77 rows");
        assertThat(dryRun(5)).matches("at least 5 files with at least 0 rows");
    }

    /** What is seen when it is enough after having been asked so often. */
    private String dryRun(int asked) throws IOException {
        SourceSettings settings = SourceSettings.of(config);
        AtomicInteger left = new AtomicInteger(asked);
        try (Storage storage = Storages.open(settings.storage())) {
            DryRun dryRun = new DryRun(settings, storage, () -> left.decrementAndGet() < 0);
            dryRun.list();
            dryRun.read((path, row, record) -> {});
            return dryRun.toString();
        }
    }
}
