package io.parquetry.storage.hadoop;

import java.io.IOException;

/**
 * Sets the plugin's class loader as the context class loader, with which Hadoop loads classes and services. On threads
 * that the Connect worker did not start, the context class loader does not see the plugin. Threads that Hadoop starts
 * inherit it.
 */
final class ContextClassLoader {
    private ContextClassLoader() {}

    /** A call of Hadoop. */
    @FunctionalInterface
    interface Step<T> {
        T run() throws IOException;
    }

    static <T> T during(Step<T> step) throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ContextClassLoader.class.getClassLoader());
        try {
            return step.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
