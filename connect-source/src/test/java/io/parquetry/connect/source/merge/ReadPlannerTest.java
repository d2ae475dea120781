package io.parquetry.connect.source.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.ledger.CommittedOffset;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.connect.source.tracking.UnsentFiles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which files are sent, in which order and up to which offset, is a function of the unsent files and the ledgers. */
class ReadPlannerTest {
    private final Map<String, String> config = new HashMap<>(Map.of("storage.url", "/lake", "topic", "t"));
    private final Map<SinkStream, CommittedOffset> ledgers = new HashMap<>();

    private List<StreamPlan> plan(List<DataFile> ready, List<DataFile> waiting) {
        return new ReadPlanner(SourceSettings.of(config), stream -> stream.map(ledgers::get))
                .plan(new UnsentFiles(ready, waiting));
    }

    private static DataFile file(int partition, int generation, long first, long last) {
        DataFileName name = new DataFileName("orders", partition, first, last, generation);
        return new DataFile(new StoredFile("d" + first + "/" + name.format(), 100, 1_000), Optional.of(name));
    }

    private static DataFile foreign(String path, long modifiedMs) {
        return new DataFile(new StoredFile(path, 100, modifiedMs), Optional.empty());
    }

    @Test
    void filesOfAStreamAreOrderedByTheirFirstOffsets() {
        DataFile first = file(0, 0, 0, 9);
        DataFile second = file(0, 0, 10, 12);
        DataFile third = file(0, 1, 5, 7);

        assertThat(plan(List.of(third, second, first), List.of()))
                .containsExactly(new StreamPlan("orders+0", List.of(first, second, third), StreamPoint.END, false));
    }

    @Test
    void streamsAndForeignFilesArePlannedByName() {
        assertThat(plan(List.of(file(1, 0, 0, 1), foreign("z", 1), file(0, 0, 0, 1), foreign("a", 2)), List.of()))
                .extracting(StreamPlan::name)
                .containsExactly("a", "orders+0", "orders+1", "z");
    }

    @Test
    void aWaitingFileBoundsItsOwnStreamOnly() {
        DataFile before = file(0, 0, 0, 4);
        DataFile across = file(0, 0, 3, 12);
        DataFile after = file(0, 0, 12, 13);

        List<StreamPlan> plans = plan(List.of(before, across, after, file(1, 0, 20, 21)), List.of(file(0, 0, 10, 11)));

        assertThat(plans)
                .containsExactly(
                        new StreamPlan("orders+0", List.of(before, across), new StreamPoint(0, 10), false),
                        new StreamPlan("orders+1", List.of(file(1, 0, 20, 21)), StreamPoint.END, false));
    }

    @Test
    void noFileAtOrAfterTheOffsetOfTheLedgerIsPlanned() {
        ledgers.put(new SinkStream("orders", 0), new CommittedOffset(1, 5));
        DataFile earlierGeneration = file(0, 0, 50, 60);
        DataFile below = file(0, 1, 0, 8);

        assertThat(plan(List.of(below, file(0, 1, 5, 6), earlierGeneration), List.of(file(0, 1, 7, 8))))
                .containsExactly(
                        new StreamPlan("orders+0", List.of(earlierGeneration, below), new StreamPoint(1, 5), true));
    }

    @Test
    void aStreamWithNothingBelowItsBoundIsNotPlanned() {
        assertThat(plan(List.of(file(0, 0, 5, 6)), List.of(file(0, 0, 5, 5)))).isEmpty();
    }

    @Test
    void wholeFileTransactionsAreBoundedBeforeFilesThatReachAcrossTheBound() {
        config.put("transaction.boundary", "connector");
        DataFile whole = file(0, 0, 0, 3);
        DataFile reachesIntoNext = file(0, 0, 4, 9);
        DataFile reachesAcross = file(0, 0, 8, 15);

        assertThat(plan(List.of(whole, reachesIntoNext, reachesAcross), List.of(file(0, 0, 12, 20))))
                .containsExactly(new StreamPlan("orders+0", List.of(whole), new StreamPoint(0, 4), false));
    }

    @Test
    void byModificationTimeEachFileIsOnItsOwnAndAWaitingFileDelaysNone() {
        config.put("order", "modified");
        ledgers.put(new SinkStream("orders", 0), new CommittedOffset(0, 0));

        List<StreamPlan> plans = plan(
                List.of(foreign("c", 3_000), file(0, 0, 5, 6), foreign("b", 3_000), foreign("a", 4_000)),
                List.of(file(0, 0, 0, 4)));

        assertThat(plans)
                .extracting(StreamPlan::name)
                .containsExactly(file(0, 0, 5, 6).path(), "b", "c", "a");
        assertThat(plans).extracting(StreamPlan::keepsStream).containsOnly(false);
    }
}
