package io.parquetry.table.iceberg;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.storage.Storage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * The files of a table's metadata in the storage of the connector, with its credentials. Each file is small: it is read
 * and written as a whole, and visible only when it is complete. A location may be in any directory that the storage's
 * scheme and keys open.
 */
public final class StorageFileIO implements FileIO {
    /** The property that names the storage's settings; the library makes instances of this class by their name. */
    static final String SETTINGS = "parquetry.storage";

    private static final Map<String, Registered> REGISTERED = new ConcurrentHashMap<>();
    private static final int FILE_BYTES_MAX = 1 << 30;
    private static final long serialVersionUID = 1;

    private transient Registered registered;
    private transient Map<String, String> properties = Map.of();

    /**
     * What the instances of one client of a catalog have in common. The library may make an instance for each table
     * that it loads, and close none of them for hours.
     */
    private record Registered(ManifestLists lists, MetadataDirectories directories) {}

    /** Makes settings known to instances; returns the value of {@link #SETTINGS}. */
    static String register(StorageSettings settings) {
        String id = UUID.randomUUID().toString();
        REGISTERED.put(id, new Registered(new ManifestLists(), new MetadataDirectories(settings)));
        return id;
    }

    /** Closes what the instances have opened. */
    static void forget(String id) {
        REGISTERED.remove(id).directories().close();
    }

    @Override
    public void initialize(Map<String, String> given) {
        properties = Map.copyOf(given);
        registered = REGISTERED.get(given.get(SETTINGS));
        if (registered == null) {
            throw new IllegalStateException("the storage of the table's metadata is not known");
        }
    }

    @Override
    public Map<String, String> properties() {
        return properties;
    }

    /** What engines open: they take a location as it is written, with each slash, and know no escapes. */
    static String location(String url, String path) {
        String root = Storages.localDirectory(url)
                .map(directory -> "file://" + directory)
                .orElse(url);
        while (root.endsWith("/") && !root.endsWith("://")) {
            root = root.substring(0, root.length() - 1);
        }
        return path.isEmpty() ? root : root + "/" + path;
    }

    /**
     * The path of a location inside a storage; empty when it is elsewhere. Engines write a scheme in several ways, and
     * earlier locations have more slashes, where the URL of the storage ended in some.
     */
    static Optional<String> pathBelow(String url, String location) {
        String root = plain(location(url, "")) + "/";
        String plain = plain(location);
        return plain.startsWith(root)
                ? Optional.of(plain.substring(root.length()).replaceFirst("^/+", ""))
                : Optional.empty();
    }

    private static String plain(String location) {
        return location.replaceFirst("^file:(//)?", "").replaceFirst("^s3[an]://", "s3://");
    }

    private static UncheckedIOException failed(String what, String location, IOException e) {
        return new UncheckedIOException("cannot " + what + " " + location + ": " + e, e);
    }

    private byte[] read(String location) {
        return registered.lists().of(location).orElseGet(() -> {
            byte[] bytes = fetch(location);
            registered.lists().see(location, bytes);
            return bytes;
        });
    }

    private byte[] fetch(String location) {
        try {
            return registered.directories().with(location, (storage, path) -> storage.read(path, FILE_BYTES_MAX));
        } catch (NoSuchFileException e) {
            throw new NotFoundException(e, "there is no file %s", location);
        } catch (IOException e) {
            throw failed("read", location, e);
        }
    }

    private boolean create(String location, byte[] bytes) {
        try {
            boolean isCreated =
                    registered.directories().with(location, (storage, path) -> storage.createIfAbsent(path, bytes));
            if (isCreated) {
                registered.lists().see(location, bytes);
            }
            return isCreated;
        } catch (IOException e) {
            throw failed("write", location, e);
        }
    }

    /** Opens a file of any size, for the sink's own reader. */
    io.parquetry.format.io.InputFile open(String location) throws IOException {
        return registered.directories().with(location, Storage::open);
    }

    @Override
    public InputFile newInputFile(String location) {
        return new Input(location, -1);
    }

    @Override
    public OutputFile newOutputFile(String location) {
        return new Output(location);
    }

    @Override
    public void deleteFile(String location) {
        registered.lists().forget(location);
        try {
            registered.directories().with(location, (storage, path) -> {
                storage.delete(path);
                return null;
            });
        } catch (IOException e) {
            throw failed("delete", location, e);
        }
    }

    /** Another instance may go on. */
    @Override
    public void close() {}

    private final class Input implements InputFile {
        private final String location;

        /** Negative before it is known. */
        private long length;

        /** What was read for the length, until it is asked for; null when there is nothing. */
        private byte[] content;

        Input(String location, long length) {
            this.location = location;
            this.length = length;
        }

        /** Who asks for the length reads the file next. */
        @Override
        public long getLength() {
            if (length < 0) {
                content = read(location);
                length = content.length;
            }
            return length;
        }

        @Override
        public SeekableInputStream newStream() {
            byte[] whole = content == null ? read(location) : content;
            content = null;
            return new BytesIn(whole);
        }

        @Override
        public String location() {
            return location;
        }

        @Override
        public boolean exists() {
            try {
                return registered
                        .directories()
                        .with(location, (storage, path) -> storage.find(path).isPresent());
            } catch (IOException e) {
                throw failed("find", location, e);
            }
        }
    }

    private final class Output implements OutputFile {
        private final String location;

        /** Negative before it is written. */
        private long length = -1;

        Output(String location) {
            this.location = location;
        }

        @Override
        public PositionOutputStream create() {
            return new BytesOut(this::write);
        }

        private void write(byte[] bytes) {
            if (!StorageFileIO.this.create(location, bytes)) {
                throw new AlreadyExistsException("the file %s exists", location);
            }
            length = bytes.length;
        }

        @Override
        public PositionOutputStream createOrOverwrite() {
            return new BytesOut(bytes -> {
                if (StorageFileIO.this.create(location, bytes)) {
                    length = bytes.length;
                } else {
                    deleteFile(location);
                    write(bytes);
                }
            });
        }

        @Override
        public String location() {
            return location;
        }

        @Override
        public InputFile toInputFile() {
            return new Input(location, length);
        }
    }

    private static final class BytesIn extends SeekableInputStream {
        private final int length;
        private final ByteArrayInputStream in;

        BytesIn(byte[] bytes) {
            this.length = bytes.length;
            this.in = new ByteArrayInputStream(bytes);
        }

        @Override
        public long getPos() {
            return (long) length - in.available();
        }

        @Override
        public void seek(long position) throws IOException {
            in.reset();
            in.skipNBytes(position);
        }

        @Override
        public int read() {
            return in.read();
        }

        @Override
        public int read(byte[] buffer, int offset, int count) {
            return in.read(buffer, offset, count);
        }
    }

    /** Receives a whole file. */
    private interface Sink {
        void accept(byte[] bytes);
    }

    private static final class BytesOut extends PositionOutputStream {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final Sink sink;
        private boolean closed;

        BytesOut(Sink sink) {
            this.sink = sink;
        }

        @Override
        public long getPos() {
            return out.size();
        }

        @Override
        public void write(int value) {
            out.write(value);
        }

        @Override
        public void write(byte[] buffer, int offset, int count) {
            out.write(buffer, offset, count);
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                sink.accept(out.toByteArray());
            }
        }
    }
}
