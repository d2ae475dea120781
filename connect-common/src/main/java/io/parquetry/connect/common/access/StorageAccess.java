package io.parquetry.connect.common.access;

/** What a connector does with its storage. */
public enum StorageAccess {
    READ,
    /** Reads as well. */
    WRITE
}
