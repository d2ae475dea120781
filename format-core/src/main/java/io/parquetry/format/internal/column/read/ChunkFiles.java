package io.parquetry.format.internal.column.read;

import io.parquetry.format.Place;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import java.io.IOException;

/** Finds the file of each column chunk, with its pages, its indexes and its bloom filter. */
@FunctionalInterface
public interface ChunkFiles {
    /**
     * The file with the pages of a chunk, all of which are within the file.
     *
     * @param place the chunk's place in the file of the footer, for messages
     */
    InputFile of(ColumnChunkMetadata chunk, Place place) throws IOException;
}
