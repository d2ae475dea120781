package io.parquetry.local;

/** Hears what a stack is doing while the caller waits; called on the caller's thread, in order. */
@FunctionalInterface
public interface NodeListener {

    void progress(NodeEvent progress);

    static NodeListener silent() {
        return progress -> {};
    }
}
