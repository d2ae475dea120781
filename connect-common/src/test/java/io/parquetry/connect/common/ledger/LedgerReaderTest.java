package io.parquetry.connect.common.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Only entries in the line count, also while entries come and go; a ledger that was damaged is named. */
class LedgerReaderTest {
    private static final LedgerDirectory DIRECTORY = new LedgerDirectory("sink", "orders", 0);

    private final MemoryDisk disk = new MemoryDisk();
    private final MemoryStorage storage = new MemoryStorage(disk);
    private final LedgerReader reader = new LedgerReader(storage, DIRECTORY.path());

    private LedgerEntry put(LedgerEntry entry) {
        disk.place(DIRECTORY.entry(entry.sequence()), entry.format());
        return entry;
    }

    private LedgerEntry line(int entries) throws IOException {
        LedgerEntry newest = put(LedgerEntry.first());
        for (int i = 1; i < entries; i++) {
            newest = put(newest.takenOver());
        }
        return newest;
    }

    private void putMarker() {
        disk.place(DIRECTORY.path() + "/" + LedgerDirectory.BEGUN, new byte[0]);
    }

    @Test
    void aLedgerThatHasNotBegunHasNoNewestEntry() throws IOException {
        assertThat(reader.newestSequence()).isEmpty();
        assertThat(reader.newest()).isEmpty();
        assertThat(reader.hasBegun()).isFalse();
        assertThat(reader.read(1)).isEmpty();
    }

    @Test
    void theHighestNumberIsTheNewest() throws IOException {
        LedgerEntry newest = line(11);
        assertThat(reader.newestSequence()).hasValue(11);
        assertThat(reader.newest()).contains(newest);
        assertThat(reader.newest(OptionalLong.of(11)).map(LedgerReader.InLine::entry))
                .contains(newest);
    }

    @Test
    void anEntryCountsByItsPredecessor() throws IOException {
        LedgerEntry first = put(LedgerEntry.first());
        LedgerEntry second = put(first.takenOver());
        assertThat(reader.isInLine(first)).isTrue();
        assertThat(reader.isInLine(second)).isTrue();
        put(LedgerEntry.first());
        assertThat(reader.isInLine(second)).isFalse();
        storage.delete(DIRECTORY.entry(1));
        assertThat(reader.isInLine(second)).isFalse();
        putMarker();
        assertThat(reader.hasBegun()).isTrue();
        assertThat(reader.isInLine(first)).isFalse();
    }

    @Test
    void aStrayEntryThatALaterListingDoesNotShowIsPassedOver() throws IOException {
        LedgerEntry newest = line(5);
        LedgerEntry stray = LedgerEntry.first().takenOver();
        disk.place(DIRECTORY.entry(2), stray.format());
        storage.delete(DIRECTORY.entry(1));
        assertThat(reader.newest(OptionalLong.of(2)).map(LedgerReader.InLine::entry))
                .contains(newest);
        assertThat(reader.newest(OptionalLong.of(1)).map(LedgerReader.InLine::entry))
                .contains(newest);
    }

    @Test
    void aLedgerThatBeginsBetweenTheListingAndTheMarkerIsReadAgain() throws IOException {
        LedgerEntry newest = line(3);
        putMarker();
        assertThat(reader.newest(OptionalLong.empty()).map(LedgerReader.InLine::entry))
                .contains(newest);
    }

    @Test
    void aNewestEntryWithoutPredecessorIsNamed() throws IOException {
        line(3);
        storage.delete(DIRECTORY.entry(2));
        assertThatThrownBy(reader::newest)
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining(DIRECTORY.entry(3))
                .hasMessageContaining("its predecessor, entry 2,")
                .hasMessageContaining("delete the directory");
    }

    @Test
    void aFirstEntryBesideTheMarkerIsNamed() {
        put(LedgerEntry.first());
        putMarker();
        assertThatThrownBy(reader::newest)
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining(DIRECTORY.entry(1))
                .hasMessageContaining("is the first");
    }

    @Test
    void entriesThatWereDeletedAreMissed() {
        putMarker();
        assertThatThrownBy(reader::newest)
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("has no entry")
                .hasMessageContaining(DIRECTORY.path());
    }

    @Test
    void anEntryThatWasChangedIsRefusedWithItsPath() {
        for (String document : List.of("", "{", "{\"format\":3}")) {
            disk.place(DIRECTORY.entry(1), document.getBytes(StandardCharsets.UTF_8));
            assertThatThrownBy(reader::newest)
                    .as(document)
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining(DIRECTORY.entry(1));
        }
        disk.place(DIRECTORY.entry(1), LedgerEntry.first().takenOver().format());
        assertThatThrownBy(reader::newest).hasMessageContaining("its number is 2");
    }

    @Test
    void anEntryOfAnEarlierVersionCountsWithoutPredecessor() throws IOException {
        disk.place(
                DIRECTORY.entry(8),
                "{\"format\":1,\"seq\":8,\"epoch\":3,\"nextOffset\":5,\"generation\":0,\"files\":[]}"
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(reader.newest().orElseThrow().nextOffset()).hasValue(5);
    }
}
