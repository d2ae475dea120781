package io.parquetry.connect.sink.config;

/**
 * How much memory is used.
 *
 * @param bufferBytes what the open files of all tasks in the worker may hold together
 */
public record MemorySettings(long bufferBytes) {}
