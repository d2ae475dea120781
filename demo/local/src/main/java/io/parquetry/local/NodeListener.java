package io.parquetry.local;

/** Receives the events of a stack while the caller waits; called on the caller's thread, in order. */
@FunctionalInterface
public interface NodeListener {

    void onEvent(NodeEvent event);

    static NodeListener silent() {
        return event -> {};
    }
}
