package io.parquetry.table.iceberg;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Runs what it is given at once, in the thread of the caller. An append has one manifest to write, and the library asks
 * its own threads only every 10 ms whether they have ended. It is never shut down.
 */
final class SameThreadExecutor extends AbstractExecutorService {
    static final SameThreadExecutor INSTANCE = new SameThreadExecutor();

    private SameThreadExecutor() {}

    @Override
    public void execute(Runnable command) {
        command.run();
    }

    @Override
    public void shutdown() {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Runnable> shutdownNow() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }
}
