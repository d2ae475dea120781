package io.parquetry.connect.common.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.Test;

/** Pauses double up to the longest, chance moves them by a fifth, and trouble without progress ends when its time is up. */
class RetriesTest {
    private static final IOException TROUBLE = new IOException("quota exceeded");

    private final Shown shown = new Shown();

    private static final class Shown implements Retries.Listener {
        private boolean failing;
        private int retries;

        @Override
        public void failing(boolean now) {
            failing = now;
        }

        @Override
        public void retried() {
            retries++;
        }
    }

    private Retries retries(double chance) {
        return new Retries(new RetrySettings(1_000, 10_000, 60_000), "file:/lake", () -> chance, shown);
    }

    @Test
    void pausesDoubleUpToTheLongest() {
        Retries retries = retries(0.5);
        List<Long> pauses = List.of(1_000L, 2_000L, 4_000L, 8_000L, 10_000L, 10_000L);
        for (int i = 0; i < pauses.size(); i++) {
            assertThat(retries.failed(TROUBLE, i)).isEqualTo(pauses.get(i));
        }
        assertThat(shown.retries).isEqualTo(6);
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
    void progressBeginsAnew() {
        Retries retries = retries(0.5);
        retries.failed(TROUBLE, 0);
        retries.progressed();
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
    void theListenerHearsWhetherItFails() {
        Retries retries = retries(0.5);
        assertThat(shown.failing).isFalse();
        retries.note(TROUBLE, 0);
        assertThat(shown.failing).isTrue();
        retries.worked(1);
        assertThat(shown.failing).isFalse();
    }
}
