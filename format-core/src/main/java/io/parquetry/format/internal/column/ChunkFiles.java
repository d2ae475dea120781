package io.parquetry.format.internal.column;

import io.parquetry.format.Place;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import java.io.IOException;

/** Knows in which file each column chunk lies, with its pages, its indexes and its bloom filter. */
@FunctionalInterface
public interface ChunkFiles {
    /**
     * The file of a chunk, within which the chunk's pages lie.
     *
     * @param place the chunk's place in the file of the footer, for messages
     */
    InputFile of(ColumnChunkMetadata chunk, Place place) throws IOException;
}
