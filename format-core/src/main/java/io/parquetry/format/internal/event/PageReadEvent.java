package io.parquetry.format.internal.event;

import io.parquetry.format.Place;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.PageHeader;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A data page was decompressed, or taken from a helper thread that had done so. */
@Name("parquetry.PageRead")
@Label("Page Read")
@Category("Parquetry")
@Description("A data page was decompressed, or taken from a helper thread that had done so")
@StackTrace(false)
public final class PageReadEvent extends ColumnEvent {
    @Label("Encoding")
    String encoding;

    private PageReadEvent() {}

    /** Starts the time that the event takes. */
    public static PageReadEvent start() {
        PageReadEvent event = new PageReadEvent();
        event.begin();
        return event;
    }

    public void finish(Place place, Encoding pageEncoding, PageHeader header) {
        end();
        if (shouldCommit()) {
            file = place.file();
            rowGroup = place.rowGroup();
            column = place.column();
            encoding = pageEncoding.name();
            entries = header.entries();
            bytes = header.compressedBytes();
            uncompressedBytes = header.uncompressedBytes();
            commit();
        }
    }
}
