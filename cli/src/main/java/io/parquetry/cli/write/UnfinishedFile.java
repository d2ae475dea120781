package io.parquetry.cli.write;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that is deleted when this is closed, or when the program is interrupted. */
final class UnfinishedFile implements Closeable {
    private final Path path;
    private final Thread onInterrupt;

    UnfinishedFile(Path path) {
        this.path = path;
        this.onInterrupt = new Thread(this::deleteQuietly, "delete " + path);
        Runtime.getRuntime().addShutdownHook(onInterrupt);
    }

    Path path() {
        return path;
    }

    private void deleteQuietly() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // The program is exiting; readers skip files whose name begins with a dot.
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
        try {
            Runtime.getRuntime().removeShutdownHook(onInterrupt);
        } catch (IllegalStateException e) {
            // The program is exiting and runs the hook.
        }
    }
}
