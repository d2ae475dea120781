package io.parquetry.format.internal.event;

import io.parquetry.format.Place;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.CompressionCodec;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A column chunk was opened, of which all pages or some are read. */
@Name("parquetry.ChunkRead")
@Label("Column Chunk Read")
@Category("Parquetry")
@Description("A column chunk was opened, of which all pages or some are read")
@StackTrace(false)
public final class ChunkReadEvent extends ColumnEvent {
    @Label("Codec")
    String codec;

    private ChunkReadEvent() {}

    public static void emit(Place place, ColumnChunkMetadata chunk) {
        ChunkReadEvent event = new ChunkReadEvent();
        if (event.shouldCommit()) {
            event.file = place.file();
            event.rowGroup = place.rowGroup();
            event.column = place.column();
            event.codec = CompressionCodec.of(chunk.codecId()).name();
            event.measure(chunk);
            event.commit();
        }
    }
}
