package io.parquetry.connect.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.common.storage.StoragePath;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an operator changes: positions, ledgers of renamed connectors, files that cannot be published. */
class LedgerRepairTest {
    private static final LedgerDirectory DIRECTORY = new LedgerDirectory("archive", "orders", 0);
    private static final LedgerDirectory RENAMED = new LedgerDirectory("lake", "orders", 0);
    private static final String ONE = "topics/one";
    private static final String TWO = "topics/two";

    private final MemoryDisk disk = new MemoryDisk();
    private final List<String> missing = new ArrayList<>();
    private Ledger owner;

    private Ledger ledger(LedgerDirectory directory) {
        return ledger(new MemoryStorage(disk), directory);
    }

    private Ledger ledger(MemoryStorage storage, LedgerDirectory directory) {
        return new Ledger(
                storage,
                directory,
                Duration.ZERO,
                new EntryAges(() -> 0),
                file -> missing.add(file.path()),
                TableProgress.NO_TABLE);
    }

    @BeforeEach
    void takeOver() throws IOException {
        owner = ledger(DIRECTORY);
        owner.takeOver();
    }

    private LedgerFile file(String path, long first, long last) {
        String temporary = owner.newTemporary();
        disk.place(temporary, new byte[] {1, 2});
        return new LedgerFile(StoragePath.name(temporary), path, first, last, last - first + 1, 2);
    }

    /** An entry that publishes two files, of which nothing but the entry is done. */
    private LedgerEntry unpublished() {
        LedgerEntry entry = owner.current().followedBy(9, OffsetSet.from(9), List.of(file(ONE, 0, 4), file(TWO, 5, 8)));
        disk.place(DIRECTORY.entry(entry.sequence()), entry.format());
        return entry;
    }

    private List<String> temporaryFiles() {
        return disk.files().keySet().stream()
                .filter(path -> LedgerDirectory.epochOf(StoragePath.name(path)).isPresent())
                .toList();
    }

    @Test
    void aFileThatIsForgottenIsNotPublishedAndTheOthersAre() throws IOException {
        unpublished();
        disk.place(TWO, new byte[] {42});
        assertThatThrownBy(() -> ledger(DIRECTORY).takeOver()).hasMessageContaining(TWO);
        LedgerEntry entry = new LedgerRepairs(ledger(DIRECTORY)).takeOverWithout(TWO);
        assertThat(entry.nextOffset()).hasValue(9);
        assertThat(entry.sequence()).isEqualTo(3);
        assertThat(disk.files().get(ONE)).containsExactly(1, 2);
        assertThat(disk.files().get(TWO)).containsExactly(42);
        assertThat(temporaryFiles()).isEmpty();
        assertThat(missing).isEmpty();
    }

    @Test
    void theFilesAfterAForgottenOneArePublished() throws IOException {
        unpublished();
        disk.place(ONE, new byte[] {42});
        new LedgerRepairs(ledger(DIRECTORY)).takeOverWithout(ONE);
        assertThat(disk.files().get(ONE)).containsExactly(42);
        assertThat(disk.files().get(TWO)).containsExactly(1, 2);
        assertThat(temporaryFiles()).isEmpty();
    }

    @Test
    void aFileThatTheNewestEntryDoesNotNameCannotBeForgotten() throws IOException {
        unpublished();
        assertThatThrownBy(() -> new LedgerRepairs(ledger(DIRECTORY)).takeOverWithout("topics/three"))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("topics/three")
                .hasMessageContaining("connector \"archive\"");
        assertThat(disk.files()).doesNotContainKeys(ONE, TWO, DIRECTORY.entry(3));
    }

    @Test
    void settingThePositionPublishesWhatItCan() throws IOException {
        unpublished();
        disk.place(ONE, new byte[] {42});
        LedgerEntry moved = new LedgerRepairs(ledger(DIRECTORY)).moveTo(OptionalLong.of(3));
        assertThat(moved.nextOffset()).hasValue(3);
        assertThat(moved.generation()).isEqualTo(1);
        assertThat(disk.files().get(ONE)).containsExactly(42);
        assertThat(disk.files().get(TWO)).containsExactly(1, 2);
        assertThat(temporaryFiles()).isEmpty();
        assertThat(missing).isEmpty();
    }

    @Test
    void settingThePositionNeedsNoAnswerAboutTheFiles() throws IOException {
        unpublished();
        MemoryStorage refusing = new MemoryStorage(disk);
        refusing.steps(step -> {
            if (step.startsWith("link") && step.contains(ONE)) {
                throw new IOException("the store refused to complete the upload 5 times");
            }
        });
        LedgerEntry moved = new LedgerRepairs(ledger(refusing, DIRECTORY)).moveTo(OptionalLong.of(3));
        assertThat(moved.nextOffset()).hasValue(3);
        assertThat(disk.files()).doesNotContainKey(ONE);
        assertThat(disk.files().get(TWO)).containsExactly(1, 2);
        assertThat(ledger(DIRECTORY).takeOver().nextOffset()).hasValue(3);
    }

    @Test
    void settingThePositionCountsTheFilesThatAreGone() throws IOException {
        LedgerEntry entry = unpublished();
        for (LedgerFile file : entry.files()) {
            new MemoryStorage(disk).delete(StoragePath.in(DIRECTORY.path(), file.temporaryName()));
        }
        disk.place(TWO, new byte[] {1, 2});
        assertThat(new LedgerRepairs(ledger(DIRECTORY))
                        .moveTo(OptionalLong.empty())
                        .nextOffset())
                .isEmpty();
        assertThat(missing).containsExactly(ONE);
    }

    @Test
    void aPositionCanBeSetBeforeTheLedgerBegins() throws IOException {
        LedgerEntry entry = new LedgerRepairs(ledger(RENAMED)).moveTo(OptionalLong.of(7));
        assertThat(entry.sequence()).isEqualTo(1);
        assertThat(ledger(RENAMED).takeOver().nextOffset()).hasValue(7);
    }

    @Test
    void aLedgerContinuesAnotherOneOnce() throws IOException {
        OffsetSet published = OffsetSet.from(5);
        published.add(6);
        owner.commit(5, published, List.of(file(ONE, 0, 4)));
        LedgerEntry last = ledger(DIRECTORY).takeOver();
        LedgerEntry first = new LedgerRepairs(ledger(RENAMED)).continueFrom(last);
        assertThat(first.sequence()).isEqualTo(1);
        assertThat(first.hasPositionOf(last)).isTrue();
        assertThat(first.covers(6)).isTrue();
        LedgerEntry again = new LedgerRepairs(ledger(RENAMED)).continueFrom(last);
        assertThat(again.sequence()).isEqualTo(2);
        assertThat(again.hasPositionOf(last)).isTrue();
        Ledger next = ledger(RENAMED);
        next.takeOver();
        next.commit(8, OffsetSet.from(8), List.of());
        assertThatThrownBy(() -> new LedgerRepairs(ledger(RENAMED)).continueFrom(last))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("already has a position, offset 8");
        new LedgerRepairs(ledger(RENAMED)).moveTo(OptionalLong.empty());
        assertThatThrownBy(() -> new LedgerRepairs(ledger(RENAMED)).continueFrom(last))
                .hasMessageContaining("already has a position, the consumer group's position");
    }

    @Test
    void aTakeoverSweepsWhatEarlierOwnersLeft() throws IOException {
        owner.newTemporary();
        String unfinished = DIRECTORY.entry(2) + ".11111111-2222-3333-4444-555555555555.tmp";
        String later = DIRECTORY.entry(9) + ".11111111-2222-3333-4444-555555555555.tmp";
        String old = DIRECTORY.path() + "/1-11111111-2222-3333-4444-555555555555.tmp";
        String own = DIRECTORY.path() + "/2-11111111-2222-3333-4444-555555555555.tmp";
        String strange = DIRECTORY.path() + "/notes.txt";
        for (String path : List.of(unfinished, later, old, own, strange)) {
            disk.place(path, new byte[1]);
        }
        assertThat(ledger(DIRECTORY).takeOver().epoch()).isEqualTo(2);
        assertThat(disk.files()).doesNotContainKeys(unfinished, old).containsKeys(later, own, strange);
    }

    /** Its creator may be about to give it its name as long as the marker may not exist. */
    @Test
    void anUnfinishedMarkerIsSweptWhenTheMarkerExists() throws IOException {
        String marker = DIRECTORY.path() + "/" + LedgerDirectory.BEGUN + ".11111111-2222-3333-4444-555555555555.tmp";
        disk.place(marker, new byte[0]);
        ledger(DIRECTORY).takeOver();
        assertThat(disk.files()).containsKey(marker);
        ledger(DIRECTORY).takeOver();
        assertThat(disk.files()).doesNotContainKey(marker);
    }

    @Test
    void aFencedOwnerDeletesItsTemporaryFiles() throws IOException {
        String temporary = owner.newTemporary();
        disk.place(temporary, new byte[1]);
        // By an owner that has not swept yet.
        LedgerEntry next = owner.current().takenOver();
        disk.place(DIRECTORY.entry(2), next.format());
        assertThatThrownBy(() -> owner.commit(5, OffsetSet.from(5), List.of())).isInstanceOf(FencedException.class);
        assertThat(disk.files()).doesNotContainKey(temporary);
    }
}
