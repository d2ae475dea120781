package io.parquetry.connect.sink.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.common.storage.StagedFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Of what is known of a ledger, only the newest entry is read, and nothing is known that does not follow from the
 * position of the table. An entry that is not needed is deleted here, which shows that it is not read.
 */
class ReadyEntriesTest {
    private static final LedgerDirectory DIRECTORY = new LedgerDirectory("lake", "orders", 0);
    private static final LedgerFile FILE = new LedgerFile("a.tmp", "topics/f.parquet", 4, 9, 6, 1234)
            .stagedAs(new StagedFile("a.tmp", "topics/f.parquet", "upload"), range(4, 9));

    private final MemoryDisk disk = new MemoryDisk();
    private final MemoryStorage storage = new MemoryStorage(disk);

    private final LedgerEntry first = put(LedgerEntry.first());
    private final LedgerEntry second = put(first.followedBy(4, OffsetSet.from(4), List.of()));
    private final LedgerEntry third = put(second.takenOver());
    private final LedgerEntry fourth = put(third.followedBy(10, OffsetSet.from(10), List.of(FILE)));
    private final LedgerEntry fifth = put(confirming(fourth));

    private static OffsetSet range(long first, long last) {
        OffsetSet offsets = OffsetSet.from(first);
        offsets.addRange(first, last);
        return offsets;
    }

    private LedgerEntry put(LedgerEntry entry) {
        disk.place(DIRECTORY.entry(entry.sequence()), entry.format());
        return entry;
    }

    private static LedgerEntry confirming(LedgerEntry entry) {
        return entry.followedBy(entry.nextOffset().orElseThrow(), entry.published(), List.of())
                .repeating(entry);
    }

    private void delete(LedgerEntry entry) throws IOException {
        storage.delete(DIRECTORY.entry(entry.sequence()));
    }

    private ReadyEntries after(LedgerEntry at, long highest, long second, Optional<LedgerEntry> known)
            throws IOException {
        return ReadyEntries.after(
                new TablePosition(at.sequence(), at.id()),
                new LedgerReader(storage, DIRECTORY.path()),
                new ConnectorLedgers.Listed(highest, second, true),
                100,
                known);
    }

    private static List<Long> sequences(ReadyEntries ready) {
        assertThat(ready.fault()).isEmpty();
        return ready.entries().stream()
                .map(entry -> entry.position().sequence())
                .toList();
    }

    @Test
    void onlyTheNewestIsReadOfWhatItRepeatsAndWhatIsKnown() throws IOException {
        delete(third);
        delete(fourth);
        ReadyEntries ready = after(second, 5, 4, Optional.of(third));
        assertThat(sequences(ready)).containsExactly(3L, 4L);
        assertThat(ready.entries().get(1).files()).containsExactly(FILE.withoutUpload());
        assertThat(ready.newest()).contains(LedgerEntry.parse(fifth.format()));
    }

    @Test
    void aNewestEntryThatFollowsThePositionIsNotReady() throws IOException {
        delete(second);
        ReadyEntries ready = after(second, 3, 2, Optional.empty());
        assertThat(sequences(ready)).isEmpty();
        assertThat(ready.newest()).contains(third);
    }

    /** As a ledger that was deleted and begun anew leaves it. */
    @Test
    void whatIsKnownOfAnotherLedgerIsReadAgain() throws IOException {
        LedgerEntry other = second.takenOver();
        assertThat(sequences(after(second, 5, 4, Optional.of(other)))).containsExactly(3L, 4L);
        put(other);
        assertThat(after(second, 5, 4, Optional.of(other)).fault())
                .hasValueSatisfying(fault -> assertThat(fault).contains("entry 4 of the ledger follows"));
    }

    /** Owners without a table delete what it does not have, and a late one takes a number that is free again. */
    @Test
    void aLateEntryThatNothingFollowsIsAFault() throws IOException {
        put(second.takenOver());
        delete(fourth);
        put(confirming(put(confirming(fifth))));
        assertThat(after(second, 7, 6, Optional.empty()).fault())
                .hasValueSatisfying(fault -> assertThat(fault).contains("entry 4 of the ledger was deleted"));
    }

    @Test
    void aPredecessorThatTheListingDoesNotShowIsLookedFor() throws IOException {
        delete(fourth);
        assertThat(after(second, 5, 3, Optional.of(third)).fault())
                .hasValueSatisfying(fault -> assertThat(fault).contains("lost its predecessor, entry 4"));
    }

    @Test
    void aLineThatDoesNotFollowThePositionIsAFault() throws IOException {
        assertThat(after(LedgerEntry.first().takenOver(), 5, 4, Optional.of(third))
                        .fault())
                .hasValueSatisfying(fault -> assertThat(fault).contains("follows " + second.id()));
    }

    @Test
    void aFileThatTheNewestWithdrawsIsNotAppended() throws IOException {
        put(fourth.withdrawing(List.of(FILE)).repeating(fourth));
        delete(fourth);
        ReadyEntries ready = after(third, 5, 4, Optional.empty());
        assertThat(sequences(ready)).containsExactly(4L);
        assertThat(ready.entries().get(0).files()).isEmpty();
    }
}
