package io.parquetry.cli.layout;

/**
 * A run of bytes of the file that belong to one thing.
 *
 * @param rowGroup of a chunk or of its index; -1 for others
 * @param column ordinal of the leaf column, likewise
 */
record FileRegion(Kind kind, long offset, long length, int rowGroup, int column) {
    /** What the bytes are. */
    enum Kind {
        MAGIC,
        CHUNK,
        BLOOM_FILTER,
        COLUMN_INDEX,
        OFFSET_INDEX,
        FOOTER,
        FOOTER_LENGTH,
        /** The metadata of a column chunk once more, behind its pages, where some writers put it. */
        METADATA_COPY,
        /** A page that no footer assigns to a column. */
        LOST_PAGE,
        /** Bytes that nothing points to. */
        UNKNOWN
    }

    static FileRegion of(Kind kind, long offset, long length) {
        return new FileRegion(kind, offset, length, -1, -1);
    }

    long end() {
        return offset + length;
    }
}
