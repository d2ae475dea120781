package io.parquetry.local;

/** One process of a stack: a broker or a worker. */
public interface Node {

    /** {@code broker}, {@code worker-1}, {@code worker-2} and so on; unique within its stack. */
    String name();

    boolean running();

    /** Starts a node that does not run, on the data and the ports it had, and waits until it answers. */
    void start();

    /** Asks the node to shut down in order, waits, and kills it when it does not end in time. */
    void stop();

    /** Ends the node as a crash does (SIGKILL), without a chance to flush or say goodbye; returns when it is gone. */
    void kill();

    /**
     * Halts the node where it stands (SIGSTOP) and returns; to everybody else it is dead, to itself no time passes.
     * With {@link #unpause()} it goes on as a zombie that does not know that others have taken over.
     */
    void pause();

    /** Lets a paused node go on (SIGCONT). */
    void unpause();

    /** The last lines of the node's log, for messages. */
    String logTail();
}
