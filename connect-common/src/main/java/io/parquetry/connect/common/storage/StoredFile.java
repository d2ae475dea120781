package io.parquetry.connect.common.storage;

import java.util.Objects;

/**
 * A file in a listing.
 *
 * @param path relative to the storage's root
 * @param bytes length at the moment of the listing
 * @param modifiedMs last change, milliseconds since the epoch, by the storage's clock
 * @param version what the storage calls the content of the file, for comparison only; empty where the storage has no
 *     name for it. Files of one path with the same version have the same content, and a file with a version never
 *     changes in place
 */
public record StoredFile(String path, long bytes, long modifiedMs, String version) {
    public StoredFile {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(version, "version");
    }

    /** A file of a storage without versions. */
    public StoredFile(String path, long bytes, long modifiedMs) {
        this(path, bytes, modifiedMs, "");
    }

    /** The last segment of the path. */
    public String name() {
        return StoragePath.name(path);
    }

    /** Whether the storage knows the content by a version. */
    public boolean hasVersion() {
        return !version.isEmpty();
    }

    /** Whether the file is as an earlier listing showed it. */
    public boolean isSameAs(StoredFile earlier) {
        return path.equals(earlier.path) && isSame(earlier.bytes, earlier.modifiedMs, earlier.version);
    }

    /**
     * Whether the file of this path is still what it was: by size and version, or, where one of the two has no version,
     * by size and time.
     */
    public boolean isSame(long bytesBefore, long modifiedMsBefore, String versionBefore) {
        boolean hasVersions = hasVersion() && !versionBefore.isEmpty();
        return bytes == bytesBefore && (hasVersions ? version.equals(versionBefore) : modifiedMs == modifiedMsBefore);
    }
}
