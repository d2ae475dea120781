package io.parquetry.format.internal.event;

import io.parquetry.format.metadata.ColumnChunkMetadata;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;

/** Something that was done to a column chunk or to a page of one: where, and how much. */
abstract sealed class ColumnEvent extends Event permits ChunkReadEvent, ChunkWrittenEvent, PageReadEvent {
    @Label("File")
    String file;

    @Label("Row Group")
    int rowGroup;

    @Label("Column")
    String column;

    @Label("Entries")
    long entries;

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Uncompressed Bytes")
    @DataAmount
    long uncompressedBytes;

    final void measure(ColumnChunkMetadata chunk) {
        entries = chunk.entries();
        bytes = chunk.bytes().compressed();
        uncompressedBytes = chunk.bytes().uncompressed();
    }
}
