/**
 * Compression.md: bytes to fewer bytes and back, one compressor and one decompressor per codec. This is the only package
 * that imports codec libraries. It knows no page: it gets ranges of arrays and the length that must come out.
 *
 * <p>The public classes check ranges and lengths; the package-private ones beneath do the work. Contexts of the libraries
 * are costly (ZSTD: more than a megabyte), so they are neither per file nor per thread but shared through {@link
 * io.parquetry.format.internal.compression.Pool}: there are as many as are in use at once.
 */
package io.parquetry.format.internal.compression;
