package io.parquetry.connect.sink.config;

/**
 * What happens when the storage or a record fails.
 *
 * @param retryBackoffMs pause after the storage has failed
 */
public record ErrorSettings(long retryBackoffMs) {}
