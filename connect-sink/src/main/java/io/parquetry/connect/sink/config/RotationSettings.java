package io.parquetry.connect.sink.config;

/**
 * When a file ends; 0 switches a limit off.
 *
 * @param records number of records
 * @param bytes length of the file
 * @param ageMs time since its first record was written
 */
public record RotationSettings(long records, long bytes, long ageMs) {}
