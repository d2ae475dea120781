/**
 * Encodes and decodes typed values and levels (Encodings.md), and holds the dictionaries that give values their
 * indexes. The package knows no page and no file: it reads and writes ranges of arrays, and reports bytes that
 * contradict the encoding as a {@link io.parquetry.format.CorruptFileException} without a place.
 */
package io.parquetry.format.internal.encoding;
