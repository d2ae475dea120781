package io.parquetry.format.internal.helper;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Work that its owner needs done before long, and that a spare core may do meanwhile. It is done once, by whoever begins
 * first.
 */
public final class StealableTask<T> {
    private final FutureTask<T> task;
    private final long heapBytes;

    /** @param heapBytes heap that the work holds until it is done, at most */
    public StealableTask(Callable<T> work, long heapBytes) {
        this.task = new FutureTask<>(work);
        this.heapBytes = heapBytes;
    }

    /** Lets spare cores have the work, or says that there is none, or that enough is waiting for them. */
    public boolean offerTo(HelperPool cores) {
        return cores.take(task, heapBytes);
    }

    /** Does the work, unless somebody has begun. */
    public void begin() {
        task.run();
    }

    public boolean isDone() {
        return task.isDone();
    }

    /**
     * What came of the work, which is done now if nobody has begun. What the work threw is thrown here, each time. An
     * interrupt does not end the wait, which is short, and is kept for later.
     */
    public T result() {
        task.run();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw unchecked(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns when the work is done or has failed, which {@link #result} will tell. */
    public void await() {
        try {
            result();
        } catch (RuntimeException | Error e) {
            return;
        }
    }

    private static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException exception
                ? exception
                : new IllegalStateException("work that was handed over failed: " + thrown, thrown);
    }
}
