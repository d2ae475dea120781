package io.parquetry.connect.common.retry;

/**
 * How a storage that fails is tried again.
 *
 * @param backoffMs pause after it has failed once
 * @param backoffMaxMs longest pause, however often it has failed
 * @param timeoutMs how long it may fail before the task does
 */
public record RetrySettings(long backoffMs, long backoffMaxMs, long timeoutMs) {}
