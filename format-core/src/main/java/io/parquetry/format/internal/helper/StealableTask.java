package io.parquetry.format.internal.helper;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A task whose result its owner needs soon, and which a helper thread may run meanwhile. The task runs once, on the
 * thread that begins first.
 */
public final class StealableTask<T> {
    private final FutureTask<T> task;
    private final long heapBytes;

    /** @param heapBytes heap that the task holds at most until it is done */
    public StealableTask(Callable<T> task, long heapBytes) {
        this.task = new FutureTask<>(task);
        this.heapBytes = heapBytes;
    }

    /** Offers the task to helper threads; returns whether they accepted it. */
    public boolean offerTo(HelperPool helpers) {
        return helpers.offer(task, heapBytes);
    }

    /** Runs the task, unless another thread has begun. */
    public void begin() {
        task.run();
    }

    public boolean isDone() {
        return task.isDone();
    }

    /**
     * The result of the task, which runs now if no thread has begun. An exception of the task is thrown here, in each
     * call. An interrupt does not end the wait, which is short; the thread's interrupt flag is set again.
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

    /** Waits until the task is done or has failed; {@link #result} then returns or throws. */
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
                : new IllegalStateException("a task of a helper thread failed: " + thrown, thrown);
    }
}
