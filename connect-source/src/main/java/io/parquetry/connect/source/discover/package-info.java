/**
 * Finds the files of a task: {@link io.parquetry.connect.source.discover.StorageScanner} lists the storage, {@link
 * io.parquetry.connect.source.discover.TaskAssignment} assigns files to tasks, {@link
 * io.parquetry.connect.source.discover.AsideName} is the name of a file while it is deleted or moved. Nothing here
 * opens a file or knows which rows of it were sent.
 */
package io.parquetry.connect.source.discover;
