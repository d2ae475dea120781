/**
 * Limits on what open files hold: the memory budget that all tasks of a worker share, the spill files that rows move
 * to when memory is scarce, and the number of files that a task keeps open. Nothing here knows which file a record
 * goes to; {@code write} carries out what the limits require.
 */
package io.parquetry.connect.sink.memory;
