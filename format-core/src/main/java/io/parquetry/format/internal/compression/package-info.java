/**
 * Compression and decompression (Compression.md), with one compressor and one decompressor for each codec. This is
 * the only package that imports codec libraries. It knows ranges of arrays and the decompressed length, not pages.
 *
 * <p>The public classes check ranges and lengths; package-private classes implement the codecs. Contexts of the
 * libraries are large (ZSTD: more than a megabyte), so they are not created for each file or thread but shared
 * through {@link io.parquetry.format.internal.compression.Pool}: there are as many as are in use at once.
 */
package io.parquetry.format.internal.compression;
