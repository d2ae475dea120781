package io.parquetry.it;

import io.parquetry.local.Node;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Kills a node at a moment that the test has chosen. */
final class DelayedKill {
    private DelayedKill() {}

    /** Kills {@code node} after {@code delayMs} and returns when it is gone. */
    static void of(Node node, int delayMs) {
        CompletableFuture.runAsync(node::kill, CompletableFuture.delayedExecutor(delayMs, TimeUnit.MILLISECONDS))
                .join();
    }
}
