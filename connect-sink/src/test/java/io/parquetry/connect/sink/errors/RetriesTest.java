package io.parquetry.connect.sink.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.sink.config.ErrorSettings;
import io.parquetry.connect.sink.config.ErrorSettings.NullValues;
import io.parquetry.connect.sink.config.ErrorSettings.OnBadRecord;
import io.parquetry.connect.sink.metrics.Figure;
import io.parquetry.connect.sink.metrics.TaskFigures;
import java.io.IOException;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.Test;

/** Pauses double up to the longest, chance moves them by a fifth, and trouble without a commit ends when its time is up. */
class RetriesTest {
    private static final IOException TROUBLE = new IOException("quota exceeded");

    private final TaskFigures figures = new TaskFigures(List.of());

    private Retries retries(double chance) {
        ErrorSettings settings = new ErrorSettings(1_000, 10_000, 60_000, OnBadRecord.REPORT, NullValues.WRITE);
        return new Retries(settings, "file:/lake", () -> chance, figures);
    }

    @Test
    void pausesDoubleUpToTheLongest() {
        Retries retries = retries(0.5);
        List<Long> pauses = List.of(1_000L, 2_000L, 4_000L, 8_000L, 10_000L, 10_000L);
        for (int i = 0; i < pauses.size(); i++) {
            assertThat(retries.failed(TROUBLE, i)).isEqualTo(pauses.get(i));
        }
        assertThat(figures.value(Figure.RETRIES)).isEqualTo(6);
    }

    @Test
    void chanceMakesAPauseAFifthShorterOrLonger() {
        assertThat(retries(0).failed(TROUBLE, 0)).isEqualTo(800);
        assertThat(retries(1).failed(TROUBLE, 0)).isEqualTo(1_200);
    }

    @Test
    void theTaskFailsWhenTheTimeIsUp() {
        Retries retries = retries(0.5);
        retries.failed(TROUBLE, 1_000);
        retries.failed(TROUBLE, 60_999);
        assertThatThrownBy(() -> retries.failed(TROUBLE, 61_000))
                .isInstanceOf(ConnectException.class)
                .isNotInstanceOf(RetriableException.class)
                .hasMessageContaining("file:/lake")
                .hasMessageContaining("3 times in 60000 ms")
                .hasMessageContaining("retry.timeout.ms")
                .hasMessageContaining("quota exceeded");
    }

    @Test
    void aPauseIsNoTimeWithoutFailure() {
        Retries retries = retries(0.5);
        retries.failed(TROUBLE, 0);
        assertThatThrownBy(() -> retries.failed(TROUBLE, 70_000)).isInstanceOf(ConnectException.class);
    }

    @Test
    void aStorageThatCanBeReadButNotWrittenFailsInTheEnd() {
        Retries retries = retries(0.5);
        retries.failed(TROUBLE, 0);
        retries.worked(10_000);
        retries.failed(TROUBLE, 40_000);
        retries.worked(50_000);
        assertThatThrownBy(() -> retries.failed(TROUBLE, 80_000)).isInstanceOf(ConnectException.class);
    }

    @Test
    void aCommitBeginsAnew() {
        Retries retries = retries(0.5);
        retries.failed(TROUBLE, 0);
        retries.committed();
        assertThat(retries.failed(TROUBLE, 100_000)).isEqualTo(1_000);
    }

    @Test
    void soDoesALongTimeWithoutFailure() {
        Retries retries = retries(0.5);
        retries.failed(TROUBLE, 0);
        retries.worked(1_000);
        assertThat(retries.failed(TROUBLE, 60_001)).isEqualTo(1_000);
    }

    @Test
    void theFigureSaysWhetherItFails() {
        Retries retries = retries(0.5);
        assertThat(figures.value(Figure.STORAGE_FAILING)).isZero();
        retries.note(TROUBLE, 0);
        assertThat(figures.value(Figure.STORAGE_FAILING)).isEqualTo(1);
        retries.worked(1);
        assertThat(figures.value(Figure.STORAGE_FAILING)).isZero();
    }
}
