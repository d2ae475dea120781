package io.parquetry.it;

import java.io.IOException;
import java.nio.file.Files;
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

    /** Whether the sink deletes what another task has begun and not published. */
    default boolean isSwept() {
        return true;
    }

    /** Writes a file as another program does. */
    default void write(String path, byte[] bytes) throws IOException {
        Path file = tree().root().resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    /** Deletes a file as another program does. */
    default void delete(String path) throws IOException {
        Files.deleteIfExists(tree().root().resolve(path));
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
