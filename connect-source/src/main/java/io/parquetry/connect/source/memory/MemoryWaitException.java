package io.parquetry.connect.source.memory;

/** There is no memory for another open file now; the task waits in the queue and tries again. */
public final class MemoryWaitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MemoryWaitException() {
        super(null, null, false, false);
    }
}
