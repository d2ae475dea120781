/**
 * Positions: a {@link io.parquetry.connect.source.offset.FilePosition} in a file, a {@link
 * io.parquetry.connect.source.offset.StreamPoint} in a stream of files, and their form as Connect's source offsets.
 * Nothing is read or sent here.
 */
package io.parquetry.connect.source.offset;
