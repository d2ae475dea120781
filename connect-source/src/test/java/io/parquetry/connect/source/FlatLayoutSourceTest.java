package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.source.config.SelectionSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that the sink wrote with {@code record.layout=flat} are restored, selected and resumed as those with the nested
 * layout. Record n has the offset n and the timestamp 1000 + n.
 */
class FlatLayoutSourceTest {
    private static final TopicPartition ZERO = new TopicPartition("orders", 0);

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
    }

    private static SinkRecord tombstone(long offset) {
        SinkRecord order = TestTree.order("orders", 0, offset);
        return new SinkRecord(
                "orders",
                0,
                order.keySchema(),
                order.key(),
                null,
                null,
                offset,
                order.timestamp(),
                order.timestampType());
    }

    /** Files of ten records; that of every record n with n % 10 = 9 has no value. */
    private void archive(String layout, long from, long to) {
        new SinkArchive(directory)
                .with("record.layout", layout)
                .with("flush.size", "10")
                .with("parquet.page.rows", "3")
                .write(
                        ZERO,
                        LongStream.range(from, to)
                                .mapToObj(offset ->
                                        offset % 10 == 9 ? tombstone(offset) : TestTree.order("orders", 0, offset)));
    }

    private static List<Object> keys(List<SourceRecord> sent) {
        return sent.stream().map(SourceRecord::key).toList();
    }

    @Test
    void aStreamMayHaveFilesOfBothLayouts() {
        archive("nested", 0, 10);
        archive("flat", 10, 20);
        harness.start();

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(keys(sent))
                .isEqualTo(LongStream.range(0, 20).mapToObj(n -> "k" + n).toList());
        assertThat(sent.subList(0, 9)).allMatch(record -> record.valueSchema().equals(TestTree.VALUE));
        assertThat(sent.subList(10, 19))
                .allMatch(record -> record.valueSchema() == sent.get(0).valueSchema());
        assertThat(sent.get(9).value()).isNull();
        assertThat(sent.get(19).value()).isNull();
        assertThat(sent.get(19).valueSchema()).isNull();
        assertThat(((Struct) sent.get(18).value()).getString("note")).isEqualTo("note 18");
    }

    @Test
    void aTaskContinuesAfterEveryRecordAtWhichAnotherStopped() {
        archive("flat", 0, 20);
        harness.start();
        List<SourceRecord> all = harness.scanTwice();
        assertThat(all).hasSize(20);

        for (int ended = 0; ended <= all.size(); ended++) {
            harness = new TaskHarness(tree);
            all.subList(0, ended).forEach(harness.context::commit);
            harness.start();

            assertThat(keys(harness.scanTwice())).isEqualTo(keys(all.subList(ended, all.size())));
        }
    }

    @Test
    void rangesOfOffsetsAndTimesAreThoseOfTheRecords() {
        archive("flat", 0, 20);
        harness.with(SelectionSettings.FROM_OFFSET, "8")
                .with(SelectionSettings.TO_TIMESTAMP, "1970-01-01T00:00:01.012Z")
                .start();

        assertThat(keys(harness.scanTwice())).containsExactly("k8", "k9", "k10", "k11");
    }

    @Test
    void theFilterNamesColumnsAsTheyAreInTheFile() {
        archive("flat", 0, 20);
        harness.with(SelectionSettings.FILTER, "id > 7 AND _kafka.offset < 12").start();

        assertThat(keys(harness.scanTwice())).containsExactly("k8", "k10", "k11");
    }

    @Test
    void aFilterForTheNestedLayoutFailsTheTaskWithTheColumns() {
        archive("flat", 0, 10);
        harness.with(SelectionSettings.FILTER, "value.id > 7").start();

        assertThatThrownBy(harness::scanTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("value.id")
                .hasMessageContaining("id, note, _kafka");
    }

    @Test
    void selectedColumnsAreThoseOfTheValue() {
        archive("flat", 0, 10);
        harness.with(SelectionSettings.COLUMNS, "note").start();

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(sent).hasSize(10);
        assertThat(sent.get(0).key()).isEqualTo("k0");
        assertThat(sent.get(0).valueSchema().name()).isEqualTo("Order");
        assertThat(sent.get(0).valueSchema().fields()).extracting(Field::name).containsExactly("note");
        assertThat(sent.get(9).value()).isNull();
    }

    @Test
    void theMetadataIsNoColumnOfTheValue() {
        archive("flat", 0, 10);
        harness.with(SelectionSettings.COLUMNS, "_kafka").start();

        assertThatThrownBy(harness::scanTwice)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("there is no column _kafka");
    }

    @Test
    void rowsAreSentAsTheValuesInThem() {
        archive("flat", 0, 10);
        harness.with("mode", "rows").start();

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(((Struct) sent.get(3).value()).schema()).isEqualTo(TestTree.VALUE);
        assertThat(((Struct) sent.get(3).value()).get("id")).isEqualTo(3L);
        assertThat(sent.get(3).topic()).isEqualTo("strange");
    }
}
