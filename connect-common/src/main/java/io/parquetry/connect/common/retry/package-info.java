/**
 * Retries when a storage fails: {@link io.parquetry.connect.common.retry.RetryKeys} defines the key, {@link
 * io.parquetry.connect.common.retry.Retries} gives the pauses and ends the retries. The caller waits and repeats its
 * work.
 */
package io.parquetry.connect.common.retry;
