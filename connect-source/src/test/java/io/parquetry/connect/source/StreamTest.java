package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.FinishSettings;
import io.parquetry.connect.source.config.RestoreSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The files of one topic-partition are one stream: its records are sent in the order of their stored offsets, however the
 * sink's paths rotated, and no record is sent while an earlier one may still be published.
 */
class StreamTest {
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
    void overlappingFilesAreMergedByOffset() {
        tree.orders("orders", 0, "red", 1, 4, 5, 9);
        tree.orders("orders", 0, "blue", 2, 3, 10, 11);
        tree.orders("orders", 0, "red", 12, 13);
        tree.orders("orders", 0, "green", 6, 7, 8);
        harness.start();

        assertThat(TaskHarness.ids(harness.scanTwice()))
                .isEqualTo(LongStream.rangeClosed(1, 13).boxed().toList());
    }

    @Test
    void aRecordInTwoFilesIsSentOnceWithTheHeaderOfItsOffset() {
        tree.orders("orders", 0, "a", 0, 1, 2);
        tree.orders("orders", 0, "b", 1, 2, 3);
        tree.ledger("orders", 0, 7, 0, 4);
        harness.with(RestoreSettings.ORIGINAL_OFFSET_HEADER, "offset").start();

        assertThat(harness.scanTwice())
                .extracting(record -> record.headers().lastWithName("offset").value())
                .containsExactly(0L, 1L, 2L, 3L);
    }

    /** As after a merge of small files while the small files are still there. */
    @Test
    void aRecordIsTheSameInAFileWithTheColumnsOfOtherRecords() {
        Schema narrow = SchemaBuilder.struct()
                .name("Order")
                .field("id", Schema.INT64_SCHEMA)
                .build();
        Schema wide = SchemaBuilder.struct()
                .name("Order")
                .field(
                        "note",
                        SchemaBuilder.string().optional().defaultValue("none").build())
                .field("id", Schema.INT64_SCHEMA)
                .build();
        tree.sinkFile("orders", 0, 0, "small", RecordMetadata.KAFKA, orders(narrow, 0, 3));
        tree.sinkFile("orders", 0, 0, "merged", RecordMetadata.KAFKA, orders(wide, 0, 5));
        tree.ledger("orders", 0, 7, 0, 5);
        harness.start();

        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    private static List<SinkRecord> orders(Schema schema, long from, long to) {
        return LongStream.range(from, to)
                .mapToObj(id -> new SinkRecord(
                        "orders",
                        0,
                        null,
                        null,
                        schema,
                        new Struct(schema).put("id", id),
                        id,
                        1_000 + id,
                        TimestampType.CREATE_TIME))
                .toList();
    }

    @Test
    void consecutiveFilesAreOpenOneAtATime() {
        for (int i = 0; i < 5; i++) {
            tree.orders("orders", 0, "d", i * 10L, i * 10L + 1);
        }
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "1").start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        for (int i = 0; i < 10; i++) {
            assertThat(harness.poll()).hasSize(1);
            assertThat(harness.storage.open).isEqualTo(1);
        }
    }

    @Test
    void filesWithoutStoredOffsetsAreSentByTheirFirstOffsets() {
        for (long[] offsets : new long[][] {{7, 9}, {1, 5}, {3, 8}}) {
            tree.sinkFile(
                    "orders",
                    0,
                    0,
                    "d" + offsets[0],
                    RecordMetadata.NONE,
                    LongStream.of(offsets)
                            .mapToObj(offset -> TestTree.order("orders", 0, offset))
                            .toList());
        }
        harness.start();

        List<SourceRecord> records = harness.scanTwice();

        assertThat(TaskHarness.ids(records)).containsExactly(1L, 5L, 3L, 8L, 7L, 9L);
        assertThat(records).extracting(SourceRecord::topic).containsOnly("strange");
    }

    @Test
    void nothingIsSentAfterAnIncompleteFile() {
        String late = tree.orders("orders", 0, "blue", 3, 4);
        byte[] whole = content(late);
        tree.put(late, Arrays.copyOf(whole, 20));
        tree.orders("orders", 0, "red", 1, 2, 5, 6);
        harness.start();
        harness.scan();
        tree.put(late, Arrays.copyOf(whole, 30));
        assertThat(TaskHarness.ids(harness.scan())).containsExactly(1L, 2L);
        tree.put(late, whole);
        assertThat(harness.scan()).isEmpty();

        assertThat(TaskHarness.ids(harness.scan())).containsExactly(3L, 4L, 5L, 6L);
    }

    private byte[] content(String path) {
        try {
            return java.nio.file.Files.readAllBytes(directory.resolve(path));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void withALedgerNothingIsSentFromItsNextOffsetOn() {
        String red = tree.orders("orders", 0, "red", 1, 3, 5);
        tree.ledger("orders", 0, 7, 0, 2, red);
        harness.start();
        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(1L);
        String blue = tree.orders("orders", 0, "blue", 2, 4, 6);
        tree.ledger("orders", 0, 8, 0, 6, blue);
        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(2L, 3L, 4L, 5L);
        tree.ledger("orders", 0, 9, 0, 7);

        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(6L);
    }

    @Test
    void filesThatALedgerNamesNeedNoSecondScan() {
        tree.orders("orders", 0, "red", 1, 2);
        tree.ledger("orders", 0, 7, 0, 3);
        harness.start();

        assertThat(TaskHarness.ids(harness.scan())).containsExactly(1L, 2L);
    }

    @Test
    void anEntryAppliesOnlyWhenAllItsFilesAreVisible() {
        tree.orders("orders", 0, "red", 1, 3);
        tree.ledger("orders", 0, 7, 0, 2);
        tree.ledger("orders", 0, 8, 0, 4, "topics/orders/blue/orders+0+0000000002+0000000002.parquet");
        String inProgress = tree.temporaryFile("orders", 0);
        harness.start();
        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(1L);
        tree.orders("orders", 0, "blue", 2);
        tree.delete(inProgress);

        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(2L, 3L);
    }

    @Test
    void everythingIsSentIfTheLedgerIsIgnoredByConfiguration() {
        tree.orders("orders", 0, "red", 1, 3, 5);
        tree.ledger("orders", 0, 7, 0, 2);
        harness.with(DiscoverySettings.ORDER, "name").start();

        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(1L, 3L, 5L);
    }

    @Test
    void aLaterGenerationIsSentAfterAllOfTheEarlierOne() {
        tree.orders("orders", 0, "d", 1, 2, 3);
        tree.sinkFile(
                "orders",
                0,
                1,
                "d",
                RecordMetadata.KAFKA,
                List.of(TestTree.order("orders", 0, 2), TestTree.order("orders", 0, 3)));
        tree.ledger("orders", 0, 9, 1, 3);
        harness.start();

        assertThat(TaskHarness.ids(harness.scanTwice())).containsExactly(1L, 2L, 3L, 2L);
    }

    @Test
    void everyStreamBelongsToOneTaskAndAllTasksSendEverything() {
        for (int partition = 0; partition < 8; partition++) {
            tree.orders("orders", partition, "red", 1, 3);
            tree.orders("orders", partition, "blue", 2, 4);
            tree.put("strange/" + partition + ".parquet", TestTree.foreign(1));
        }
        int sent = 0;
        for (int task = 0; task < 3; task++) {
            TaskHarness member = new TaskHarness(tree).assignment(task, 3);
            member.start();
            List<SourceRecord> records = member.scanTwice();
            for (int partition = 0; partition < 8; partition++) {
                int wanted = partition;
                List<SourceRecord> stream = records.stream()
                        .filter(record -> Integer.valueOf(wanted).equals(record.kafkaPartition()))
                        .toList();
                assertThat(TaskHarness.ids(stream)).isIn(List.of(), List.of(1L, 2L, 3L, 4L));
            }
            sent += records.size();
        }
        assertThat(sent).isEqualTo(8 * 5);
    }

    /**
     * A tool has put the rows of a file into another order. A position behind the greater of two offsets would be behind
     * the smaller one as well, and a restart would pass over it.
     */
    @ParameterizedTest
    @CsvSource({
        "1 3 2 4, 1",
        "1 2 4 3, 1 2",
        "2 1 3 4, ''",
        "1 2 3 5 6 7 4 8 9, 1 2 3 5 6",
        "1 2 3 4 6 5, 1 2 3 4",
        "1 2 3 4 9, 1 2 3",
        "1 2 2 3 4, 1"
    })
    void eachStartFindsOffsetsThatDoNotRise(String offsets, String sentOffsets) {
        List<SinkRecord> records = numbers(offsets).stream()
                .map(offset -> TestTree.order("orders", 0, offset))
                .toList();
        boolean isOutside = offsets.endsWith(" 4 9");
        long last = isOutside
                ? 4
                : numbers(offsets).stream().mapToLong(Long::longValue).max().orElseThrow();
        String path = tree.put(
                "topics/orders/d/" + new DataFileName("orders", 0, 1, last, 0).format(),
                TestTree.bytes(RecordMetadata.KAFKA, records));
        tree.ledger("orders", 0, 7, 0, 20);
        harness.with(FinishSettings.ON_FINISH, "delete");
        List<SourceRecord> sent = new ArrayList<>();
        for (int start = 0; start < 3; start++) {
            harness.start();
            assertThatThrownBy(() -> harness.sendUntilFailure(sent))
                    .as("start %s", start)
                    .hasMessageContaining("which contradicts the file's name");
            harness.stop();
        }

        assertThat(TaskHarness.ids(sent)).isEqualTo(numbers(sentOffsets));
        assertThat(directory.resolve(path)).exists();
    }

    private static List<Long> numbers(String text) {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split(" ")).map(Long::parseLong).toList();
    }
}
