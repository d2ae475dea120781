package io.parquetry.it;

import java.nio.file.Path;
import java.util.Map;

/** A storage of connectors that the scenario can read. */
interface TestStorage extends AutoCloseable {
    /** The value of {@code storage.url}. */
    String url();

    /** What connectors need beside the URL. */
    default Map<String, String> config() {
        return Map.of();
    }

    /** The current content. */
    ParquetTree tree();

    /** How many files the sink has begun and not published. */
    default int unpublished() {
        return tree().temporary().size();
    }

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
