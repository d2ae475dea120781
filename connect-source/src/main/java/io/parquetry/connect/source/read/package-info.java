/**
 * The rows of a task's files in the order in which they are sent: {@link io.parquetry.connect.source.read.FileTracker} knows
 * every file and how far it was sent, {@link io.parquetry.connect.source.read.StreamReader} merges the files of one
 * stream, {@link io.parquetry.connect.source.read.StreamScheduler} says which stream comes next, {@link io.parquetry.connect.source.read.FileCursor} is one open file, {@code Selection} says what of a file is
 * wanted, {@link io.parquetry.connect.source.read.BatchBudget} when a batch is full. What becomes of a row is {@code
 * convert}'s business.
 */
package io.parquetry.connect.source.read;
