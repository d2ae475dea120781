/**
 * One Parquet file under a temporary name, from its first row to its footer. Why and when a file is opened or closed is
 * decided in {@code write} and {@code rotation}; how a closed file becomes visible, in {@code commit}.
 */
package io.parquetry.connect.sink.file;
