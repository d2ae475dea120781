package io.parquetry.cli.input;

import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.MemoryInputFile;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Standard input as a file that is read in ranges. Up to {@value #MEMORY_BYTES_MAX} bytes are kept in memory, more in a
 * temporary file, which is deleted when this is closed, or when the program ends however it ends.
 */
final class StandardInput implements Closeable {
    static final int MEMORY_BYTES_MAX = 16 << 20;

    private static final String NAME = "stdin";

    private final byte[] memory;
    private final FileChannel file;

    /** One of the two is null. */
    private StandardInput(byte[] memory, FileChannel file) {
        this.memory = memory;
        this.file = file;
    }

    /** Reads the stream to its end. */
    static StandardInput read(InputStream in) throws IOException {
        byte[] begin = in.readNBytes(MEMORY_BYTES_MAX);
        if (begin.length < MEMORY_BYTES_MAX) {
            return new StandardInput(begin, null);
        }
        FileChannel spool = create();
        try {
            write(spool, begin, begin.length);
            byte[] buffer = new byte[1 << 16];
            int count = in.read(buffer);
            while (count >= 0) {
                write(spool, buffer, count);
                count = in.read(buffer);
            }
            return new StandardInput(null, spool);
        } catch (IOException | RuntimeException e) {
            spool.close();
            throw e;
        }
    }

    /** Where the system allows it, the file has no name from here on. */
    private static FileChannel create() throws IOException {
        Path path = Files.createTempFile("parquetry", ".stdin");
        try {
            return FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw e;
        }
    }

    private static void write(FileChannel spool, byte[] bytes, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
        try {
            while (buffer.hasRemaining()) {
                spool.write(buffer);
            }
        } catch (IOException e) {
            throw new IOException(
                    NAME + ": cannot be kept in " + System.getProperty("java.io.tmpdir") + ": " + e.getMessage()
                            + "; free space there, or name another directory with"
                            + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIRECTORY",
                    e);
        }
    }

    /** The whole input; closing it does not close this. */
    InputFile open() throws IOException {
        return file == null ? new MemoryInputFile(NAME, memory) : new Spooled(file);
    }

    long length() throws IOException {
        return file == null ? memory.length : file.size();
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }

    private static final class Spooled implements InputFile {
        private final FileChannel file;
        private final long length;

        Spooled(FileChannel file) throws IOException {
            this.file = file;
            this.length = file.size();
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
            ByteBuffer into = ByteBuffer.wrap(buffer, offset, length);
            while (into.hasRemaining()) {
                if (file.read(into, position + into.position() - offset) < 0) {
                    throw new EOFException(
                            NAME + ": has " + this.length + " bytes, cannot read " + length + " at " + position);
                }
            }
        }

        @Override
        public void close() {}
    }
}
