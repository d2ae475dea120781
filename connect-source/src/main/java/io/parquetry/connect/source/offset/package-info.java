/**
 * Places: a {@link io.parquetry.connect.source.offset.FilePosition} in a file, a {@link
 * io.parquetry.connect.source.offset.StreamPoint} in a stream of files, and how Connect keeps them. It reads and sends
 * nothing.
 */
package io.parquetry.connect.source.offset;
