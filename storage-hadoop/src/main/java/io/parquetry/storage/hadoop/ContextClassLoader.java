package io.parquetry.storage.hadoop;

import java.io.IOException;

/**
 * Lets Hadoop look for its classes and services where ours come from. It asks the thread's context class loader, which on
 * threads that a Connect worker did not prepare is one that does not see the plugin; threads that Hadoop starts inherit it.
 */
final class ContextClassLoader {
    private ContextClassLoader() {}

    /** Something that is done with Hadoop. */
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
