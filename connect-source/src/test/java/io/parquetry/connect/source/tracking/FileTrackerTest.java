package io.parquetry.connect.source.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.TestTree;
import io.parquetry.connect.source.TrackingKit;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.FileIdentity;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.SentRecord;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.connect.source.offset.SourceOffset;
import io.parquetry.connect.source.offset.SourcePartition;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.connect.source.offset.StreamPosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files are tracked, which of them may be opened, and when a file is completed. */
class FileTrackerTest {
    private static final long HOUR_MS = 3_600_000;

    @TempDir
    Path directory;

    private TestTree tree;
    private TrackingKit kit;

    @BeforeEach
    void begin() {
        tree = new TestTree(directory);
        kit = new TrackingKit(directory);
    }

    private List<String> ready() {
        return kit.tracker.unsentFiles().ready().stream().map(DataFile::path).toList();
    }

    private List<String> waiting() {
        return kit.tracker.unsentFiles().waiting().stream().map(DataFile::path).toList();
    }

    private static Map<String, String> partition(String path) {
        return new SourcePartition.OfFile(path).toMap();
    }

    /** Commits a position in the file as it is now. */
    private FilePosition commit(String path, long row, long rows) throws IOException {
        Path file = directory.resolve(path);
        FileIdentity identity = new FileIdentity(
                rows, Files.size(file), Files.getLastModifiedTime(file).toMillis(), "", "ab12", 0, "");
        FilePosition position = new FilePosition(row, Optional.of(identity));
        kit.committed.put(partition(path), position.toMap());
        return position;
    }

    @Test
    void aFileIsReadyWhenTwoScansListItWithTheSameSize() throws IOException {
        String path = tree.put("a.parquet", new byte[20]);

        kit.tracker.scan();
        assertThat(waiting()).containsExactly(path);
        tree.put(path, new byte[30]);
        kit.tracker.scan();
        assertThat(waiting()).containsExactly(path);
        kit.tracker.scan();
        assertThat(ready()).containsExactly(path);
        assertThat(waiting()).isEmpty();
    }

    @Test
    void aFileOfAStreamWithALedgerIsReadyAtTheFirstScan() throws IOException {
        String path = tree.orders("orders", 0, "d", 1, 2);
        tree.ledger("orders", 0, 1, 0, 3);

        kit.tracker.scan();

        assertThat(ready()).containsExactly(path);
    }

    @Test
    void aFileWithACommittedPositionIsReadyAtTheFirstScanIfItHasItsSize() throws IOException {
        String same = tree.put("a.parquet", new byte[20]);
        String grown = tree.put("b.parquet", new byte[20]);
        commit(same, 3, 10);
        commit(grown, 3, 10);
        tree.put(grown, new byte[30]);

        kit.tracker.scan();

        assertThat(ready()).containsExactly(same);
        assertThat(waiting()).containsExactly(grown);
    }

    @Test
    void aFileThatIsSentAndCommittedIsKeptInFewBytesOnly() throws IOException {
        String path = tree.put("a.parquet", new byte[20]);
        commit(path, 10, 10);

        kit.tracker.scan();

        assertThat(kit.tracker.tracked()).isEmpty();
        assertThat(kit.tracker.done().size()).isEqualTo(1);
        assertThat(kit.storage.opened).isEmpty();
    }

    @Test
    void aFileBeforeTheOffsetOfItsStreamIsNotKeptAtAll() throws IOException {
        String sent = tree.orders("orders", 0, "d", 1, 2);
        String unsent = tree.orders("orders", 0, "d", 3, 4);
        kit.committed.put(
                new SourcePartition.OfStream(new SinkStream("topics", "orders", 0)).toMap(),
                new StreamPosition(new StreamPoint(0, 3)).toMap());

        kit.scanTwice();

        assertThat(ready()).containsExactly(unsent);
        assertThat(kit.tracker.tracked()).hasSize(1);
        assertThat(kit.tracker.done().size()).isZero();
        assertThat(kit.asked.keySet()).contains(partition(unsent)).doesNotContain(partition(sent));
    }

    @Test
    void theCommittedOffsetOfAFileIsReadOnce() throws IOException {
        String path = tree.put("a.parquet", new byte[20]);

        kit.scanTwice();
        tree.put(path, new byte[30]);
        kit.scanTwice();

        assertThat(kit.asked).containsEntry(partition(path), 1);
    }

    @Test
    void aFileThatIsNotListedIsUnsentNoMoreAndForgottenAfterAnHour() throws IOException {
        String path = tree.put("a.parquet", new byte[20]);
        kit.scanTwice();
        tree.delete(path);

        kit.nowMs = HOUR_MS;
        kit.tracker.scan();
        assertThat(ready()).isEmpty();
        assertThat(kit.tracker.find(path)).isPresent();

        kit.nowMs++;
        kit.tracker.scan();
        assertThat(kit.tracker.find(path)).isEmpty();
    }

    @Test
    void aFinishedFileThatIsNotListedAnyMoreIsForgotten() throws IOException {
        String path = tree.put("a.parquet", new byte[20]);
        commit(path, 10, 10);
        kit.tracker.scan();
        tree.delete(path);

        kit.nowMs = HOUR_MS + 1_000;
        kit.tracker.scan();
        assertThat(kit.tracker.done().size()).isEqualTo(1);
        kit.nowMs = 2 * HOUR_MS + 3_000;
        kit.tracker.scan();

        assertThat(kit.tracker.done().size()).isZero();
    }

    @Test
    void aFileThatVanishesBeforeItIsOpenedIsForgotten() throws IOException {
        String path = tree.put("a.parquet", new byte[20]);
        kit.scanTwice();

        kit.tracker.markMissing(kit.tracker.find(path).orElseThrow());

        assertThat(kit.tracker.find(path)).isEmpty();
    }

    @Test
    void aFileThatVanishesAfterSomeRowsWereSentKeepsItsPositionAndWaitsForTwoScans() throws IOException {
        String path = tree.put("a.parquet", new byte[20]);
        FilePosition sent = commit(path, 3, 10);
        kit.tracker.scan();
        assertThat(ready()).containsExactly(path);

        kit.tracker.markMissing(kit.tracker.find(path).orElseThrow());
        assertThat(ready()).isEmpty();
        assertThat(waiting()).isEmpty();
        kit.tracker.scan();

        assertThat(ready()).containsExactly(path);
        assertThat(kit.tracker.find(path).orElseThrow().sentPosition()).contains(sent);
    }

    @Test
    void anEmptyFileIsFinishedOnceItIsStable() throws IOException {
        String empty = tree.put("a.parquet", new byte[0]);
        String other = tree.put("b.parquet", new byte[20]);
        kit.tracker.scan();
        kit.tracker.completeFiles();
        assertThat(kit.tracker.find(empty)).as("its writer may have just begun").isPresent();

        kit.tracker.scan();
        kit.tracker.completeFiles();
        assertThat(kit.tracker.find(empty)).isEmpty();
        assertThat(kit.tracker.find(other)).isPresent();
        assertThat(kit.tracker.done().size()).isEqualTo(1);
    }

    @Test
    void ledgersAreReadOnlyWhereSomethingDependsOnThem() throws IOException {
        kit = new TrackingKit(directory, "order", "name");
        kit.tracker.scan();
        assertThat(kit.storage.listed).doesNotContain("_parquetry");

        kit = new TrackingKit(directory, "order", "name", "on.finish", "delete");
        kit.tracker.scan();
        assertThat(kit.storage.listed).contains("_parquetry");

        kit = new TrackingKit(directory, "order", "name", "on.bad.file", "quarantine:set/aside");
        kit.tracker.scan();
        assertThat(kit.storage.listed).contains("_parquetry");
    }

    @Test
    void aFileThatIsNotToBeDeletedIsFinishedAtItsFirstScan() throws IOException {
        kit = new TrackingKit(directory, "on.finish", "delete");
        String skipped = tree.put("a.parquet", new byte[20]);
        kit.committed.put(partition(skipped), FilePosition.DONE.toMap());

        kit.tracker.scan();

        assertThat(kit.tracker.done().size()).isEqualTo(1);
        assertThat(directory.resolve(skipped)).exists();
    }

    @Test
    void aFileWithLostRowsIsFinishedAndStays() throws IOException {
        kit = new TrackingKit(directory, "on.finish", "delete");
        String path = tree.put("a.parquet", TestTree.foreign(10));
        kit.committed.put(partition(path), commit(path, 10, 10).losing(2).toMap());

        kit.scanTwice();

        assertThat(kit.tracker.done().size()).isEqualTo(1);
        assertThat(directory.resolve(path)).exists();
    }

    @Test
    void aFileFromTheFutureIsAsOldAsItIsUnchanged() throws IOException {
        kit = new TrackingKit(directory, "min.age.ms", "3000");
        String path = tree.put("a.parquet", new byte[20]);
        Files.setLastModifiedTime(
                directory.resolve(path), FileTime.fromMillis(System.currentTimeMillis() + 86_400_000L));
        kit.tracker.scan();
        kit.nowMs = 2_999;
        kit.tracker.scan();
        assertThat(waiting()).containsExactly(path);

        kit.nowMs = 3_000;
        kit.tracker.scan();
        assertThat(ready()).containsExactly(path);
    }

    @Test
    void aFileBelowThePositionOfItsStreamIsFinishedWhenThatPositionIsCommitted() throws IOException {
        kit = new TrackingKit(directory, "on.finish", "delete");
        String path = tree.orders("orders", 0, "d", 1, 2);
        tree.ledger("orders", 0, 7, 0, 9);
        kit.scanTwice();
        TrackedFile file = kit.tracker.find(path).orElseThrow();
        FilePosition start = new FilePosition(
                0,
                Optional.of(new FileIdentity(2, file.file().bytes(), file.file().modifiedMs(), "", "ab12", 0, "")));
        file.markOpened(start, false);
        SourceOffset last = file.offsetAfter(1, new StreamPoint(0, 2));
        file.markSent(1, new StreamPoint(0, 2));
        file.markFinished(start.at(2), false);
        new SentRecord(last, "t", null, SchemaAndValue.NULL, SchemaAndValue.NULL, null, null).acknowledge();
        tree.orders("orders", 0, "late", 1, 2);

        kit.tracker.scan();
        kit.tracker.completeFiles();
        assertThat(kit.tracker.done().size()).isZero();
        kit.committed.put(last.partition(), last);
        kit.tracker.completeFiles();
        kit.tracker.scan();

        assertThat(kit.tracker.done().size())
                .as("the file itself and the late one")
                .isEqualTo(2);
        assertThat(directory.resolve(path)).exists();
        assertThat(directory.resolve("topics/orders/late")).isNotEmptyDirectory();
    }

    @Test
    void eachUnsentFileIsEitherReadyOrWaitingHoweverLateItIs() throws IOException {
        kit = new TrackingKit(directory, "min.age.ms", "10000");
        tree.put("a.parquet", new byte[20]);
        kit.scanTwice();
        assertThat(waiting()).hasSize(1);
        kit.wallStepMs = 700;

        for (int i = 0; i < 40; i++) {
            UnsentFiles files = kit.tracker.unsentFiles();
            assertThat(files.ready().size() + files.waiting().size()).isEqualTo(1);
        }
        assertThat(ready()).hasSize(1);
    }

    @Test
    void aFileIsDeletedOnlyAfterItsLastOffsetIsCommitted() throws IOException {
        kit = new TrackingKit(directory, "on.finish", "delete");
        String path = tree.put("a.parquet", TestTree.foreign(2));
        kit.scanTwice();
        TrackedFile file = kit.tracker.find(path).orElseThrow();
        SourceOffset offset;
        FilePosition end;
        try (var reader = new io.parquetry.connect.source.read.FileOpener(
                        kit.storage,
                        kit.settings,
                        new io.parquetry.connect.source.select.Selection(kit.settings),
                        kit.memory,
                        () -> false)
                .open(file.file(), false, file.sentSoFar(true), (bad, defect) -> {})
                .orElseThrow()) {
            file.markOpened(reader.start(), reader.isContinued());
            file.markSent(0, reader.start().at(1));
            end = reader.end().sending(2);
            offset = file.offsetAt(1, end);
            file.markSent(1, end);
        }
        new SentRecord(offset, "t", null, SchemaAndValue.NULL, SchemaAndValue.NULL, null, null).drop();
        new SentRecord(offset, "t", null, SchemaAndValue.NULL, SchemaAndValue.NULL, null, null).acknowledge();

        kit.tracker.completeFiles();
        assertThat(directory.resolve(path)).as("while it may have more records").exists();

        file.markAllSent(end);
        kit.tracker.completeFiles();
        assertThat(directory.resolve(path)).as("before the commit").exists();

        kit.committed.put(offset.partition(), offset);
        kit.tracker.completeFiles();
        assertThat(directory.resolve(path)).doesNotExist();
        assertThat(kit.tracker.tracked()).isEmpty();
    }

    /** Copies of a file may have equal positions. */
    @Test
    void aFileIsFinishedWhenItsOwnOffsetIsCommittedNotAnEqualOne() throws IOException {
        kit = new TrackingKit(directory);
        for (String path : List.of("a.parquet", "b.parquet")) {
            Files.setLastModifiedTime(directory.resolve(tree.put(path, new byte[20])), FileTime.fromMillis(5_000));
        }
        kit.scanTwice();
        FilePosition start = new FilePosition(0, Optional.of(new FileIdentity(1, 20, 5_000, "", "ab12", 0, "")));
        List<SourceOffset> offsets = new ArrayList<>();
        for (TrackedFile file : kit.tracker.tracked()) {
            file.markOpened(start, false);
            offsets.add(file.offsetAt(0, start.at(1)));
            file.markSent(0, start.at(1));
            file.markAllSent(start.at(1));
            new SentRecord(
                            offsets.get(offsets.size() - 1),
                            "t",
                            null,
                            SchemaAndValue.NULL,
                            SchemaAndValue.NULL,
                            null,
                            null)
                    .acknowledge();
        }
        assertThat(offsets).hasSize(2).allSatisfy(offset -> assertThat(offset).isEqualTo(offsets.get(0)));

        kit.committed.put(offsets.get(0).partition(), offsets.get(0));
        kit.tracker.completeFiles();

        assertThat(kit.tracker.done().size()).isEqualTo(1);
        assertThat(kit.tracker.tracked()).hasSize(1);
    }
}
