package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.source.config.SelectionSettings;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With {@code columns}, only the selected columns of every file are read and sent, under one schema for all files. */
class ColumnsTest {
    /** Bytes that may be read after a dictionary, whose end is unknown before its header is read. */
    private static final int DICTIONARY_AHEAD_BYTES = 256;

    /** So many bytes at the end are read to find the footer, whatever else they hold. */
    private static final int TAIL_BYTES = 1 << 16;

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
    void otherColumnsOfAForeignFileAreNotRead() throws IOException {
        tree.put("a.parquet", TestTree.foreign(60_000, 10_000));
        harness.with(SelectionSettings.COLUMNS, "n").start();

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(TaskHarness.numbers(sent)).hasSize(60_000);
        assertThat(sent.get(0).valueSchema().fields()).extracting(Field::name).containsExactly("n");
        try (ParquetReader reader =
                ParquetReader.open(LocalInputFile.open(directory.resolve("a.parquet")), ReaderOptions.DEFAULT)) {
            long tail = Files.size(directory.resolve("a.parquet")) - TAIL_BYTES;
            int looked = 0;
            for (RowGroupMetadata rowGroup : reader.metadata().rowGroups()) {
                ColumnChunkMetadata words = rowGroup.columns().get(1);
                long begin =
                        words.offsets().dictionaryPage().orElse(words.offsets().firstDataPage())
                                + DICTIONARY_AHEAD_BYTES;
                long end = begin + words.bytes().compressed() - DICTIONARY_AHEAD_BYTES;
                looked += end < tail ? 1 : 0;
                assertThat(harness.storage.ranges)
                        .filteredOn(range -> range.position() < tail)
                        .noneMatch(range -> range.overlaps(begin, end - begin));
            }
            assertThat(looked).isPositive();
        }
    }

    @Test
    void aFilterMayUseColumnsThatAreNotSent() {
        tree.put("a.parquet", TestTree.foreign(10));
        harness.with(SelectionSettings.COLUMNS, "n")
                .with(SelectionSettings.FILTER, "word = 'w7'")
                .start();

        assertThat(TaskHarness.numbers(harness.scanTwice())).containsExactly(7);
    }

    @Test
    void restoredRecordsKeepKeyAndTimestampWithoutTheOtherFields() {
        tree.orders("orders", 0, "a", 1, 2);
        tree.orders("orders", 0, "b", 3);
        tree.ledger("orders", 0, 7, 0, 20);
        harness.with(SelectionSettings.COLUMNS, "id").start();

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(TaskHarness.ids(sent)).containsExactly(1L, 2L, 3L);
        assertThat(sent).extracting(SourceRecord::key).containsExactly("k1", "k2", "k3");
        assertThat(sent).extracting(SourceRecord::timestamp).containsExactly(1_001L, 1_002L, 1_003L);
        assertThat(sent.get(0).valueSchema().name()).isEqualTo("Order");
        assertThat(sent.get(0).valueSchema().fields()).extracting(Field::name).containsExactly("id");
    }

    @Test
    void filesWithoutKafkaMetadataHaveTheSamePaths() {
        List<SinkRecord> orders = List.of(TestTree.order("orders", 0, 5));
        tree.sinkFile("orders", 0, 0, "d", RecordMetadata.NONE, orders);
        harness.with(SelectionSettings.COLUMNS, "note").start();

        Struct value = (Struct) harness.scanTwice().get(0).value();

        assertThat(value.get("note")).isEqualTo("note 5");
        assertThat(value.schema().fields()).hasSize(1);
    }

    @Test
    void allFilesShareOneInstanceOfASchema() {
        tree.put("a.parquet", TestTree.foreign(1));
        tree.put("b.parquet", TestTree.foreign(2));
        tree.orders("orders", 0, "a", 1);
        tree.orders("orders", 0, "b", 2);
        harness.with(SelectionSettings.COLUMNS, "").start();

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(sent).hasSize(5);
        Schema ofStrangers = sent.get(0).valueSchema();
        Schema ofOrders = sent.get(4).valueSchema();
        assertThat(sent.subList(0, 3)).allMatch(record -> record.valueSchema() == ofStrangers);
        assertThat(sent.subList(3, 5))
                .allMatch(record -> record.valueSchema() == ofOrders
                        && record.keySchema() == sent.get(4).keySchema()
                        && ((Struct) record.value()).schema() == ofOrders);
    }

    @Test
    void aMissingColumnIsRefusedWithASuggestion() {
        tree.put("a.parquet", TestTree.foreign(1));
        harness.with(SelectionSettings.COLUMNS, "n,wrod").start();

        assertThatThrownBy(harness::scanTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("columns does not fit the file a.parquet")
                .hasMessageContaining("there is no column wrod; the columns are n, word. Did you mean word?");
    }

    @Test
    void theInnerPathOfAFieldInTheFileIsRefused() {
        tree.orders("orders", 0, "a", 1);
        harness.with(SelectionSettings.COLUMNS, "value.note").start();

        assertThatThrownBy(harness::scanTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("there is no column value.note; the columns are id, note. Did you mean note?");
    }

    @Test
    void valuesWithoutFieldsHaveNoColumns() {
        SinkRecord text = new SinkRecord("words", 0, null, null, Schema.STRING_SCHEMA, "hello", 0);
        tree.sinkFile("words", 0, 0, "d", RecordMetadata.KAFKA, List.of(text));
        harness.with(SelectionSettings.COLUMNS, "a").start();

        assertThatThrownBy(harness::scanTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("its values have no fields: they are of type STRING");
    }
}
