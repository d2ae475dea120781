package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.Place;
import io.parquetry.format.internal.column.read.ChunkFiles;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import java.io.IOException;

/** Opens the files of the chunks and counts the reads and bytes in {@link ReadMetrics}. */
public final class CountingChunkFiles implements ChunkFiles {
    private final ChunkFiles files;
    private final ReadMetrics metrics;

    public CountingChunkFiles(ChunkFiles files, ReadMetrics metrics) {
        this.files = files;
        this.metrics = metrics;
    }

    @Override
    public InputFile of(ColumnChunkMetadata chunk, Place place) throws IOException {
        return new Counted(files.of(chunk, place), metrics);
    }

    private record Counted(InputFile wrapped, ReadMetrics metrics) implements InputFile.Wrapper {
        @Override
        public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
            wrapped.readFully(position, buffer, offset, length);
            metrics.addRead(length);
        }

        @Override
        public void close() {
            // The file is closed by the caller who opened it.
        }
    }
}
