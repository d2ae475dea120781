package io.parquetry.local;

import java.nio.file.Path;
import java.util.List;

/**
 * One broker and its Connect workers, as local processes or elsewhere.
 *
 * <p>Scenarios use this interface and rely on these invariants of any implementation:
 * <ul>
 *   <li>(A) addresses do not change while the stack is open, also when a node is killed and started again;
 *   <li>(B) a node that is started again keeps its data;
 *   <li>(C) {@link #dataDirectory()} is the same path for the caller and for every worker;
 *   <li>(D) closing stops the processes that the stack started and no others.
 * </ul>
 */
public interface KafkaStack extends AutoCloseable {

    /** {@code host:port} under which the caller's clients reach the broker. */
    String bootstrapServers();

    Node broker();

    /** All workers in the order of their start; the first form the group of the settings. */
    List<Worker> workers();

    /** The first worker. */
    default Worker worker() {
        return workers().get(0);
    }

    /** Starts one more worker and waits until it answers; a new group has its own internal topics and connectors. */
    Worker addWorker(String groupId);

    /** A directory for the files of connectors, with the same path for caller and workers. */
    Path dataDirectory();

    @Override
    void close();
}
