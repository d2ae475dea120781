package io.parquetry.format.internal.compression;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Contexts of a codec library that wait to be used again. A context belongs to one thread from {@link #take} to {@link
 * #give}; one that failed on the way is closed instead of given back. Being no thread-locals, they hold no class loader
 * of a plugin in threads that outlive it.
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

    T take() {
        T waiting = idle.poll();
        return waiting != null ? waiting : create.get();
    }

    void give(T context) {
        if (!idle.offer(context)) {
            close.accept(context);
        }
    }

    void discard(T context) {
        close.accept(context);
    }
}
