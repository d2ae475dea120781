package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.Place;
import io.parquetry.format.internal.column.ChunkFiles;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import java.io.IOException;

/** Counts what is read from the files of the chunks. */
public final class CountedFiles implements ChunkFiles {
    private final ChunkFiles files;
    private final ReadTally tally;

    public CountedFiles(ChunkFiles files, ReadTally tally) {
        this.files = files;
        this.tally = tally;
    }

    @Override
    public InputFile of(ColumnChunkMetadata chunk, Place place) throws IOException {
        return new Counted(files.of(chunk, place), tally);
    }

    private record Counted(InputFile file, ReadTally tally) implements InputFile {
        @Override
        public String name() {
            return file.name();
        }

        @Override
        public long length() {
            return file.length();
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
            file.readFully(position, buffer, offset, length);
            tally.read(length);
        }

        @Override
        public void close() {
            // The file belongs to whoever opened it.
        }
    }
}
