package io.parquetry.connect.common.ledger;

import io.parquetry.connect.common.storage.StoragePath;
import java.util.Objects;

/**
 * A closed file that an entry publishes.
 *
 * @param temporaryName its name in the ledger's directory until then
 * @param path its final path in the storage
 * @param rows number of records, which may be less than the offsets between first and last
 * @param bytes its length
 */
public record LedgerFile(String temporaryName, String path, long firstOffset, long lastOffset, long rows, long bytes) {
    public LedgerFile {
        Objects.requireNonNull(temporaryName, "temporaryName");
        if (!StoragePath.isName(temporaryName)) {
            throw new IllegalArgumentException("\"" + temporaryName + "\" is not the name of a file");
        }
        StoragePath.requireFile(path);
        if (firstOffset < 0 || lastOffset < firstOffset) {
            throw new IllegalArgumentException("offsets " + firstOffset + " to " + lastOffset + " are not a range");
        }
        if (rows < 1 || rows - 1 > lastOffset - firstOffset || bytes < 1) {
            throw new IllegalArgumentException(rows + " rows in " + bytes + " bytes cannot be a file of the offsets "
                    + firstOffset + " to " + lastOffset);
        }
    }
}
