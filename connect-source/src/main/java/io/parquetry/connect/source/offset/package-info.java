/**
 * Positions: a {@link io.parquetry.connect.source.offset.FilePosition} in a file, a {@link
 * io.parquetry.connect.source.offset.StreamPoint} in a stream of files, and their form as Connect's source offsets. A
 * {@link io.parquetry.connect.source.offset.SentRecord} carries its position, and {@link
 * io.parquetry.connect.source.offset.DeliveryTracker} counts the worker's answers for the records of a file. Nothing is
 * read or sent here.
 */
package io.parquetry.connect.source.offset;
