package io.parquetry.format.internal.event;

import io.parquetry.format.metadata.ColumnChunkMetadata;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The pages of a column chunk were written. */
@Name("parquetry.ChunkWritten")
@Label("Column Chunk Written")
@Category("Parquetry")
@Description("The pages of a column chunk were written")
@StackTrace(false)
public final class ChunkWrittenEvent extends ColumnEvent {
    @Label("Codec")
    String codec;

    private ChunkWrittenEvent() {}

    /** Starts the time that the event takes. */
    public static ChunkWrittenEvent start() {
        ChunkWrittenEvent event = new ChunkWrittenEvent();
        event.begin();
        return event;
    }

    public void finish(String fileName, int ordinal, ColumnChunkMetadata chunk) {
        end();
        if (shouldCommit()) {
            file = fileName;
            rowGroup = ordinal;
            column = String.join(".", chunk.path());
            codec = chunk.codec().name();
            measure(chunk);
            commit();
        }
    }
}
