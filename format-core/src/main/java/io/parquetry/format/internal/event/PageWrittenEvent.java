package io.parquetry.format.internal.event;

import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.LeafColumn;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A page was encoded and compressed; it is written with its row group. */
@Name("parquetry.PageWritten")
@Label("Page Written")
@Category("Parquetry")
@Description("A page was encoded and compressed; it is written with its row group")
@StackTrace(false)
public final class PageWrittenEvent extends Event {
    @Label("Column")
    String column;

    @Label("Encoding")
    String encoding;

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Uncompressed Bytes")
    @DataAmount
    long uncompressedBytes;

    private PageWrittenEvent() {}

    public static void emit(LeafColumn column, Encoding encoding, int bytes, int uncompressedBytes) {
        PageWrittenEvent event = new PageWrittenEvent();
        if (event.shouldCommit()) {
            event.column = column.dottedPath();
            event.encoding = encoding.name();
            event.bytes = bytes;
            event.uncompressedBytes = uncompressedBytes;
            event.commit();
        }
    }
}
