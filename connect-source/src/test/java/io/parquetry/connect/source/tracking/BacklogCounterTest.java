package io.parquetry.connect.source.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.metrics.Backlog;
import io.parquetry.connect.source.offset.FileIdentity;
import io.parquetry.connect.source.offset.FilePosition;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is unsent, counted where footers were read and estimated where not. */
class BacklogCounterTest {
    private final BacklogCounter counter = new BacklogCounter();

    /** A file of 10 rows that was opened. */
    private static TrackedFile opened(long row) {
        FilePosition position = new FilePosition(row, Optional.of(new FileIdentity(10, 100, 5, "", "ab12", 0, "")));
        return new TrackedFile(DataFiles.of("a.parquet", 100, 5), Optional.of(position), null, 1, 0);
    }

    private static TrackedFile unopened(long bytes, long modifiedMs) {
        return new TrackedFile(DataFiles.of("b.parquet", bytes, modifiedMs), Optional.empty(), null, 1, 0);
    }

    @Test
    void theRowsOfOpenedFilesAreCounted() {
        counter.addFound();
        counter.addFound();
        counter.addFooter(10, 100);

        assertThat(counter.backlog(List.of(opened(4)))).isEqualTo(new Backlog(2, 1, 6, 60, 5));
    }

    @Test
    void theRowsOfOtherFilesAreEstimatedByTheirSize() {
        counter.addFooter(10, 100);
        counter.addFooter(20, 400);

        assertThat(counter.backlog(List.of(opened(4), unopened(1_000, 3))))
                .isEqualTo(new Backlog(0, 2, 6 + 60, 60 + 1_000, 3));
    }

    @Test
    void theRowsAreUnknownBeforeAnyFooterIs() {
        assertThat(counter.backlog(List.of(unopened(1_000, 3))).rowsLeft()).isEqualTo(-1);
        assertThat(counter.backlog(List.of()).rowsLeft()).isZero();
    }

    @Test
    void aScanCountsItsFilesAnew() {
        counter.addFound();
        counter.beginScan();
        counter.addFound();

        assertThat(counter.backlog(List.of())).isEqualTo(new Backlog(1, 0, 0, 0, Long.MAX_VALUE));
    }
}
