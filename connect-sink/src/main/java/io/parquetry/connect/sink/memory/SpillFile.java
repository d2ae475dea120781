package io.parquetry.connect.sink.memory;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.file.DataFileWriter;
import io.parquetry.connect.sink.schema.FileSchema;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.OutputFile;
import java.io.IOException;

/**
 * A temporary file that holds rows which were moved out of memory until their files are closed: small Parquet files one
 * after the other, each with rows of another open file. It is not synced, since rows that are not committed are read
 * again after a crash. It is deleted when none of its parts is needed any more.
 */
public final class SpillFile {
    private static final Log LOG = Log.of(SpillFile.class);

    private final Storage storage;
    private final String path;
    private final OutputFile out;
    private int neededParts;

    private SpillFile(Storage storage, String path, OutputFile out) {
        this.storage = storage;
        this.path = path;
        this.out = out;
    }

    public static SpillFile create(Storage storage, String path) throws IOException {
        return new SpillFile(storage, path, storage.create(path));
    }

    /**
     * Rows of one open file: a Parquet file within the spill file.
     *
     * @param begin position of its first byte there
     * @param bytes its length
     * @param schema that the rows are written in
     * @param dataBytes its length without footer and indexes
     */
    record Part(SpillFile file, long begin, long bytes, FileSchema schema, long dataBytes) {
        ParquetReader open() throws IOException {
            return ParquetReader.open(new Slice(file.storage.open(file.path), begin, bytes), ReaderOptions.DEFAULT);
        }

        /** The part is not needed any more. */
        void release() {
            file.releasePart();
        }
    }

    /** Moves the rows of a writer, which is closed, behind those that are in the file. */
    Part append(DataFileWriter writer) throws IOException {
        long begin = out.position();
        return part(begin, writer, writer.closeInto(new PartOutput(begin)));
    }

    /** Closes a writer in its own temporary file, which becomes a spill file with one part. */
    static Part ofOne(DataFileWriter writer) throws IOException {
        SpillFile file = new SpillFile(writer.storage(), writer.temporaryPath(), writer.output());
        return file.part(0, writer, writer.closeUnsynced());
    }

    private Part part(long begin, DataFileWriter writer, DataFileWriter.Length length) {
        neededParts++;
        return new Part(this, begin, length.bytes(), writer.schema(), length.dataBytes());
    }

    /** Closes the file after a failure; it is left for the ledger to sweep. */
    public void abandon() {
        try {
            close();
        } catch (IOException e) {
            LOG.debug("{}: cannot be closed; it is abandoned", path, e);
        }
    }

    /** Ends the writing; parts can be read from here on. */
    public void close() throws IOException {
        out.close();
    }

    private void releasePart() {
        if (--neededParts > 0) {
            return;
        }
        try {
            storage.delete(path);
        } catch (IOException e) {
            LOG.debug("{}: cannot be deleted now; it is swept when the partition is opened next", path, e);
        }
    }

    /** The output of one part; closing it leaves the spill file open. */
    private final class PartOutput implements OutputFile {
        private final long begin;

        PartOutput(long begin) {
            this.begin = begin;
        }

        @Override
        public String name() {
            return out.name();
        }

        @Override
        public long position() {
            return out.position() - begin;
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            out.write(buffer, offset, length);
        }

        @Override
        public void close() {}
    }

    private record Slice(InputFile file, long begin, long length) implements InputFile {
        @Override
        public String name() {
            return file.name();
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int count) throws IOException {
            file.readFully(begin + position, buffer, offset, count);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
