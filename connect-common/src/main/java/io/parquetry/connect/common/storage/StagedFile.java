package io.parquetry.connect.common.storage;

import java.util.Objects;

/**
 * A file that is durable and not visible yet. Any process that has this handle can publish the file; a ledger stores it
 * as three texts.
 *
 * @param temporary the path under which it was written, or to which it was renamed to set it aside
 * @param path where it is published
 * @param upload what the storage needs to complete the upload of the file; empty where the temporary file itself gets
 *     another name
 */
public record StagedFile(String temporary, String path, String upload) {
    private static final int UPLOAD_CHARS_MAX = 2_048;

    public StagedFile {
        StoragePath.requireFile(temporary);
        StoragePath.requireFile(path);
        Objects.requireNonNull(upload, "upload");
        if (upload.length() > UPLOAD_CHARS_MAX) {
            throw new IllegalArgumentException("the handle of an upload to " + path + " has " + upload.length()
                    + " characters, where at most " + UPLOAD_CHARS_MAX + " are allowed");
        }
    }

    /** A file that is published by giving it another name. */
    public StagedFile(String temporary, String path) {
        this(temporary, path, "");
    }

    /** Whether the storage has the file as an upload, which it may drop when it is old. */
    public boolean isUpload() {
        return !upload.isEmpty();
    }
}
