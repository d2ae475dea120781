/**
 * How a storage that fails is tried again: {@link io.parquetry.connect.common.retry.RetryKeys} is what the user can set,
 * {@link io.parquetry.connect.common.retry.Retries} says how long to pause and when it has been enough. Whoever uses it
 * does the waiting, and knows what is to be tried.
 */
package io.parquetry.connect.common.retry;
