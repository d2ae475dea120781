/**
 * Typed values to bytes and back, levels to bytes and back (Encodings.md), and the dictionaries that give values their
 * indexes. It knows no page and no file: ranges come in, ranges go out, and what contradicts the encoding is a {@link
 * io.parquetry.format.CorruptFileException} without a place.
 */
package io.parquetry.format.internal.encoding;
