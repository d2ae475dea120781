package io.parquetry.connect.source.config;

/** How much is read at once. */
public record ReadSettings(int batchRecordsMax, long batchBytesMax) {}
