package io.parquetry.connect.source.config;

/** How files are read. */
public record ReadSettings(int batchRecordsMax, long batchBytesMax) {}
