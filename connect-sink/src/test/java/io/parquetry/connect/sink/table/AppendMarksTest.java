package io.parquetry.connect.sink.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.LocalStorage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files are appended after a position 0 only by those who follow the marker of the ledger. */
class AppendMarksTest {
    private static final LedgerDirectory LEDGER = new LedgerDirectory("lake", "orders", 0);

    @TempDir
    private Path directory;

    private AppendMarks marks() {
        return new AppendMarks(new LocalStorage(directory));
    }

    @Test
    void theFirstPositionMakesTheMarkerAndAllWhoHaveItMayAppend() throws IOException {
        TablePosition first = TablePosition.beginning();
        assertThat(marks().of(LEDGER)).isEmpty();
        assertThat(marks().require(LEDGER, first)).isEmpty();
        assertThat(marks().require(LEDGER, first)).isEmpty();
        assertThat(marks().of(LEDGER)).contains(first.text());
    }

    /** It was set by an appender that read the table before the first files were appended. */
    @Test
    void aSecondBeginningAppendsNothing() throws IOException {
        TablePosition first = TablePosition.beginning();
        AppendMarks marks = marks();
        marks.require(LEDGER, first);
        assertThat(marks.require(LEDGER, TablePosition.beginning()))
                .hasValueSatisfying(fault -> assertThat(fault).contains(first.text()));
        assertThat(marks().require(LEDGER, new TablePosition(7, UUID.randomUUID())))
                .isEmpty();
    }
}
