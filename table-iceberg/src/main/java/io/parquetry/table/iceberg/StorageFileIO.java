package io.parquetry.table.iceberg;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
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
     * A directory of files, with a storage of its own: two directories keep each other waiting for nothing.
     *
     * @param path in the storage
     */
    private record Directory(Storage storage, String path) {
        String file(String location) {
            return StoragePath.in(path, StoragePath.name(location));
        }
    }

    /**
     * What the instances of one client of a catalog have in common. The library may make an instance for each table
     * that it loads, and close none of them for hours.
     *
     * @param directories that are open
     */
    private record Registered(StorageSettings settings, ManifestLists lists, Map<String, Directory> directories) {}

    /** Makes settings known to instances; returns the value of {@link #SETTINGS}. */
    static String register(StorageSettings settings) {
        String id = UUID.randomUUID().toString();
        REGISTERED.put(id, new Registered(settings, new ManifestLists(), new ConcurrentHashMap<>()));
        return id;
    }

    /** Closes what the instances have opened. */
    static void forget(String id) {
        Map<String, Directory> directories = REGISTERED.remove(id).directories();
        directories.values().forEach(directory -> {
            try {
                directory.storage().close();
            } catch (IOException stays) {
                // The others are closed all the same.
            }
        });
        directories.clear();
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
                .orElse(url)
                .replaceAll("/+$", "");
        return path.isEmpty() ? root : root + "/" + path;
    }

    /** The path of a location inside a storage; empty when it is elsewhere. Engines write a scheme in several ways. */
    static Optional<String> pathBelow(String url, String location) {
        String root = plain(location(url, "")) + "/";
        String plain = plain(location);
        return plain.startsWith(root) ? Optional.of(plain.substring(root.length())) : Optional.empty();
    }

    private static String plain(String location) {
        return location.replaceFirst("^file:(//)?", "").replaceFirst("^s3[an]://", "s3://");
    }

    private static String directoryOf(String location) {
        int slash = location.lastIndexOf('/');
        if (slash <= 0) {
            throw new IllegalArgumentException("\"" + location + "\" is not the location of a file");
        }
        String directory = location.substring(0, slash);
        return directory.startsWith("file:") ? directory.replaceFirst("^file:(//)?", "") : directory;
    }

    private Directory directory(String location) {
        return registered.directories().computeIfAbsent(directoryOf(location), this::opened);
    }

    /** What the keys of the storage say of its directory is true of all below it, and of no other one. */
    private Directory opened(String url) {
        StorageSettings own = registered.settings();
        Optional<String> path = pathBelow(own.url(), url)
                .filter(below -> Stream.of(below.split("/", -1)).allMatch(StoragePath::isName));
        return path.isPresent()
                ? new Directory(Storages.open(new StorageSettings(own.url(), own.factory(), 0)), path.get())
                : new Directory(
                        Storages.open(new StorageSettings(url, own.factory().forOtherDirectories(), 0)), "");
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
        Directory directory = directory(location);
        synchronized (directory.storage()) {
            try {
                return directory.storage().read(directory.file(location), FILE_BYTES_MAX);
            } catch (NoSuchFileException e) {
                throw new NotFoundException(e, "there is no file %s", location);
            } catch (IOException e) {
                throw failed("read", location, e);
            }
        }
    }

    private boolean create(String location, byte[] bytes) {
        Directory directory = directory(location);
        synchronized (directory.storage()) {
            try {
                boolean isCreated = directory.storage().createIfAbsent(directory.file(location), bytes);
                if (isCreated) {
                    registered.lists().see(location, bytes);
                }
                return isCreated;
            } catch (IOException e) {
                throw failed("write", location, e);
            }
        }
    }

    /** Opens a file of any size, for the sink's own reader. */
    io.parquetry.format.io.InputFile open(String location) throws IOException {
        Directory directory = directory(location);
        return directory.storage().open(directory.file(location));
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
        Directory directory = directory(location);
        synchronized (directory.storage()) {
            try {
                directory.storage().delete(directory.file(location));
            } catch (IOException e) {
                throw failed("delete", location, e);
            }
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
            Directory directory = directory(location);
            synchronized (directory.storage()) {
                try {
                    return directory.storage().find(directory.file(location)).isPresent();
                } catch (IOException e) {
                    throw failed("find", location, e);
                }
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
