package io.parquetry.connect.common.version;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** A worker that is too old is told so in one sentence; every other worker is accepted, whatever it calls itself. */
class WorkerFloorTest {
    /** The record of a worker before 3.6: an offset, but not the one before transformations. */
    static class OldRecord {
        public long kafkaOffset() {
            return 0;
        }
    }

    @Test
    void theErrorNamesTheOldestWorkerAndThisOne() {
        assertThatThrownBy(() -> WorkerFloor.require(OldRecord.class, "3.5.2"))
                .isInstanceOf(ConnectException.class)
                .hasMessageStartingWith("Parquetry needs Kafka Connect 3.6 or newer, and this worker has 3.5.2 (")
                .hasMessageContaining("originalKafkaOffset")
                .hasMessageEndingWith("; upgrade the worker");
    }

    @Test
    void aWorkerThatIsNewEnoughIsAccepted() {
        assertThatCode(WorkerFloor::require).doesNotThrowAnyException();
        assertThatCode(() -> WorkerFloor.require(SinkRecord.class, "7.6.0-ccs")).doesNotThrowAnyException();
    }
}
