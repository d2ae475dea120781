package io.parquetry.local;

/**
 * A broker or worker could not be started, reached or stopped; the message has the node, the cause and the end of its
 * log.
 */
public final class StackException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StackException(String message) {
        super(message);
    }

    public StackException(String message, Throwable cause) {
        super(message, cause);
    }
}
