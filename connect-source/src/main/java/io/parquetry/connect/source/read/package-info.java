/**
 * Reads one file: {@link io.parquetry.connect.source.read.FileOpener} opens a file at a row and decides whether it is
 * scanned for damage first, {@link io.parquetry.connect.source.read.FileRows} gives its rows and their positions.
 * Which file is read next, and which rows were sent, is not known here.
 */
package io.parquetry.connect.source.read;
