package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.encoding.Utf8;
import io.parquetry.format.internal.page.PageWriter;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.util.List;

/** Makes the column writers of one file, which share one count of retained bytes. */
public final class ColumnChunkWriters {
    private final List<ChunkSettings> settings;
    private final List<PageWriter> pages;
    private final List<ColumnHints> hints;
    private final RetainedBytes retained = new RetainedBytes();
    private final PendingPages pendingPages = new PendingPages(retained);
    private final Utf8 utf8 = new Utf8();

    /**
     * Both lists are in the order of the leaves.
     *
     * @param hints are used, and updated by the chunks that are written
     */
    public ColumnChunkWriters(
            MessageType schema, List<ChunkSettings> settings, List<PageWriter> pages, SchemaEncodingHints hints) {
        this.settings = List.copyOf(settings);
        this.pages = List.copyOf(pages);
        this.hints = hints.of(schema);
    }

    public ColumnChunkWriter create(LeafColumn leaf) {
        ColumnContext context = new ColumnContext(
                leaf,
                settings.get(leaf.ordinal()),
                pages.get(leaf.ordinal()),
                pendingPages,
                hints.get(leaf.ordinal()),
                retained,
                utf8);
        return switch (leaf.type().physicalType()) {
            case BOOLEAN -> new BooleanColumnWriter(context);
            case INT32, FLOAT -> new IntColumnWriter(context);
            case INT64, DOUBLE -> new LongColumnWriter(context);
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> new BinaryColumnWriter(context);
        };
    }

    /** Heap that buffers and pages of all columns hold; a page that was not collected yet counts with its maximum. */
    public long retainedBytes() {
        return retained.bytes();
    }

    /** Hands the pages that have been compressed meanwhile to their columns. */
    public void collectPages() {
        pendingPages.collectFinished();
    }

    /** Finishes the pages that have been cut, so that they count with their actual bytes. */
    public void finishPages() {
        pendingPages.finishAll();
    }
}
