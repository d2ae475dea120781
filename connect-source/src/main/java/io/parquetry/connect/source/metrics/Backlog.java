package io.parquetry.connect.source.metrics;

/**
 * What a look has shown.
 *
 * @param filesFound files of the task, those that were sent too
 * @param filesLeft files of which something is left
 * @param rowsLeft rows that are left; -1 when that is not known
 * @param bytesLeft bytes of files that are left
 * @param oldestMs when the oldest of these files was changed, milliseconds since 1970
 */
public record Backlog(long filesFound, long filesLeft, long rowsLeft, long bytesLeft, long oldestMs) {}
