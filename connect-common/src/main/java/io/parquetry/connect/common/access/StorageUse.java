package io.parquetry.connect.common.access;

/** What a connector does with its storage. */
public enum StorageUse {
    READ,
    /** Reads, too. */
    WRITE
}
