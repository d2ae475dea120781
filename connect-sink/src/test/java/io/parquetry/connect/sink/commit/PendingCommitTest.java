package io.parquetry.connect.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closed files wait for the next entry; their offsets decide whether an open file must be closed first. */
class PendingCommitTest {
    private static final LedgerDirectory DIRECTORY = new LedgerDirectory("archive", "orders", 0);

    private final MemoryDisk disk = new MemoryDisk();
    private final SinkTaskMetrics metrics = new SinkTaskMetrics(List.of());
    private Ledger ledger;
    private PendingCommit pending;

    @BeforeEach
    void begin() throws IOException {
        ledger = new Ledger(
                new MemoryStorage(disk),
                DIRECTORY,
                Duration.ZERO,
                new EntryAges(() -> 0),
                file -> {},
                TableProgress.NO_TABLE);
        ledger.takeOver();
        pending = new PendingCommit(
                new TopicPartition("orders", 0), ledger, new AbsentOffsets(), metrics, Clock.systemUTC());
    }

    private ClosedFile closed(long... offsets) {
        OffsetSet set = OffsetSet.from(offsets[0]);
        LongStream.of(offsets).forEach(set::add);
        String temporary = ledger.newTemporary();
        disk.place(temporary, new byte[] {1, 2});
        long last = offsets[offsets.length - 1];
        return new ClosedFile(
                new LedgerFile(
                        StoragePath.name(temporary), "topics/" + offsets[0], offsets[0], last, offsets.length, 2),
                set,
                () -> new StagedFile(temporary, "topics/" + offsets[0]));
    }

    @Test
    void whatWasClosedIsPublishedAndCounted() throws IOException {
        pending.add(closed(0, 2));
        pending.add(closed(5, 6));
        assertThat(pending.isEmpty()).isFalse();

        pending.commit(3);

        assertThat(pending.isEmpty()).isTrue();
        assertThat(disk.files()).containsKeys("topics/0", "topics/5");
        assertThat(ledger.current().nextOffset()).hasValue(3);
        assertThat(ledger.current().covers(4)).isFalse();
        assertThat(ledger.current().covers(6)).isTrue();
        assertThat(metrics.value(SinkMetric.COMMITS)).isEqualTo(1);
        assertThat(metrics.value(SinkMetric.FILES_COMMITTED)).isEqualTo(2);
        assertThat(metrics.value(SinkMetric.BYTES_COMMITTED)).isEqualTo(4);
    }

    @Test
    void aCommitIsAnEventOfFlightRecorder(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("recording.jfr");
        TopicPartition partition = new TopicPartition("recorded", 4);
        PendingCommit observed = new PendingCommit(partition, ledger, new AbsentOffsets(), metrics, Clock.systemUTC());
        observed.add(closed(0, 2));
        observed.add(closed(5, 6));
        try (Recording recording = new Recording()) {
            recording.start();
            observed.commit(3);
            recording.dump(file);
        }

        assertThat(RecordingFile.readAllEvents(file))
                .filteredOn(event -> event.getEventType().getName().equals("parquetry.Commit"))
                .filteredOn(event -> event.getString("topic").equals("recorded"))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getInt("partition")).isEqualTo(4);
                    assertThat(event.getLong("nextOffset")).isEqualTo(3);
                    assertThat(event.getInt("files")).isEqualTo(2);
                    assertThat(event.getLong("bytes")).isEqualTo(4);
                });
    }

    @Test
    void laterOffsetsOfEarlierCommitsStayPublished() throws IOException {
        pending.add(closed(5, 6));
        pending.commit(3);

        pending.add(closed(3));
        pending.commit(4);

        assertThat(ledger.current().covers(4)).isFalse();
        assertThat(ledger.current().covers(5)).isTrue();
    }

    @Test
    void filesThatCannotBePublishedStayUntilTheyAreForgotten() throws IOException {
        ClosedFile file = closed(0, 2);
        pending.add(file);
        new MemoryStorage(disk)
                .delete(StoragePath.in(DIRECTORY.path(), file.file().temporaryName()));

        assertThatThrownBy(() -> pending.commit(3)).hasMessageContaining("cannot publish topics/0");
        assertThat(pending.isEmpty()).isFalse();
        assertThat(metrics.value(SinkMetric.FILES_COMMITTED)).isZero();
        pending.forget();
        assertThat(pending.isEmpty()).isTrue();
    }

    @Test
    void offsetsThatAreTooFarAheadAreTooLarge() {
        assertThat(pending.isTooLarge(7)).isFalse();
        pending.add(closed(OffsetSet.DISTANCE_MAX + 5));

        assertThat(pending.isTooLarge(5)).isFalse();
        assertThat(pending.isTooLarge(4)).isTrue();
    }

    @Test
    void offsetsThatTakeMoreThanAMebibyteAreTooLarge() {
        pending.add(closed(LongStream.range(0, 4_000_000).map(i -> 2 * i).toArray()));
        assertThat(pending.isTooLarge(0)).isFalse();

        pending.add(
                closed(LongStream.range(4_000_000, 4_500_000).map(i -> 2 * i).toArray()));
        assertThat(pending.isTooLarge(0)).isTrue();
        assertThat(pending.isTooLarge(2_000_000))
                .as("offsets below the position do not count")
                .isFalse();
    }
}
