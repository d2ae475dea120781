package io.parquetry.format.internal.event;

import io.parquetry.format.metadata.RowGroupMetadata;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A row group was written, with its last pages and its bloom filters. */
@Name("parquetry.RowGroupWritten")
@Label("Row Group Written")
@Category("Parquetry")
@Description("A row group was written, with its last pages and its bloom filters")
@StackTrace(false)
public final class RowGroupWrittenEvent extends Event {
    @Label("File")
    String file;

    @Label("Row Group")
    int rowGroup;

    @Label("Rows")
    long rows;

    @Label("Columns")
    int columns;

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Uncompressed Bytes")
    @DataAmount
    long uncompressedBytes;

    private RowGroupWrittenEvent() {}

    /** Starts the time that the event takes. */
    public static RowGroupWrittenEvent start() {
        RowGroupWrittenEvent event = new RowGroupWrittenEvent();
        event.begin();
        return event;
    }

    public void finish(String fileName, int ordinal, RowGroupMetadata written) {
        end();
        if (shouldCommit()) {
            file = fileName;
            rowGroup = ordinal;
            rows = written.rows();
            columns = written.columns().size();
            bytes = written.compressedBytes().orElse(0);
            uncompressedBytes = written.uncompressedBytes();
            commit();
        }
    }
}
