package io.parquetry.local;

import java.nio.file.Path;
import java.util.List;

/**
 * One broker and its Connect workers, wherever they run.
 *
 * <p>Scenarios are written against this interface and hold for any implementation:
 * <ul>
 *   <li>(A) addresses do not change while the stack is open, also when a node is killed and started again;
 *   <li>(B) a node that is started again continues on the data it had;
 *   <li>(C) {@link #dataDirectory()} is the same path for the caller and for every worker;
 *   <li>(D) closing ends what the stack started and nothing else.
 * </ul>
 */
public interface KafkaStack extends AutoCloseable {

    /** {@code host:port} under which the caller's clients reach the broker. */
    String bootstrapServers();

    Node broker();

    /** Every worker in the order of their start; the first ones form the group that the settings asked for. */
    List<Worker> workers();

    /** The first worker. */
    default Worker worker() {
        return workers().get(0);
    }

    /** Starts one more worker and waits until it answers; a new group has its own internal topics and connectors. */
    Worker addWorker(String groupId);

    /** A directory that caller and workers see under the same path, for the files of connectors. */
    Path dataDirectory();

    @Override
    void close();
}
