package io.parquetry.connect.source.offset;

import java.util.Objects;

/**
 * Identifies the file whose rows were sent.
 *
 * @param bytes its size; size and {@code modifiedMs} identify the file without opening it
 * @param modifiedMs when it was modified, milliseconds since 1970, by the storage's clock
 * @param footer a hash of the footer, which identifies the file for certain
 */
public record FileIdentity(long rows, long bytes, long modifiedMs, String footer) {
    public FileIdentity {
        Objects.requireNonNull(footer, "footer");
        if (rows < 0 || bytes < 0) {
            throw new IllegalArgumentException(rows + " rows in " + bytes + " bytes are not a file");
        }
    }
}
