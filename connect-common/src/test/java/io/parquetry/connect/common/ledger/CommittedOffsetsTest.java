package io.parquetry.connect.common.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StorageSteps;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * All files below a committed position are published: the newest entry counts when all its files are, and its
 * predecessor until then. A malformed ledger is an error, not an absent ledger.
 */
class CommittedOffsetsTest {
    private static final String FILE = "topics/orders/orders+0+0000000000+0000000004.parquet";

    private static final String TEMPORARY = new LedgerDirectory("sink", "orders", 0).path() + "/1-a.tmp";

    private final List<String> steps = new ArrayList<>();
    private MemoryStorage storage;
    private CommittedOffsets committed;

    @BeforeEach
    void start() {
        storage = new MemoryStorage(new MemoryDisk());
        storage.steps(steps::add);
        committed = new CommittedOffsets(storage);
    }

    private static void put(Storage storage, String path, String document) throws IOException {
        storage.createIfAbsent(path, document.getBytes(StandardCharsets.UTF_8));
    }

    private void entry(String connector, long sequence, String position, String files) throws IOException {
        put(
                storage,
                new LedgerDirectory(connector, "orders", 0).entry(sequence),
                "{\"format\":1,\"seq\":" + sequence + ",\"epoch\":1," + position + ",\"files\":[" + files
                        + "],\"later\":true}");
    }

    private static String file(String path) {
        return "{\"temp\":\"1-a.tmp\",\"final\":\"" + path + "\",\"first\":0,\"last\":4,\"rows\":5,\"bytes\":1}";
    }

    @Test
    void theNewestEntryCountsOnceItsFilesArePublished() throws IOException {
        entry("sink", 9, "\"nextOffset\":3,\"generation\":0", "");
        entry("sink", 10, "\"nextOffset\":5,\"generation\":1", file(FILE));
        put(storage, TEMPORARY, "x");
        committed.refresh(partition -> true);
        assertThat(committed.of("orders", 0)).contains(new CommittedOffset(0, 3));
        storage.publish(new StagedFile(TEMPORARY, FILE));
        committed.refresh(partition -> true);

        assertThat(committed.of("orders", 0)).contains(new CommittedOffset(1, 5));
    }

    @Test
    void aFirstEntryWithUnpublishedFilesCommitsNothing() throws IOException {
        entry("sink", 1, "\"nextOffset\":5,\"generation\":0", file(FILE));
        put(storage, TEMPORARY, "x");
        committed.refresh(partition -> true);

        assertThat(committed.of("orders", 0)).contains(new CommittedOffset(0, 0));
    }

    @Test
    void aFileThatWasRemovedCountsAsPublished() throws IOException {
        entry("sink", 1, "\"nextOffset\":5,\"generation\":0", file(FILE));
        committed.refresh(partition -> true);

        assertThat(committed.of("orders", 0)).contains(new CommittedOffset(0, 5));
    }

    @Test
    void aLedgerWithoutPositionDoesNotCount() throws IOException {
        entry("sink", 1, "\"generation\":0", "");
        committed.refresh(partition -> true);
        assertThat(committed.of("orders", 0)).isEmpty();
        entry("another", 4, "\"nextOffset\":7,\"generation\":0", "");
        committed.refresh(partition -> true);

        assertThat(committed.of("orders", 0)).contains(new CommittedOffset(0, 7));
    }

    @Test
    void aLedgerCountsFromTheBeginningOfItsFirstCommit() throws IOException {
        entry("sink", 1, "\"generation\":0", "");
        entry("sink", 2, "\"nextOffset\":5,\"generation\":0", file(FILE));
        put(storage, TEMPORARY, "x");
        committed.refresh(partition -> true);
        assertThat(committed.of("orders", 0)).contains(new CommittedOffset(0, 0));
        storage.publish(new StagedFile(TEMPORARY, FILE));
        committed.refresh(partition -> true);

        assertThat(committed.of("orders", 0)).contains(new CommittedOffset(0, 5));
    }

    @Test
    void aPositionThatWasResetCommitsAllEarlierGenerations() throws IOException {
        entry("sink", 5, "\"generation\":2", "");
        committed.refresh(partition -> true);

        assertThat(committed.of("orders", 0)).contains(new CommittedOffset(2, 0));
    }

    @Test
    void aPartitionWithoutLedgerHasNoPosition() throws IOException {
        entry("sink", 1, "\"nextOffset\":5,\"generation\":0", "");
        put(storage, "_parquetry/sink/orders/1/readme.txt", "x");
        put(storage, "_parquetry/odd/0000000001.commit", "x");
        committed.refresh(partition -> true);

        assertThat(committed.of("orders", 1)).isEmpty();
        assertThat(committed.of("sales", 0)).isEmpty();
    }

    @Test
    void ofSeveralConnectorsTheLargestPositionCounts() throws IOException {
        entry("old/sink", 1, "\"nextOffset\":5,\"generation\":0", "");
        entry("sink", 1, "\"nextOffset\":7,\"generation\":0", "");
        entry("third", 1, "\"nextOffset\":6,\"generation\":0", "");
        committed.refresh(partition -> true);

        assertThat(committed.of("orders", 0)).contains(new CommittedOffset(0, 7));
    }

    @Test
    void anEntryIsReadOnce() throws IOException {
        entry("sink", 1, "\"nextOffset\":5,\"generation\":0", "");
        steps.clear();
        committed.refresh(partition -> true);
        assertThat(steps).anyMatch(step -> step.contains("0000000001.commit"));
        steps.clear();
        committed.refresh(partition -> true);

        assertThat(steps).noneMatch(step -> step.contains("0000000001.commit"));
        assertThat(committed.of("orders", 0)).contains(new CommittedOffset(0, 5));
    }

    @Test
    void aMalformedEntryBreaksItsLedgerOnly() throws IOException {
        put(
                storage,
                new LedgerDirectory("sink", "orders", 1).entry(1),
                "{\"format\":1,\"seq\":1,\"epoch\":1," + "\"nextOffset\":7,\"generation\":0,\"files\":[]}");
        String path = new LedgerDirectory("sink", "orders", 0).entry(1);
        for (String document :
                List.of("{", "{}", "{\"format\":3}", "{\"format\":1,\"generation\":\"x\",\"files\":[]}")) {
            storage.delete(path);
            put(storage, path, document);
            committed = new CommittedOffsets(storage);
            committed.refresh(partition -> true);
            assertThat(committed.broken()).as(document).containsOnlyKeys("_parquetry/sink/orders/0");
            assertThat(committed.broken().get("_parquetry/sink/orders/0").reason())
                    .contains(path);
            assertThat(committed.of("orders", 0)).isEmpty();
            assertThat(committed.of("orders", 1)).contains(new CommittedOffset(0, 7));
        }
    }

    @Test
    void ledgersThatAreNotSelectedAreNotRead() throws IOException {
        put(storage, new LedgerDirectory("sink", "orders", 0).entry(1), "{");
        put(storage, new LedgerDirectory("sink", "orders", 1).entry(1), "{");

        committed.refresh(partition -> partition.equals("orders/1"));

        assertThat(committed.broken()).containsOnlyKeys("_parquetry/sink/orders/1");
    }

    @Test
    void aRepairedLedgerIsReadAgain() throws IOException {
        String path = new LedgerDirectory("sink", "orders", 0).entry(1);
        put(storage, path, "{");
        committed.refresh(partition -> true);
        storage.delete(path);
        put(storage, path, "{\"format\":1,\"seq\":1,\"epoch\":1,\"nextOffset\":7,\"generation\":0,\"files\":[]}");

        committed.refresh(partition -> true);

        assertThat(committed.broken()).isEmpty();
        assertThat(committed.of("orders", 0)).contains(new CommittedOffset(0, 7));
    }

    @Test
    void filesOfTheNewestEntryAreNeeded() throws IOException {
        entry("sink", 1, "\"nextOffset\":5,\"generation\":0", file(FILE));
        committed.refresh(partition -> true);
        assertThat(committed.isNeeded(FILE)).isTrue();
        assertThat(committed.isNeeded("topics/orders/another.parquet")).isFalse();
        committed.refresh(partition -> true);
        assertThat(committed.isNeeded(FILE)).isTrue();
        entry("sink", 2, "\"nextOffset\":5,\"generation\":0", "");
        committed.refresh(partition -> true);
        assertThat(committed.isNeeded(FILE)).isFalse();
    }

    @Test
    void filesStayNeededWhileTheStorageFails() throws IOException {
        entry("sink", 1, "\"nextOffset\":5,\"generation\":0", file(FILE));
        committed.refresh(partition -> true);
        storage.steps(step -> {
            throw new IOException("the network is down");
        });

        assertThatThrownBy(() -> committed.refresh(partition -> true)).hasMessage("the network is down");
        assertThat(committed.isNeeded(FILE)).isTrue();
    }

    /** The refresh that has read the repaired ledger fails, so that the files of its newest entry are not known. */
    @Test
    void aRepairedLedgerStaysBrokenUntilARefreshSucceeds() throws IOException {
        String broken = new LedgerDirectory("a", "orders", 0).path();
        put(storage, broken + "/0000000001.commit", "no entry");
        entry("b", 1, "\"nextOffset\":5,\"generation\":0", "");
        committed.refresh(partition -> true);
        assertThat(committed.broken()).containsOnlyKeys(broken);

        storage.delete(broken + "/0000000001.commit");
        entry("a", 1, "\"nextOffset\":5,\"generation\":0", file(FILE));
        entry("b", 2, "\"nextOffset\":6,\"generation\":0", "");
        storage.steps(step -> {
            if (step.endsWith("b/orders/0/0000000002.commit")) {
                throw new IOException("the network is down");
            }
        });
        assertThatThrownBy(() -> committed.refresh(partition -> true)).hasMessage("the network is down");
        assertThat(committed.isNeeded(FILE)).isFalse();
        assertThat(committed.broken()).containsOnlyKeys(broken);

        storage.steps(StorageSteps.UNDISTURBED);
        committed.refresh(partition -> true);
        assertThat(committed.isNeeded(FILE)).isTrue();
        assertThat(committed.broken()).isEmpty();
    }

    /** The newest entry has become an old one since it was read. */
    @Test
    void thePredecessorCountsAlsoWhenItsOwnerHasDeletedIt() throws IOException {
        LedgerDirectory ledger = new LedgerDirectory("sink", "orders", 0);
        LedgerEntry first = LedgerEntry.firstAt(OptionalLong.of(3));
        LedgerEntry second =
                first.followedBy(5, OffsetSet.from(5), List.of(new LedgerFile("1-a.tmp", FILE, 3, 4, 2, 1)));
        storage.createIfAbsent(ledger.entry(1), first.format());
        storage.createIfAbsent(ledger.entry(2), second.format());
        put(storage, TEMPORARY, "x");
        storage.steps(step -> {
            if (step.endsWith(FILE)) {
                storage.steps(StorageSteps.UNDISTURBED);
                storage.delete(ledger.entry(1));
            }
        });
        committed.refresh(partition -> true);

        assertThat(committed.of("orders", 0)).map(CommittedOffset::nextOffset).contains(3L);
    }

    @Test
    void ofSeveralGenerationsTheLatestCounts() throws IOException {
        entry("a", 1, "\"nextOffset\":5,\"generation\":2", "");
        entry("b", 1, "\"nextOffset\":7,\"generation\":1", "");
        committed.refresh(partition -> true);
        assertThat(committed.of("orders", 0)).contains(new CommittedOffset(2, 5));
        entry("c", 1, "\"nextOffset\":1,\"generation\":3", "");
        committed.refresh(partition -> true);
        assertThat(committed.of("orders", 0)).contains(new CommittedOffset(3, 1));
    }
}
