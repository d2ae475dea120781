package io.parquetry.format.internal.column;

import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.page.PageWriter;
import io.parquetry.format.schema.LeafColumn;
import java.util.List;

/** Makes the column writers of one file, which share one count of retained bytes. */
public final class ColumnChunkWriters {
    private final List<ChunkSettings> settings;
    private final List<PageWriter> pages;
    private final RetainedBytes retained = new RetainedBytes();

    /** Both lists are in the order of the leaves. */
    public ColumnChunkWriters(List<ChunkSettings> settings, List<PageWriter> pages) {
        this.settings = List.copyOf(settings);
        this.pages = List.copyOf(pages);
    }

    public ColumnChunkWriter create(LeafColumn leaf) {
        return create(leaf, settings.get(leaf.ordinal()), pages.get(leaf.ordinal()));
    }

    private ColumnChunkWriter create(LeafColumn leaf, ChunkSettings settings, PageWriter pages) {
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
