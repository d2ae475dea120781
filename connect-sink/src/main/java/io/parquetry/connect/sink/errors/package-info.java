/**
 * Bad records: records that cannot be stored. They are reported, counted or fail the task, but are never skipped
 * without a word. Failures of the storage, which are retried, are handled elsewhere ({@code Retries}).
 */
package io.parquetry.connect.sink.errors;
