package io.parquetry.connect.common.storage;

import java.util.Objects;

/**
 * A file that is durable and not visible yet. Any process that has this handle can publish the file.
 *
 * @param temporary the path under which it was written
 * @param receipt what the storage needs to publish it; empty where the temporary file itself is renamed
 */
public record StagedFile(String temporary, String receipt) {
    private static final int RECEIPT_CHARS_MAX = 2_048;

    public StagedFile {
        StoragePath.requireFile(temporary);
        Objects.requireNonNull(receipt, "receipt");
        if (receipt.length() > RECEIPT_CHARS_MAX) {
            throw new IllegalArgumentException("the receipt of a staged file has " + receipt.length()
                    + " characters, where at most " + RECEIPT_CHARS_MAX + " are allowed");
        }
    }

    /** Whether the storage has the file apart from the temporary one, which other processes need not see. */
    public boolean isApart() {
        return !receipt.isEmpty();
    }
}
