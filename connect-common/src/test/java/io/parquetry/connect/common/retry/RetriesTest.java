package io.parquetry.connect.common.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.Test;

/** Pauses double up to a maximum with a random fifth more or less, and failures without progress end at the timeout. */
class RetriesTest {
    private static final IOException FAILURE = new IOException("quota exceeded");

    private final Recorder recorder = new Recorder();

    private static final class Recorder implements Retries.Listener {
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

    private Retries retries(double random) {
        return new Retries(new RetryPauses(1_000, 10_000, () -> random), 60_000, "file:/lake", recorder);
    }

    @Test
    void pausesDoubleUpToTheLongest() {
        Retries retries = retries(0.5);
        List<Long> pauses = List.of(1_000L, 2_000L, 4_000L, 8_000L, 10_000L, 10_000L);
        for (int i = 0; i < pauses.size(); i++) {
            assertThat(retries.failed(FAILURE, i)).isEqualTo(pauses.get(i));
        }
        assertThat(recorder.retries).isEqualTo(6);
    }

    @Test
    void aPauseIsUpToAFifthShorterOrLonger() {
        assertThat(retries(0).failed(FAILURE, 0)).isEqualTo(800);
        assertThat(retries(1).failed(FAILURE, 0)).isEqualTo(1_200);
    }

    @Test
    void theTaskFailsAtTheTimeout() {
        Retries retries = retries(0.5);
        retries.failed(FAILURE, 1_000);
        retries.failed(FAILURE, 60_999);
        assertThatThrownBy(() -> retries.failed(FAILURE, 61_000))
                .isInstanceOf(ConnectException.class)
                .isNotInstanceOf(RetriableException.class)
                .hasMessageContaining("file:/lake")
                .hasMessageContaining("3 times in 60000 ms")
                .hasMessageContaining("retry.timeout.ms")
                .hasMessageContaining("quota exceeded");
    }

    @Test
    void aPauseDoesNotEndASeriesOfFailures() {
        Retries retries = retries(0.5);
        retries.failed(FAILURE, 0);
        assertThatThrownBy(() -> retries.failed(FAILURE, 70_000)).isInstanceOf(ConnectException.class);
    }

    @Test
    void aStorageThatCanBeReadButNotWrittenFailsInTheEnd() {
        Retries retries = retries(0.5);
        retries.failed(FAILURE, 0);
        retries.succeeded(10_000);
        retries.failed(FAILURE, 40_000);
        retries.succeeded(50_000);
        assertThatThrownBy(() -> retries.failed(FAILURE, 80_000)).isInstanceOf(ConnectException.class);
    }

    @Test
    void progressEndsASeriesOfFailures() {
        Retries retries = retries(0.5);
        retries.failed(FAILURE, 0);
        retries.progressed();
        assertThat(retries.failed(FAILURE, 100_000)).isEqualTo(1_000);
    }

    @Test
    void aTimeoutWithoutFailureEndsASeriesOfFailures() {
        Retries retries = retries(0.5);
        retries.failed(FAILURE, 0);
        retries.succeeded(1_000);
        assertThat(retries.failed(FAILURE, 60_001)).isEqualTo(1_000);
    }

    @Test
    void theListenerIsToldWhenFailuresBeginAndEnd() {
        Retries retries = retries(0.5);
        assertThat(recorder.failing).isFalse();
        retries.record(FAILURE, 0);
        assertThat(recorder.failing).isTrue();
        retries.succeeded(1);
        assertThat(recorder.failing).isFalse();
    }
}
