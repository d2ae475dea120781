package io.parquetry.local;

/** A process: the broker or a worker of a stack, or an object store. */
public interface Node {

    /** {@code broker}, {@code worker-1}, {@code worker-2} and so on, {@code s3proxy}, or {@code azurite}. */
    String name();

    boolean running();

    /** Starts a stopped node with its previous data and ports, and waits until it is ready. */
    void start();

    /** Asks the node to shut down, waits, and kills it when it does not exit in time. */
    void stop();

    /**
     * Kills the node as a crash does (SIGKILL), without a flush or a leave request; returns when the process is gone.
     */
    void kill();

    /**
     * Pauses the process (SIGSTOP) and returns. Others take the node for dead. After {@link #unpause()} it runs on as a
     * zombie that does not know that others have taken over.
     */
    void pause();

    /** Resumes a paused node (SIGCONT). */
    void unpause();

    /** The last lines of the node's log, for messages. */
    String logTail();
}
