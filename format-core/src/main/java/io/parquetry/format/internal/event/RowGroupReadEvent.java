package io.parquetry.format.internal.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The wanted columns of a row group were opened. */
@Name("parquetry.RowGroupRead")
@Label("Row Group Read")
@Category("Parquetry")
@Description("The wanted columns of a row group were opened")
@StackTrace(false)
public final class RowGroupReadEvent extends Event {
    @Label("File")
    String file;

    @Label("Row Group")
    int rowGroup;

    @Label("Rows")
    long rows;

    @Label("Columns")
    int columns;

    private RowGroupReadEvent() {}

    /** Starts the time that the event takes. */
    public static RowGroupReadEvent start() {
        RowGroupReadEvent event = new RowGroupReadEvent();
        event.begin();
        return event;
    }

    public void finish(String fileName, int ordinal, long rowCount, int columnCount) {
        end();
        if (shouldCommit()) {
            file = fileName;
            rowGroup = ordinal;
            rows = rowCount;
            columns = columnCount;
            commit();
        }
    }
}
