package io.parquetry.connect.common.ledger;

import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.StoragePath;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A closed file that an entry publishes.
 *
 * @param temporaryName its name in the ledger's directory until then
 * @param path its final path in the storage
 * @param rows number of records, which may be less than the offsets between first and last
 * @param bytes its length
 * @param upload where the storage has the file as an upload; empty where the temporary file gets its final name
 */
public record LedgerFile(
        String temporaryName,
        String path,
        long firstOffset,
        long lastOffset,
        long rows,
        long bytes,
        Optional<Upload> upload) {
    /**
     * A file that the storage has as an upload, and may drop before it is published.
     *
     * @param handle of the {@link StagedFile}
     * @param offsets all that are in the file: those of a file that was dropped are written again
     */
    public record Upload(String handle, OffsetSet offsets) {
        public Upload {
            if (handle.isEmpty() || offsets.isEmpty()) {
                throw new IllegalArgumentException("an upload has a handle and offsets");
            }
        }
    }

    /** A file that is published by a rename. */
    public LedgerFile(String temporaryName, String path, long firstOffset, long lastOffset, long rows, long bytes) {
        this(temporaryName, path, firstOffset, lastOffset, rows, bytes, Optional.empty());
    }

    public LedgerFile {
        Objects.requireNonNull(temporaryName, "temporaryName");
        if (!StoragePath.isName(temporaryName)) {
            throw new IllegalArgumentException("\"" + temporaryName + "\" is not the name of a file");
        }
        StoragePath.requireFile(path);
        Objects.requireNonNull(upload, "upload");
        if (firstOffset < 0 || lastOffset < firstOffset) {
            throw new IllegalArgumentException("offsets " + firstOffset + " to " + lastOffset + " are not a range");
        }
        if (rows < 1 || rows - 1 > lastOffset - firstOffset || bytes < 1) {
            throw new IllegalArgumentException(rows + " rows in " + bytes + " bytes cannot be a file of the offsets "
                    + firstOffset + " to " + lastOffset);
        }
    }

    /** The same file, staged. */
    public LedgerFile stagedAs(StagedFile staged, OffsetSet offsets) {
        Optional<Upload> where = staged.isUpload()
                ? Optional.of(new Upload(staged.upload(), OffsetSet.union(firstOffset, List.of(offsets))))
                : Optional.empty();
        return new LedgerFile(temporaryName, path, firstOffset, lastOffset, rows, bytes, where);
    }

    /** The same file, published. */
    public LedgerFile withoutUpload() {
        return new LedgerFile(temporaryName, path, firstOffset, lastOffset, rows, bytes);
    }

    /** The handle to publish it. */
    public StagedFile staged(String directory) {
        return new StagedFile(
                StoragePath.in(directory, temporaryName),
                path,
                upload.map(Upload::handle).orElse(""));
    }
}
