package io.parquetry.connect.common.retry;

/**
 * Pauses and timeout of retries when a storage fails.
 *
 * @param backoffMs pause after the first failure
 * @param backoffMaxMs longest pause
 * @param timeoutMs how long a series of failures may last before the task fails
 */
public record RetrySettings(long backoffMs, long backoffMaxMs, long timeoutMs) {}
