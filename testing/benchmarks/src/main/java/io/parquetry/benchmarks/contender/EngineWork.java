package io.parquetry.benchmarks.contender;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** What a build of the engine does; the one class that all builds share. */
public interface EngineWork {
    /** Opens a file for records of this schema; the consumer is {@link Closeable} and finishes the file. */
    Consumer<Map<String, ?>> write(String schema, String codec, OptionalInt level, Path file) throws IOException;

    /** Reads all records and returns their number. */
    long read(Path file) throws IOException;
}
