/**
 * Finds the files of a task: {@link io.parquetry.connect.source.discover.Scanner} lists the storage, {@link
 * io.parquetry.connect.source.discover.TaskAssignment} assigns files to tasks. Nothing here opens a file or knows which
 * rows of it were sent.
 */
package io.parquetry.connect.source.discover;
