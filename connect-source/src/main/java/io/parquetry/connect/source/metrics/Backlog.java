package io.parquetry.connect.source.metrics;

/**
 * The files and rows that a task still had to send when it last scanned the storage.
 *
 * @param filesFound files of the task, including those that were sent
 * @param filesLeft files that are not sent completely
 * @param rowsLeft rows that are not sent; -1 when unknown
 * @param bytesLeft bytes of files that are not sent
 * @param oldestMs when the oldest of these files was modified, milliseconds since 1970
 */
public record Backlog(long filesFound, long filesLeft, long rowsLeft, long bytesLeft, long oldestMs) {}
