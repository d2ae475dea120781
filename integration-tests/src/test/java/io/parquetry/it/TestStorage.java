package io.parquetry.it;

import java.nio.file.Path;

/** A storage of connectors that the scenario can read. */
interface TestStorage extends AutoCloseable {
    /** The value of {@code storage.url}. */
    String url();

    /** The current content. */
    ParquetTree tree();

    @Override
    void close();

    /** A directory with the same path for test and workers. */
    static TestStorage local(Path directory) {
        return new TestStorage() {
            @Override
            public String url() {
                return directory.toUri().toString();
            }

            @Override
            public ParquetTree tree() {
                return new ParquetTree(directory);
            }

            @Override
            public void close() {}
        };
    }
}
