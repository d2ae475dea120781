package io.parquetry.connect.source.send;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Memory for the batches of all source tasks of a worker: a part of the heap, in equal shares. A task builds a batch
 * while the worker still sends the one before, so two of them count.
 */
public final class BatchMemory {
    /** The memory of this plugin in this worker: each plugin has a class loader of its own. */
    public static final BatchMemory OF_WORKER =
            new BatchMemory(Runtime.getRuntime().maxMemory() / 8);

    private static final long BATCHES_OF_TASK = 2;
    private static final long SHARE_BYTES_LEAST = 256 << 10;

    private final long bytesMax;
    private final AtomicInteger tasks = new AtomicInteger();

    /** @param bytesMax for all batches */
    public BatchMemory(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** A task begins. */
    public void enter() {
        tasks.incrementAndGet();
    }

    /** A task ends. */
    public void leave() {
        tasks.decrementAndGet();
    }

    /** Bytes that one batch of a task may take now. */
    public long batchBytesMax() {
        return Math.max(SHARE_BYTES_LEAST, bytesMax / (BATCHES_OF_TASK * Math.max(1, tasks.get())));
    }
}
