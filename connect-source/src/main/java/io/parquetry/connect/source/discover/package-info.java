/**
 * Which files there are for a task: {@link io.parquetry.connect.source.discover.Scanner} looks, {@link
 * io.parquetry.connect.source.discover.Assignment} deals files to tasks, {@link
 * io.parquetry.connect.source.discover.Glob} is how users say which files they mean. Nothing here opens a file or knows
 * how far it was sent.
 */
package io.parquetry.connect.source.discover;
