package io.parquetry.cli.write;

import io.parquetry.cli.input.FileLocation;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Input that is read once or twice. A file is opened again; standard input and pipes are copied during the first pass.
 */
final class TwoPassInput implements Closeable {
    private static final String STANDARD_INPUT = "-";

    private final String name;
    private final Path file;
    private final InputStream stream;
    private final Path copy;
    private final Thread onInterrupt;

    /** @param file null for a stream */
    private TwoPassInput(String name, Path file, InputStream stream, Path copy) {
        this.name = name;
        this.file = file;
        this.stream = stream;
        this.copy = copy;
        this.onInterrupt = new Thread(this::deleteCopy, "delete " + copy);
        Runtime.getRuntime().addShutdownHook(onInterrupt);
    }

    /**
     * @param source a path, or {@code -} for {@code standard}
     * @param copy path at which a copy may be kept
     */
    static TwoPassInput of(String source, Path copy, InputStream standard) throws IOException {
        if (source.equals(STANDARD_INPUT)) {
            return new TwoPassInput("stdin", null, standard, copy);
        }
        Path file = FileLocation.requireNoDirectory(Path.of(source));
        return Files.isRegularFile(file)
                ? new TwoPassInput(source, file, InputStream.nullInputStream(), copy)
                : new TwoPassInput(source, null, Files.newInputStream(file), copy);
    }

    /** The length in bytes; absent for a stream. */
    OptionalLong length() throws IOException {
        return file == null ? OptionalLong.empty() : OptionalLong.of(Files.size(file));
    }

    /** The name for messages. */
    String name() {
        return name;
    }

    /** The text of an input that is read once. */
    InputStream singlePass() throws IOException {
        return file == null ? stream : Files.newInputStream(file);
    }

    /** The text, which {@link #secondPass} reads again when this input has been read to its end and closed. */
    InputStream firstPass() throws IOException {
        return file == null ? new Copying(stream, copy) : singlePass();
    }

    InputStream secondPass() throws IOException {
        return file == null ? Files.newInputStream(copy) : singlePass();
    }

    private void deleteCopy() {
        try {
            Files.deleteIfExists(copy);
        } catch (IOException e) {
            // The program is exiting; readers skip files whose name begins with a dot.
        }
    }

    @Override
    public void close() throws IOException {
        try {
            stream.close();
        } finally {
            Files.deleteIfExists(copy);
            unhook();
        }
    }

    private void unhook() {
        try {
            Runtime.getRuntime().removeShutdownHook(onInterrupt);
        } catch (IllegalStateException e) {
            // The program is exiting and runs the hook.
        }
    }

    private static final class Copying extends FilterInputStream {
        private final Path path;
        private final OutputStream copy;

        Copying(InputStream in, Path path) throws IOException {
            super(in);
            this.path = path;
            this.copy = Files.newOutputStream(path);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int count = in.read(buffer, offset, length);
            if (count > 0) {
                write(buffer, offset, count);
            }
            return count;
        }

        private void write(byte[] buffer, int offset, int count) throws IOException {
            try {
                copy.write(buffer, offset, count);
            } catch (IOException e) {
                // The system's text, such as that the disk is full, does not name the file.
                FileSystemException failure = new FileSystemException(
                        path.toString(), null, "the copy of the input cannot be written: " + e.getMessage());
                failure.initCause(e);
                throw failure;
            }
        }

        @Override
        public void close() throws IOException {
            copy.close();
        }
    }
}
