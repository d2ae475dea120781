package io.parquetry.cli.layout;

/**
 * A defect of the file.
 *
 * @param where the place, as a reader of the page knows it
 * @param what what is wrong
 * @param offset position in the file, or -1 when none is known
 */
record Problem(String where, String what, long offset) {}
