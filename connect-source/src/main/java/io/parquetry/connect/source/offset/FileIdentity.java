package io.parquetry.connect.source.offset;

import io.parquetry.connect.common.storage.StoredFile;
import java.util.Objects;

/**
 * Identifies the file whose rows were sent.
 *
 * @param bytes its size; size and version, or {@code modifiedMs} without a version, identify the file without opening
 *     it
 * @param modifiedMs when it was modified, milliseconds since 1970, by the storage's clock
 * @param version as the storage listed it; empty where the storage has no versions, or an earlier version of the
 *     connector has opened the file
 * @param footer a hash of the footer, which identifies the file for certain
 */
public record FileIdentity(long rows, long bytes, long modifiedMs, String version, String footer) {
    public FileIdentity {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(footer, "footer");
        if (rows < 0 || bytes < 0) {
            throw new IllegalArgumentException(rows + " rows in " + bytes + " bytes are not a file");
        }
    }

    /** Whether a listing shows the file as it was. */
    boolean isOf(StoredFile listed) {
        return listed.isSame(bytes, modifiedMs, version);
    }
}
