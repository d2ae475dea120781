package io.parquetry.connect.source.offset;

import java.util.Objects;

/**
 * Which file it was.
 *
 * @param bytes its size; with {@code modifiedMs} it tells without opening a file that it is the same
 * @param modifiedMs its last change, milliseconds since 1970, by the storage's clock
 * @param footer hash of the footer, which tells for sure
 */
public record FileIdentity(long rows, long bytes, long modifiedMs, String footer) {
    public FileIdentity {
        Objects.requireNonNull(footer, "footer");
        if (rows < 0 || bytes < 0) {
            throw new IllegalArgumentException(rows + " rows in " + bytes + " bytes is no file");
        }
    }
}
