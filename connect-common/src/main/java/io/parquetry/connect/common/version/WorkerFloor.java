package io.parquetry.connect.common.version;

import java.util.stream.Stream;
import org.apache.kafka.common.utils.AppInfoParser;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The oldest worker that the connectors run on. Connectors and tasks ask for it first, because an older worker would
 * fail them later, with a NoSuchMethodError.
 *
 * <p>What counts is what a worker has, not its version: distributions of Kafka have versions of their own.
 */
public final class WorkerFloor {
    private static final String FLOOR = "3.6";

    /** Has come with 3.6 (KIP-793). */
    private static final String METHOD = "originalKafkaOffset";

    private WorkerFloor() {}

    /** @throws ConnectException with the floor and the worker's version when this worker is older */
    public static void require() {
        require(SinkRecord.class, AppInfoParser.getVersion());
    }

    static void require(Class<?> sinkRecord, String workerVersion) {
        if (Stream.of(sinkRecord.getMethods())
                .noneMatch(method -> method.getName().equals(METHOD))) {
            throw new ConnectException("Parquetry needs Kafka Connect " + FLOOR + " or newer, and this worker has "
                    + workerVersion + " (its " + sinkRecord.getSimpleName() + " lacks " + METHOD
                    + "); upgrade the worker");
        }
    }
}
