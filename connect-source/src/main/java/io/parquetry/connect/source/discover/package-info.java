/**
 * Which files there are for a task, and which of them are whole: {@link io.parquetry.connect.source.discover.Scanner}
 * looks, {@link io.parquetry.connect.source.discover.Assignment} deals files to tasks, {@link
 * io.parquetry.connect.source.discover.FileName} says which names are never read. Nothing here opens a file or knows how
 * far it was sent.
 */
package io.parquetry.connect.source.discover;
