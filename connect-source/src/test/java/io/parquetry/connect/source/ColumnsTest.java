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

/** With {@code columns} only these are read and sent, of whatever file, under one schema for all files. */
class ColumnsTest {
    /** What may be read behind a dictionary, whose end is not known before its header was read. */
    private static final int DICTIONARY_AHEAD_BYTES = 256;

    /** In so many bytes at the end the footer is looked for, whatever else lies there. */
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
    void of_a_strangers_file_the_other_columns_are_not_read() throws IOException {
        tree.put("a.parquet", TestTree.strange(60_000, 10_000));
        harness.with(SelectionSettings.COLUMNS, "n").start();

        List<SourceRecord> sent = harness.lookTwice();

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
    void a_filter_may_ask_for_columns_that_are_not_sent() {
        tree.put("a.parquet", TestTree.strange(10));
        harness.with(SelectionSettings.COLUMNS, "n")
                .with(SelectionSettings.FILTER, "word = 'w7'")
                .start();

        assertThat(TaskHarness.numbers(harness.lookTwice())).containsExactly(7);
    }

    @Test
    void records_that_come_back_keep_key_and_time_and_lose_the_other_fields() {
        tree.orders("orders", 0, "a", 1, 2);
        tree.orders("orders", 0, "b", 3);
        tree.ledger("orders", 0, 7, 0, 20);
        harness.with(SelectionSettings.COLUMNS, "id").start();

        List<SourceRecord> sent = harness.lookTwice();

        assertThat(TaskHarness.ids(sent)).containsExactly(1L, 2L, 3L);
        assertThat(sent).extracting(SourceRecord::key).containsExactly("k1", "k2", "k3");
        assertThat(sent).extracting(SourceRecord::timestamp).containsExactly(1_001L, 1_002L, 1_003L);
        assertThat(sent.get(0).valueSchema().name()).isEqualTo("Order");
        assertThat(sent.get(0).valueSchema().fields()).extracting(Field::name).containsExactly("id");
    }

    @Test
    void files_of_values_alone_have_the_same_paths() {
        List<SinkRecord> orders = List.of(TestTree.order("orders", 0, 5));
        tree.sinkFile("orders", 0, 0, "d", RecordMetadata.NONE, orders);
        harness.with(SelectionSettings.COLUMNS, "note").start();

        Struct value = (Struct) harness.lookTwice().get(0).value();

        assertThat(value.get("note")).isEqualTo("note 5");
        assertThat(value.schema().fields()).hasSize(1);
    }

    @Test
    void all_files_share_one_instance_of_a_schema() {
        tree.put("a.parquet", TestTree.strange(1));
        tree.put("b.parquet", TestTree.strange(2));
        tree.orders("orders", 0, "a", 1);
        tree.orders("orders", 0, "b", 2);
        harness.with(SelectionSettings.COLUMNS, "").start();

        List<SourceRecord> sent = harness.lookTwice();

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
    void a_column_that_a_file_has_not_is_refused_with_what_was_meant() {
        tree.put("a.parquet", TestTree.strange(1));
        harness.with(SelectionSettings.COLUMNS, "n,wrod").start();

        assertThatThrownBy(harness::lookTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("columns does not fit the file a.parquet")
                .hasMessageContaining("there is no column wrod; the columns are n, word. Did you mean word?");
    }

    @Test
    void the_place_of_a_field_in_the_file_is_not_its_path() {
        tree.orders("orders", 0, "a", 1);
        harness.with(SelectionSettings.COLUMNS, "value.note").start();

        assertThatThrownBy(harness::lookTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("there is no column value.note; the columns are id, note. Did you mean note?");
    }

    @Test
    void values_without_fields_have_no_columns() {
        SinkRecord text = new SinkRecord("words", 0, null, null, Schema.STRING_SCHEMA, "hello", 0);
        tree.sinkFile("words", 0, 0, "d", RecordMetadata.KAFKA, List.of(text));
        harness.with(SelectionSettings.COLUMNS, "a").start();

        assertThatThrownBy(harness::lookTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("its values have no fields: they are of type STRING");
    }
}
