package io.parquetry.format.internal.column;

import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.page.PageWriter;
import io.parquetry.format.schema.LeafColumn;

/** Makes the column writers of one file, which share its settings, its page writer and one count of retained bytes. */
public final class ColumnChunkWriters {
    private final ChunkSettings settings;
    private final PageWriter pages;
    private final RetainedBytes retained = new RetainedBytes();

    public ColumnChunkWriters(ChunkSettings settings, PageWriter pages) {
        this.settings = settings;
        this.pages = pages;
    }

    public ColumnChunkWriter create(LeafColumn leaf) {
        return switch (leaf.type().physicalType()) {
            case BOOLEAN -> new BooleanColumnWriter(leaf, settings, pages, retained);
            case INT32, FLOAT -> new IntColumnWriter(leaf, settings, pages, retained);
            case INT64, DOUBLE -> new LongColumnWriter(leaf, settings, pages, retained);
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> new BinaryColumnWriter(leaf, settings, pages, retained);
        };
    }

    /** Heap that the buffers and finished pages of all columns hold. */
    public long retainedBytes() {
        return retained.bytes();
    }
}
