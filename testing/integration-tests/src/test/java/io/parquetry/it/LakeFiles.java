package io.parquetry.it;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * The files of tables for programs beside the connector: read where the storage has them on the local disk, written and
 * deleted through the storage.
 */
final class LakeFiles implements FileIO {
    private static final long serialVersionUID = 1;

    private final transient TestStorage storage;

    LakeFiles(TestStorage storage) {
        this.storage = storage;
    }

    /** The URL of the storage without a slash at its end. */
    String root() {
        return storage.url().replaceFirst("/$", "");
    }

    /** The path below the URL of the storage. */
    private String path(String location) {
        String root = oneSlash(root()) + "/";
        String whole = oneSlash(location);
        if (!whole.startsWith(root)) {
            throw new IllegalArgumentException(location + " is not below " + root());
        }
        return whole.substring(root.length());
    }

    /** Hadoop writes URLs of local files with one slash, and the JDK with three. */
    private static String oneSlash(String location) {
        return location.replaceFirst("^file:/+", "file:/");
    }

    Path local(String location) {
        return storage.tree().root().resolve(path(location));
    }

    /** Under the location that it was asked for by: a catalog compares locations as text. */
    private record Input(String location, InputFile file) implements InputFile {
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

    private final class Output implements OutputFile {
        private final String location;

        Output(String location) {
            this.location = location;
        }

        @Override
        public PositionOutputStream create() {
            if (Files.exists(local(location))) {
                throw new AlreadyExistsException("there is a file %s", location);
            }
            return createOrOverwrite();
        }

        @Override
        public PositionOutputStream createOrOverwrite() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            return new PositionOutputStream() {
                private boolean closed;

                @Override
                public long getPos() {
                    return bytes.size();
                }

                @Override
                public void write(int one) {
                    bytes.write(one);
                }

                @Override
                public void write(byte[] buffer, int offset, int length) {
                    bytes.write(buffer, offset, length);
                }

                @Override
                public void close() throws IOException {
                    if (!closed) {
                        closed = true;
                        storage.write(path(location), bytes.toByteArray());
                    }
                }
            };
        }

        @Override
        public String location() {
            return location;
        }

        @Override
        public InputFile toInputFile() {
            return newInputFile(location);
        }
    }

    @Override
    public InputFile newInputFile(String location) {
        return new Input(
                location, org.apache.iceberg.Files.localInput(local(location).toFile()));
    }

    @Override
    public OutputFile newOutputFile(String location) {
        return new Output(location);
    }

    @Override
    public void deleteFile(String location) {
        try {
            storage.delete(path(location));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + location, e);
        }
    }
}
