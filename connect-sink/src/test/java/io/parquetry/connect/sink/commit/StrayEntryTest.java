package io.parquetry.connect.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.common.storage.StorageSteps;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The directory of a ledger is deleted while its owner sleeps: the owner's next entry harms no later ledger. */
class StrayEntryTest {
    private static final LedgerDirectory DIRECTORY = new LedgerDirectory("archive", "orders", 0);
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final int FAR = 20;

    private final MemoryDisk disk = new MemoryDisk();
    private final MemoryStorage sleepy = new MemoryStorage(disk);
    private long nowMs;

    private Ledger ledger(MemoryStorage storage) {
        return new Ledger(storage, DIRECTORY, GRACE, new EntryAges(() -> nowMs), missing -> {}, TableProgress.NO_TABLE);
    }

    private Ledger ledger() {
        return ledger(new MemoryStorage(disk));
    }

    /** The owner of a ledger whose newest entry has this number. */
    private Ledger ownerAt(int sequence, MemoryStorage storage) throws IOException {
        Ledger owner = ledger(storage);
        owner.takeOver();
        commit(owner, sequence - 1);
        return owner;
    }

    private static void commit(Ledger owner, int times) throws IOException {
        for (int i = 0; i < times; i++) {
            long next = owner.current().nextOffset().orElse(0) + 1;
            owner.commit(next, OffsetSet.from(next), List.of());
        }
    }

    private void deleteDirectory() throws IOException {
        for (String path : disk.files().keySet()) {
            if (path.startsWith(DIRECTORY.path())) {
                new MemoryStorage(disk).delete(path);
            }
        }
    }

    private static StorageSteps once(String begin, String end, StorageSteps what) {
        boolean[] done = {false};
        return step -> {
            if (!done[0] && step.startsWith(begin) && step.endsWith(end)) {
                done[0] = true;
                what.before(step);
            }
        };
    }

    @Test
    void itIsDeletedWhereALedgerHasBegunAnew() throws IOException {
        Ledger sleeper = ownerAt(FAR, sleepy);
        deleteDirectory();
        Ledger next = ownerAt(3, new MemoryStorage(disk));
        assertThatThrownBy(() -> commit(sleeper, 1))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("had entry " + DIRECTORY.entry(FAR))
                .hasMessageContaining("deleted its own entry " + DIRECTORY.entry(FAR + 1))
                .hasMessageContaining("intact up to entry " + DIRECTORY.entry(3))
                .hasMessageContaining("restart the task");
        assertThat(disk.files()).doesNotContainKey(DIRECTORY.entry(FAR + 1)).containsKey(DIRECTORY.entry(3));
        commit(next, 1);
        assertThat(ledger().takeOver().sequence()).isEqualTo(5);
    }

    @Test
    void itIsDeletedAlsoWhereItIsATakeover() throws IOException {
        Ledger owner = ownerAt(FAR, new MemoryStorage(disk));
        sleepy.steps(once("look at", DIRECTORY.entry(FAR + 1), step -> {
            deleteDirectory();
            ownerAt(3, new MemoryStorage(disk));
        }));
        assertThat(ledger(sleepy).takeOver().sequence()).isEqualTo(4);
        assertThat(disk.files()).doesNotContainKey(DIRECTORY.entry(FAR + 1));
        assertThatThrownBy(() -> commit(owner, 1)).hasMessageContaining("intact up to entry " + DIRECTORY.entry(4));
    }

    /** A repeated request to delete it could meet the entry that gets its number next. */
    @Test
    void itStaysWhereTheLedgerWillSoonHaveItsNumber() throws IOException {
        Ledger sleeper = ownerAt(6, sleepy);
        deleteDirectory();
        ownerAt(3, new MemoryStorage(disk));
        assertThatThrownBy(() -> commit(sleeper, 1))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("The entries up to " + DIRECTORY.entry(3) + " are intact")
                .hasMessageContaining("delete the entry " + DIRECTORY.entry(7) + " and no other");
        new MemoryStorage(disk).delete(DIRECTORY.entry(7));
        assertThat(ledger().takeOver().sequence()).isEqualTo(4);
    }

    /** Else it would count when the directory is restored, and its files would be missed as if they had been removed. */
    @Test
    void itIsDeletedWhereNothingIsLeftSoThatTheDirectoryCanBeRestored() throws IOException {
        Ledger sleeper = ownerAt(FAR, sleepy);
        Map<String, byte[]> backup = disk.files();
        deleteDirectory();
        assertThatThrownBy(() -> commit(sleeper, 1))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("Nothing else is there. Restore the directory " + DIRECTORY.path())
                .hasMessageContaining("begins at the offset of the consumer group");
        assertThat(disk.files()).doesNotContainKey(DIRECTORY.entry(FAR + 1));
        backup.forEach(disk::place);
        assertThat(ledger().takeOver().sequence()).isEqualTo(FAR + 1);
    }

    @Test
    void itIsNamedWhereItStaysAndNothingElseIsLeft() throws IOException {
        Ledger sleeper = ownerAt(2, sleepy);
        deleteDirectory();
        assertThatThrownBy(() -> commit(sleeper, 1))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("Delete the entry " + DIRECTORY.entry(3))
                .hasMessageContaining("Then restore the directory");
        assertThat(disk.files()).containsKey(DIRECTORY.entry(3));
    }

    @Test
    void itStaysWhereOnlyItsPredecessorIsMissing() throws IOException {
        Ledger sleeper = ownerAt(FAR, sleepy);
        byte[] missing = disk.files().get(DIRECTORY.entry(FAR));
        new MemoryStorage(disk).delete(DIRECTORY.entry(FAR));
        assertThatThrownBy(() -> commit(sleeper, 1))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("up to " + DIRECTORY.entry(FAR - 1))
                .hasMessageContaining("If the missing ones can be restored, restore them");
        assertThat(disk.files()).containsKey(DIRECTORY.entry(FAR + 1));
        disk.place(DIRECTORY.entry(FAR), missing);
        assertThat(ledger().takeOver().sequence()).isEqualTo(FAR + 2);
    }

    /** With a grace period in which a ledger advances by one entry, so that the distance does not matter. */
    private Ledger ownerAtTenWithout(int... missing) throws IOException {
        Ledger owner = new Ledger(
                sleepy,
                DIRECTORY,
                Duration.ofSeconds(1),
                new EntryAges(() -> nowMs),
                file -> {},
                TableProgress.NO_TABLE);
        owner.takeOver();
        commit(owner, 9);
        for (int sequence : missing) {
            new MemoryStorage(disk).delete(DIRECTORY.entry(sequence));
        }
        return owner;
    }

    @Test
    void howeverNearTheLedgerIsItStaysOnlyWhereNothingButItsPredecessorIsMissing() throws IOException {
        Ledger sleeper = ownerAtTenWithout(10);
        assertThatThrownBy(() -> commit(sleeper, 1)).hasMessageContaining("and no other");
        assertThat(disk.files()).containsKey(DIRECTORY.entry(11));
    }

    @Test
    void itIsDeletedWhereMoreThanItsPredecessorIsMissing() throws IOException {
        Ledger sleeper = ownerAtTenWithout(10, 9);
        assertThatThrownBy(() -> commit(sleeper, 1))
                .hasMessageContaining("The ledger is intact up to entry " + DIRECTORY.entry(8));
        assertThat(disk.files()).doesNotContainKey(DIRECTORY.entry(11));
    }

    @Test
    void itStaysWhereTheListingsTakeLongerThanTheGrace() throws IOException {
        Ledger sleeper = ownerAt(FAR, sleepy);
        deleteDirectory();
        ownerAt(3, new MemoryStorage(disk));
        sleepy.steps(once("list", "", step -> nowMs += GRACE.toMillis()));
        assertThatThrownBy(() -> commit(sleeper, 1)).hasMessageContaining("and no other");
        assertThat(disk.files()).containsKey(DIRECTORY.entry(FAR + 1));
    }

    @Test
    void anEntryWhosePredecessorWasInvisibleForAMomentCounts() throws IOException {
        Ledger owner = ownerAt(FAR, sleepy);
        sleepy.steps(once("read", DIRECTORY.entry(FAR), step -> {
            throw new NoSuchFileException(DIRECTORY.entry(FAR));
        }));
        assertThatThrownBy(() -> commit(owner, 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("was missing at the first request");
        assertThat(owner.recover().sequence()).isEqualTo(FAR + 2);
        assertThat(owner.current().nextOffset()).hasValue(FAR);
    }

    /** The owner created an entry and slept; another owner has built on it and deleted its predecessor. */
    @Test
    void anEntryOnWhichOthersHaveBuiltStays() throws IOException {
        Ledger sleeper = ownerAt(FAR, sleepy);
        sleepy.steps(once("read", DIRECTORY.entry(FAR), step -> {
            Ledger next = ownerAt(2, new MemoryStorage(disk));
            nowMs += GRACE.toMillis();
            commit(next, 1);
            assertThat(disk.files()).doesNotContainKey(DIRECTORY.entry(FAR)).containsKey(DIRECTORY.entry(FAR + 3));
        }));
        assertThatThrownBy(() -> commit(sleeper, 1)).isInstanceOf(FencedException.class);
        assertThat(ledger().takeOver().sequence()).isEqualTo(FAR + 5);
    }
}
