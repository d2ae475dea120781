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
 * @param fileId the number that the file keeps while it is written and renamed, such as its inode, and that another
 *     file at its path does not have; 0 where the storage has no such number
 */
public record StoredFile(String path, long bytes, long modifiedMs, String version, long fileId) {
    public StoredFile {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(version, "version");
    }

    /** A file of a storage without numbers of files. */
    public StoredFile(String path, long bytes, long modifiedMs, String version) {
        this(path, bytes, modifiedMs, version, 0);
    }

    /** A file of a storage without versions and numbers of files. */
    public StoredFile(String path, long bytes, long modifiedMs) {
        this(path, bytes, modifiedMs, "", 0);
    }

    /** The same file under another path. */
    public StoredFile at(String otherPath) {
        return new StoredFile(otherPath, bytes, modifiedMs, version, fileId);
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
        return path.equals(earlier.path) && isSame(earlier.bytes, earlier.modifiedMs, earlier.version, earlier.fileId);
    }

    /**
     * Whether the file of this path is still what it was, as far as the storage tells: by size and version, or, where
     * one of the two has no version, by size, time and, where both have one, the number of the file.
     */
    public boolean isSame(long bytesBefore, long modifiedMsBefore, String versionBefore, long fileIdBefore) {
        boolean hasVersions = hasVersion() && !versionBefore.isEmpty();
        boolean hasIds = fileId != 0 && fileIdBefore != 0;
        return bytes == bytesBefore
                && (hasVersions
                        ? version.equals(versionBefore)
                        : modifiedMs == modifiedMsBefore && (!hasIds || fileId == fileIdBefore));
    }
}
