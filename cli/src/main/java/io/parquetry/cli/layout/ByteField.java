package io.parquetry.cli.layout;

/**
 * Some bytes and what they say: a field, an element of a list, the end of a struct, a run of levels, a value.
 *
 * @param depth 0 for the outermost ones; what is inside of a field follows it with a higher depth
 * @param at first byte, counted from the first of the structure
 * @param length its bytes; for a struct or list without those of its fields or elements
 */
record ByteField(int depth, int at, int length, String name, String value) {
    /** The same field in a structure that begins so many bytes earlier. */
    ByteField movedBy(int bytes) {
        return new ByteField(depth, at + bytes, length, name, value);
    }
}
