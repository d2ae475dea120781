package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.tracking.AlteredOffsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user sets a file to a row or to done, resets it, or sets a stream to an offset. A valid offset is accepted any number
 * of times and takes effect; an invalid one is refused with the allowed forms.
 */
class AlteredOffsetsTest {
    private final ParquetSourceConnector connector = new ParquetSourceConnector();
    private final Map<String, String> properties = new HashMap<>();

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
        tree.put("a.parquet", TestTree.foreign(3));
    }

    private boolean alter(Map<String, ?> partition, Map<String, ?> offset) {
        properties.put(StorageKeys.STORAGE_URL, directory.toString());
        return connector.alterOffsets(properties, Collections.singletonMap(partition, offset));
    }

    private static Map<String, ?> file(String path) {
        return Map.of("file", path);
    }

    @Test
    void aValidOffsetIsAcceptedAnyNumberOfTimes() {
        tree.ledger("orders", 3, 7, 1, 12);
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
    void anOffsetThatATaskWroteIsAccepted() {
        harness.start();
        List<SourceRecord> records = harness.scanTwice();

        records.forEach(record -> assertThat(alter(record.sourcePartition(), record.sourceOffset()))
                .isTrue());
    }

    @Test
    void anInvalidOffsetIsRefusedWithARemedy() {
        assertRefused(file("a.parquet"), Map.of("row", 4), "a.parquet has 3 rows, so row 4");
        assertRefused(file("b.parquet"), Map.of("row", 1), "there is no file b.parquet in");
        assertRefused(file("/a.parquet"), Map.of("row", 1), "not a path below storage.url");
        assertRefused(file("../a.parquet"), Map.of("row", 0), "not a path below storage.url");
        assertRefused(file("a.parquet"), Map.of("rows", 1), "it must be {\"row\": n}");
        assertRefused(
                Map.of("stream", "orders"), Map.of("offset", 1), "{\"stream\": \"<directory>/<topic>+<partition>\"}");
        assertRefused(Map.of("stream", "orders+0"), Map.of("row", 1), "it must be {\"offset\": n}");
    }

    @Test
    void anOffsetInAStreamThatHasNoFilesIsRefused() {
        tree.orders("orders", 0, "red", 0, 1, 2);
        for (String stream : List.of("topics/orders+1", "topics/order+0", "orders+1")) {
            assertRefused(Map.of("stream", stream), Map.of("offset", 1), "no files of the stream " + stream + " in");
            assertThat(alter(Map.of("stream", stream), Map.of("done", true))).isTrue();
        }
        properties.put("on.finish", "delete");
        assertThat(alter(Map.of("stream", "topics/gone+0"), Map.of("offset", 1)))
                .isTrue();
        properties.remove("on.finish");
        assertThat(alter(Map.of("stream", "topics/orders+0"), Map.of("offset", 1)))
                .isTrue();
        assertThat(alter(Map.of("stream", "orders+0"), Map.of("offset", 1))).isTrue();
    }

    /** The ledger alone does not say where the files are. */
    @Test
    void anOffsetInAnotherDirectoryThanThatOfTheFilesIsRefused() {
        Map<String, ?> stream = Map.of("stream", "topic/orders+0");
        tree.ledger("orders", 0, 7, 0, 9);
        assertThat(alter(stream, Map.of("offset", 1))).isTrue();
        tree.orders("orders", 0, "red", 0, 1, 2);
        assertRefused(stream, Map.of("offset", 1), "of the stream topic/orders+0 in " + tree.root.toUri() + ", but of");
        tree.orders("orders", 1, "red", 0, 1, 2);
        assertRefused(stream, Map.of("offset", 1), "but of [topics/orders+0]; give");
        properties.put("on.finish", "delete");
        assertThat(alter(stream, Map.of("offset", 1))).isTrue();
    }

    @Test
    void anOffsetBehindTheEndOfAStreamIsRefused() {
        Map<String, ?> stream = Map.of("stream", "topics/orders+0");
        tree.orders("orders", 0, "red", 0, 1, 2);
        assertThat(alter(stream, Map.of("offset", 3))).isTrue();
        assertRefused(stream, Map.of("offset", 4), "topics/orders+0 ends before offset 3 of generation 0");
        assertRefused(stream, Map.of("offset", 1, "generation", 1), "so offset 1 of generation 1 cannot be sent next");

        tree.ledger("orders", 0, 7, 0, 9);
        assertThat(alter(stream, Map.of("offset", 9))).isTrue();
        assertRefused(stream, Map.of("offset", 10), "topics/orders+0 ends before offset 9 of generation 0");
    }

    private void validate(Map<Map<String, ?>, Map<String, ?>> offsets) {
        properties.put(StorageKeys.STORAGE_URL, directory.toString());
        new AlteredOffsets(harness.storage, SourceSettings.of(properties)).validate(offsets);
    }

    /** The directory may have the files that the stream goes on with. */
    @Test
    void anOffsetInAStreamWhoseDirectoryCannotBeListedIsAccepted() {
        tree.orders("orders", 0, "red", 0, 1, 2);
        tree.orders("other", 0, "red", 0, 1, 2);
        harness.storage.stale = "topics/orders";
        validate(Map.of(Map.of("stream", "topics/orders+0"), Map.of("offset", 3)));
        validate(Map.of(Map.of("stream", "topics/orders+0"), Map.of("offset", 7)));
        assertThatThrownBy(() -> validate(Map.of(Map.of("stream", "topics/other+0"), Map.of("offset", 7))))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topics/other+0 ends before offset 3");
    }

    /** A request may have a thousand streams, and Connect waits for its answer only for a while. */
    @Test
    void theStorageIsListedOnceForAllStreamsOfARequest() {
        Map<Map<String, ?>, Map<String, ?>> offsets = new HashMap<>();
        for (int partition = 0; partition < 3; partition++) {
            tree.orders("orders", partition, "red", 0, 1, 2);
            offsets.put(Map.of("stream", "topics/orders+" + partition), Map.of("offset", 3));
        }
        tree.ledger("orders", 0, 7, 0, 9);
        harness.storage.listed.clear();
        validate(offsets);
        assertThat(harness.storage.listed).containsOnlyOnce(LedgerDirectory.ROOT, "");
        offsets.put(Map.of("stream", "topics/orders+1"), Map.of("offset", 10));
        assertThatThrownBy(() -> validate(offsets)).hasMessageContaining("topics/orders+1 ends before offset 3");
    }

    /** A request to Connect ends after 90 s, in which not every archive is listed. */
    @Test
    void aLargeArchiveIsNotListedForAnOffsetThatItsLedgerHas() {
        tree.orders("orders", 0, "red", 0, 1, 2);
        tree.ledger("orders", 0, 7, 0, 9);
        validate(Map.of(Map.of("stream", "topics/orders+0"), Map.of("offset", 8)));
        assertThat(harness.storage.listed).isNotEmpty().noneMatch(listed -> listed.startsWith("topics"));
        assertThatThrownBy(() -> validate(Map.of(Map.of("stream", "../orders+0"), Map.of("offset", 8))))
                .hasMessageContaining("but of [topics/orders+0]");
    }

    /** A topic's name that begins so is not a directory's name; and a routed topic has another directory. */
    @Test
    void aStreamIsFoundInWhateverDirectoryItsFilesAre() {
        byte[] content = TestTree.foreign(3);
        tree.put("topics/%5Fschemas/%5Fschemas+0+0000000000+0000000002.parquet", content);
        tree.put("lake/all/orders+1+0000000000+0000000002.parquet", content);
        for (String stream : List.of("topics/_schemas+0", "orders+1")) {
            assertThat(alter(Map.of("stream", stream), Map.of("offset", 3))).isTrue();
            assertRefused(Map.of("stream", stream), Map.of("offset", 4), stream + " ends before offset 3");
        }
    }

    @Test
    void aPositionWithAMadeUpFooterIsRefused() {
        harness.start();
        SourceRecord sent = harness.scanTwice().get(0);
        Map<String, Object> made = new HashMap<>(sent.sourceOffset());
        made.put("footer", "0123456789abcdef0123456789abcdef");

        assertRefused(sent.sourcePartition(), made, "is not one of the file a.parquet");
        tree.delete("a.parquet");
        assertRefused(sent.sourcePartition(), made, "there is no file a.parquet");
    }

    private void assertRefused(Map<String, ?> partition, Map<String, ?> offset, String words) {
        assertThatThrownBy(() -> alter(partition, offset))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining(words);
    }

    @Test
    void aFileContinuesAtTheRowThatWasSet() {
        harness.context.commit(file("a.parquet"), Map.of("row", 2));
        harness.start();

        assertThat(TaskHarness.numbers(harness.scanTwice())).containsExactly(2);
    }

    @Test
    void aFileThatWasSetToDoneIsNotOpenedEvenWhenItChanges() {
        harness.context.commit(file("a.parquet"), Map.of("done", true));
        harness.start();
        assertThat(harness.scanTwice()).isEmpty();
        tree.put("a.parquet", TestTree.foreign(5));

        assertThat(harness.scanTwice()).isEmpty();
        assertThat(harness.storage.opened).isEmpty();
    }

    @Test
    void aStreamContinuesAtTheOffsetThatWasSet() {
        tree.delete("a.parquet");
        tree.orders("orders", 0, "red", 1, 3, 5, 7);
        tree.orders("orders", 0, "blue", 2, 4, 6);
        tree.orders("orders", 0, "old", 0);
        harness.context.commit(Map.of("stream", "topics/orders+0"), Map.of("offset", 4));
        harness.start();

        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(4L, 5L, 6L, 7L);
        assertThat(harness.storage.opened).noneMatch(path -> path.contains("old"));
    }
}
