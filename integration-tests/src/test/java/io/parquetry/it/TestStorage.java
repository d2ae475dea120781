package io.parquetry.it;

import java.nio.file.Path;

/** A storage that connectors of a scenario share, and that the scenario looks into. */
interface TestStorage extends AutoCloseable {
    /** What connectors take as {@code storage.url}. */
    String url();

    /** What is in it now. */
    ParquetTree tree();

    @Override
    void close();

    /** A directory that the test sees as the workers do. */
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
