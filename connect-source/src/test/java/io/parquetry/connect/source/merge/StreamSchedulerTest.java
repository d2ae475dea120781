package io.parquetry.connect.source.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.source.TestTree;
import io.parquetry.connect.source.TrackingKit;
import io.parquetry.connect.source.read.FileAccessException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows come merged by offset within a stream, and stream after stream or side by side by time among streams. */
class StreamSchedulerTest {
    private static final ToLongFunction<ReadableFile> BY_TIMESTAMP = file ->
            file.reader().record().kafka().map(kafka -> kafka.timestamp()).orElse(Long.MIN_VALUE);

    @TempDir
    Path directory;

    private TestTree tree;
    private TrackingKit kit;

    @BeforeEach
    void begin() {
        tree = new TestTree(directory);
        kit = new TrackingKit(directory);
    }

    private StreamScheduler scheduler(Optional<ToLongFunction<ReadableFile>> times) throws IOException {
        kit.scanTwice();
        StreamScheduler scheduler = new StreamScheduler(kit.files, times, () -> false);
        scheduler.setPlans(kit.plans());
        return scheduler;
    }

    private static List<Long> sendAll(StreamScheduler scheduler) throws IOException {
        List<Long> offsets = new ArrayList<>();
        for (ReadableFile file = scheduler.next(); file != null; file = scheduler.next()) {
            offsets.add(file.reader().point().offset());
            file.markSent();
        }
        return offsets;
    }

    @Test
    void theFilesOfAStreamAreMergedByOffset() throws IOException {
        tree.orders("orders", 0, "red", 1, 4, 5, 9);
        tree.orders("orders", 0, "blue", 2, 3, 10);
        tree.orders("orders", 0, "green", 6, 7, 8);

        assertThat(sendAll(scheduler(Optional.empty())))
                .isEqualTo(LongStream.rangeClosed(1, 10).boxed().toList());
        assertThat(kit.storage.open).isZero();
    }

    @Test
    void aFileIsOpenedWhenTheRowsBeforeItsFirstOffsetAreSent() throws IOException {
        tree.orders("orders", 0, "d", 0, 1);
        tree.orders("orders", 0, "d", 2, 3);
        StreamScheduler scheduler = scheduler(Optional.empty());

        for (int i = 0; i < 4; i++) {
            scheduler.next().markSent();
            assertThat(kit.storage.open).isEqualTo(1);
        }
        assertThat(scheduler.next()).isNull();
    }

    @Test
    void withoutTimesStreamsAreSentOneAfterAnother() throws IOException {
        tree.orders("orders", 1, "d", 1, 3);
        tree.orders("orders", 0, "d", 2, 4);
        StreamScheduler scheduler = scheduler(Optional.empty());

        assertThat(sendAll(scheduler)).containsExactly(2L, 4L, 1L, 3L);
        assertThat(scheduler.lastStream()).isEqualTo("topics/orders+1");
        assertThat(scheduler.isDone()).isTrue();
    }

    @Test
    void withTimesTheEarliestRowOfAllStreamsIsNext() throws IOException {
        tree.orders("orders", 1, "d", 1, 3, 6);
        tree.orders("orders", 0, "d", 2, 4);
        tree.orders("payments", 0, "d", 5);

        assertThat(sendAll(scheduler(Optional.of(BY_TIMESTAMP)))).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    }

    @Test
    void withTimesForeignFilesAreOpenOneAtATime() throws IOException {
        tree.put("a.parquet", TestTree.foreign(3));
        tree.put("b.parquet", TestTree.foreign(3));
        tree.orders("orders", 0, "d", 1, 2);
        StreamScheduler scheduler = scheduler(Optional.of(BY_TIMESTAMP));
        List<String> paths = new ArrayList<>();

        for (ReadableFile file = scheduler.next(); file != null; file = scheduler.next()) {
            paths.add(file.path());
            file.markSent();
            assertThat(kit.storage.open).isLessThanOrEqualTo(2);
        }

        assertThat(paths.subList(0, 6))
                .containsExactly("a.parquet", "a.parquet", "a.parquet", "b.parquet", "b.parquet", "b.parquet");
        assertThat(paths).hasSize(8);
    }

    @Test
    void aRowThatIsPutBackIsTheNextOneOnceMore() throws IOException {
        tree.orders("orders", 0, "d", 1, 2);
        StreamScheduler scheduler = scheduler(Optional.empty());

        ReadableFile file = scheduler.next();
        scheduler.putBack();

        assertThat(scheduler.isReading()).isTrue();
        assertThat(scheduler.next()).isSameAs(file);
        assertThat(file.reader().point().offset()).isEqualTo(1);
    }

    @Test
    void noRowAtOrAfterTheBoundIsSent() throws IOException {
        tree.orders("orders", 0, "d", 1, 4, 5, 9);
        tree.ledger("orders", 0, 1, 0, 5);

        assertThat(sendAll(scheduler(Optional.empty()))).containsExactly(1L, 4L);
    }

    @Test
    void anOffsetThatTwoFilesHaveIsSentOnce() throws IOException {
        tree.orders("orders", 0, "red", 1, 2, 3);
        tree.orders("orders", 0, "blue", 2, 3, 4);
        tree.ledger("orders", 0, 1, 0, 100);

        assertThat(sendAll(scheduler(Optional.empty()))).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void aFileThatWasDeletedAfterTheScanEndsItsOwnStreamOnly() throws IOException {
        String deleted = tree.orders("orders", 0, "d", 1, 2);
        tree.orders("orders", 1, "d", 3);
        StreamScheduler scheduler = scheduler(Optional.empty());
        tree.delete(deleted);

        assertThat(sendAll(scheduler)).containsExactly(3L);
        assertThat(kit.tracker.find(deleted)).isEmpty();
    }

    @Test
    void aFailureOfTheStorageNamesTheFile() throws IOException {
        String unreachable = tree.orders("orders", 0, "d", 1);
        StreamScheduler scheduler = scheduler(Optional.empty());
        kit.storage.unreachable = unreachable;

        assertThatThrownBy(scheduler::next)
                .isInstanceOfSatisfying(
                        FileAccessException.class, e -> assertThat(e.path()).isEqualTo(unreachable));
    }

    @Test
    void abandonClosesTheCurrentStreamAndKeepsThePlansOfTheOthers() throws IOException {
        tree.orders("orders", 0, "d", 1, 2);
        tree.orders("orders", 1, "d", 3);
        StreamScheduler scheduler = scheduler(Optional.empty());
        scheduler.next().markSent();

        scheduler.abandon();

        assertThat(kit.storage.open).isZero();
        assertThat(scheduler.isReading()).isFalse();
        assertThat(sendAll(scheduler)).containsExactly(3L);
        scheduler.setPlans(kit.plans());
        assertThat(sendAll(scheduler)).as("after the last row that was sent").containsExactly(2L);
    }

    @Test
    void withTimesAbandonClosesAllStreams() throws IOException {
        tree.orders("orders", 0, "d", 1, 2);
        tree.orders("orders", 1, "d", 3);
        StreamScheduler scheduler = scheduler(Optional.of(BY_TIMESTAMP));
        scheduler.next();
        assertThat(kit.storage.open).isEqualTo(2);

        scheduler.abandon();

        assertThat(kit.storage.open).isZero();
        assertThat(scheduler.isDone()).isTrue();
    }

    @Test
    void filesEndWhereNoneIsSentInPart() throws IOException {
        tree.orders("orders", 0, "red", 1, 3);
        tree.orders("orders", 0, "blue", 2, 4);
        tree.orders("orders", 0, "green", 5);
        StreamScheduler scheduler = scheduler(Optional.empty());
        List<Boolean> ends = new ArrayList<>();

        for (ReadableFile file = scheduler.next(); file != null; file = scheduler.next()) {
            ends.add(scheduler.endsFiles());
            file.markSent();
        }

        assertThat(ends).containsExactly(false, false, false, true, true);
    }
}
