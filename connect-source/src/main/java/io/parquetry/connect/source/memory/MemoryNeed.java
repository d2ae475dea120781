package io.parquetry.connect.source.memory;

import java.util.Objects;

/**
 * The estimated heap of an open file.
 *
 * @param path of the file, for messages
 * @param usualBytes with usual reading ahead
 * @param leastBytes without reading ahead
 */
public record MemoryNeed(String path, long usualBytes, long leastBytes) {
    public MemoryNeed {
        Objects.requireNonNull(path, "path");
    }
}
