package io.parquetry.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import org.apache.iceberg.Files;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;

/** Local files for Iceberg's library, which makes an instance by the name of the class. */
public final class LocalTableFiles implements FileIO {
    private static final long serialVersionUID = 1;

    static Path path(String location) {
        return location.startsWith("file:") ? Path.of(URI.create(location)) : Path.of(location);
    }

    /** A file under the location that it was asked for by: a catalog compares locations as text. */
    private static InputFile input(String location) {
        return new LocalInput(location, Files.localInput(path(location).toFile()));
    }

    private record LocalInput(String location, InputFile file) implements InputFile {
        @Override
        public long getLength() {
            return file.getLength();
        }

        @Override
        public SeekableInputStream newStream() {
            return file.newStream();
        }

        @Override
        public boolean exists() {
            return file.exists();
        }
    }

    private record LocalOutput(String location, OutputFile file) implements OutputFile {
        LocalOutput(String location) {
            this(location, Files.localOutput(path(location).toFile()));
        }

        @Override
        public PositionOutputStream create() {
            return file.create();
        }

        @Override
        public PositionOutputStream createOrOverwrite() {
            return file.createOrOverwrite();
        }

        @Override
        public InputFile toInputFile() {
            return input(location);
        }
    }

    @Override
    public InputFile newInputFile(String location) {
        return input(location);
    }

    @Override
    public OutputFile newOutputFile(String location) {
        return new LocalOutput(location);
    }

    @Override
    public void deleteFile(String location) {
        try {
            java.nio.file.Files.deleteIfExists(path(location));
        } catch (IOException e) {
            throw new UncheckedIOException("the file " + location + " of the table cannot be deleted", e);
        }
    }
}
