package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.storage.LocalLinks;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.BadRowSettings;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.FinishSettings;
import io.parquetry.connect.source.config.RowSettings;
import io.parquetry.connect.source.config.SelectionSettings;
import io.parquetry.connect.source.config.SendSettings;
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

/** A configuration is checked against storage and files before it runs; a mismatch is an error of the key to change. */
class ConfigProbeTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private final Map<String, String> config = new HashMap<>();

    @BeforeEach
    void makeTree() {
        tree = new TestTree(directory.resolve("data"));
        tree.put("a/strange.parquet", TestTree.foreign(7));
        config.put(StorageKeys.STORAGE_URL, tree.root.toString());
        config.put(RowSettings.TOPIC, "strange");
    }

    /** The errors of each key. */
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
    void aConfigurationThatMatchesTheFilesIsValid() {
        config.put(SelectionSettings.FILTER, "n > 3");
        config.put(SelectionSettings.COLUMNS, "n");
        config.put(RowSettings.KEY_COLUMNS, "n");
        config.put(FailureSettings.ON_BAD_FILE, "quarantine:quarantine");
        assertThat(errors()).isEmpty();
        config.remove(SelectionSettings.FILTER);
        config.remove(SelectionSettings.COLUMNS);
        config.put(FinishSettings.ON_FINISH, "move:finished");

        assertThat(errors()).isEmpty();
    }

    @Test
    void columnsAndFilterMustMatchTheFirstFile() {
        config.put(SelectionSettings.COLUMNS, "n,wrod");
        assertError(SelectionSettings.COLUMNS, "a/strange.parquet", "wrod", "Did you mean word?");
        config.remove(SelectionSettings.COLUMNS);
        config.put(SelectionSettings.FILTER, "country = 'DE'");
        assertError(SelectionSettings.FILTER, "a/strange.parquet", "country");
    }

    @Test
    void keysAndTopicsMustMatchTheFirstRow() {
        config.put(RowSettings.KEY_COLUMNS, "id");
        assertError(RowSettings.KEY_COLUMNS, "no column or field id", "word");
        config.remove(RowSettings.KEY_COLUMNS);
        config.remove(RowSettings.TOPIC);
        assertError(RowSettings.TOPIC, "a/strange.parquet", "set topic");
        config.put(SendSettings.MODE, "restore");
        assertError(SendSettings.MODE, "a/strange.parquet", "record.metadata=kafka");
    }

    @Test
    void theFirstRowMustGiveATopicAndATime() {
        config.put(RowSettings.TOPIC, "${path.9}");
        assertError(RowSettings.TOPIC, "a directory ${path.9}", "row 0 of a/strange.parquet");
        config.put(RowSettings.TOPIC, "${column.word}");
        config.put(RowSettings.TIMESTAMP_COLUMN, "word");
        assertError(RowSettings.TIMESTAMP_COLUMN, "row 0 of a/strange.parquet", "word");
        config.put(BadRowSettings.ON_BAD_ROW, "skip");
        assertThat(errors()).isEmpty();
    }

    @Test
    void filesAreNotMovedToWhereAllAreReadFrom() {
        config.put(DiscoverySettings.PATH_INCLUDE, "a/in/**/*.parquet,a/more/*.parquet");
        config.put(FinishSettings.ON_FINISH, "move:a");
        assertError(FinishSettings.ON_FINISH, "holds all that path.include matches");
        config.put(FinishSettings.ON_FINISH, "move:a/in");
        assertThat(errors()).isEmpty();
    }

    @Test
    void anUnreadableFileIsLeftToTheTaskAndTheNextFileIsChecked() {
        tree.put("a/bad.parquet", Damage.brokenFooter(TestTree.foreign(7)));
        tree.put("a/aaa.parquet", new byte[40]);
        assertThat(errors()).isEmpty();
        config.put(SelectionSettings.FILTER, "country = 'DE'");
        assertError(SelectionSettings.FILTER, "a/strange.parquet");
    }

    @Test
    void anEmptyStorageIsValid() {
        tree.delete("a/strange.parquet");
        assertThat(errors()).isEmpty();
    }

    @Test
    void directoriesThatFilesAreMovedToMustBeWritable() throws IOException {
        tree.put("moved", new byte[1]);
        config.put(FinishSettings.ON_FINISH, "move:moved/finished");
        assertError(FinishSettings.ON_FINISH, "moved/finished cannot be written");
        config.put(FinishSettings.ON_FINISH, "move:finished");
        config.put(FailureSettings.ON_BAD_FILE, "quarantine:moved/bad");
        assertError(FailureSettings.ON_BAD_FILE, "moved/bad cannot be written");
        assertThat(tree.root.resolve("finished")).as("made for the trial").doesNotExist();
    }

    @Test
    void directoriesThatFilesAreMovedToAreNotBehindLinks(@TempDir Path elsewhere) throws IOException {
        Files.createSymbolicLink(tree.root.resolve("done"), elsewhere);
        config.put(FinishSettings.ON_FINISH, "move:done");
        assertError(FinishSettings.ON_FINISH, "done cannot be written", "symbolic link", "local.follow.links=true");
        assertThat(elsewhere).isEmptyDirectory();
        config.put(LocalLinks.KEY, "true");
        assertThat(errors()).isEmpty();
    }

    @Test
    void nothingIsMovedOrDeletedInAReadOnlyStorage() {
        config.put(StorageKeys.STORAGE_URL, "s3a://bucket/data");
        for (String onFinish : List.of("delete", "move:finished")) {
            config.put(FinishSettings.ON_FINISH, onFinish);
            assertError(FinishSettings.ON_FINISH, "s3a://bucket/data is only read from", "keep");
        }
        config.put(FinishSettings.ON_FINISH, "keep");
        config.put(FailureSettings.ON_BAD_FILE, "quarantine:bad");
        assertError(FailureSettings.ON_BAD_FILE, "only read from", "skip");
    }

    @Test
    void filesAndRowsAreCountedUntilTheTimeIsUp() throws IOException {
        for (int i = 0; i < 20; i++) {
            tree.put("b/" + i + ".parquet", TestTree.foreign(10));
        }
        tree.put("b/empty.parquet", new byte[0]);
        assertThat(dryRun(Integer.MAX_VALUE)).isEqualTo("21 files with 207 rows");
        assertThat(dryRun(30)).isEqualTo("21 files with at least 77 rows");
        // Whether the empty file is among the first ones is the file system's order.
        assertThat(dryRun(5)).matches("at least [45] files with at least 0 rows");
    }

    /** What is sampled when the time is up after so many checks of the time. */
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
