package io.parquetry.format.internal.compression;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A pool of contexts of a codec library. A context belongs to one thread from {@link #acquire} to {@link #release};
 * after a failure it is discarded. The contexts are not thread-locals, since these would keep the class loader of a
 * Connect plugin in threads that outlive it.
 */
final class Pool<T> {
    private final Supplier<T> create;
    private final Consumer<T> close;
    private final BlockingQueue<T> idle =
            new ArrayBlockingQueue<>(Runtime.getRuntime().availableProcessors());

    Pool(Supplier<T> create, Consumer<T> close) {
        this.create = create;
        this.close = close;
    }

    T acquire() {
        T context = idle.poll();
        return context != null ? context : create.get();
    }

    void release(T context) {
        if (!idle.offer(context)) {
            close.accept(context);
        }
    }

    void discard(T context) {
        close.accept(context);
    }
}
