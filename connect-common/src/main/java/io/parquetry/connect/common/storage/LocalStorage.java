package io.parquetry.connect.common.storage;

import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.LocalInputFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A directory of the local file system.
 *
 * <p>A file is published by a hard link, the only atomic operation of POSIX that does not overwrite (rename does); then
 * the directory is synced, and only then the temporary name is deleted. So after a crash the file has one name or both,
 * never none. A file system without hard links is refused when the first file is published.
 *
 * <p>A new directory is synced with all its parents before a file in it counts as durable; synced directories are
 * remembered.
 *
 * <p>The root is resolved once, when it is first used; it may be a symbolic link. A listing fails once the link has
 * another target. Below it {@link LocalDirectory} says how links are refused. Two steps of writing have no form that is
 * relative to an open directory: the creation of a directory, and a hard link. They are checked before and after.
 */
public final class LocalStorage implements Storage {
    private static final boolean DIRECTORIES_CAN_BE_SYNCED =
            !System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("windows");
    private static final int REMEMBERED_DIRECTORIES_MAX = 10_000;

    private final Path root;
    private final String marker;
    private final LocalLinks links;
    private final Set<String> durableDirectories = new HashSet<>();
    private final Inodes inodes = new Inodes();

    /** Null until the root exists. */
    private Path realRoot;

    /** Something is done in an open directory. */
    private interface Step<T> {
        T in(LocalDirectory directory, Path name) throws IOException;
    }

    public LocalStorage(Path root) {
        this(root, "", LocalLinks.REFUSED);
    }

    /** @param marker path of a file without which nothing is read or written; empty for none */
    public LocalStorage(Path root, String marker, LocalLinks links) {
        this.root = Objects.requireNonNull(root, "root").toAbsolutePath().normalize();
        this.marker = Objects.requireNonNull(marker, "marker");
        this.links = Objects.requireNonNull(links, "links");
    }

    private void requireMarker() throws IOException {
        if (!marker.isEmpty() && !Files.exists(root.resolve(marker))) {
            throw new IOException(root + " has no file " + marker + ", which local.root.marker demands: the file system"
                    + " is not mounted. Mount it; the task then continues. If the directory is new, create the file");
        }
    }

    @Override
    public String url() {
        return root.toUri().toString();
    }

    /** @throws NoSuchFileException when the root does not exist */
    private Path realRoot() throws IOException {
        if (realRoot == null) {
            realRoot = root.toRealPath();
        }
        return realRoot;
    }

    /** Files of the place where a link leads now would never be found, and the others be looked for in vain. */
    private void requireSameRoot() throws IOException {
        if (realRoot != null && Files.exists(root) && !realRoot.equals(root.toRealPath())) {
            throw new IOException(root + " leads to " + root.toRealPath() + " now, and led to " + realRoot
                    + " when it was first used; restart the task, or have the link lead there again");
        }
    }

    /** @throws NoSuchFileException when there is no such directory, or a link on the way to it */
    private LocalDirectory openDirectory(String directory) throws IOException {
        LocalDirectory at = LocalDirectory.root(realRoot(), links);
        if (!directory.isEmpty()) {
            for (Path name : relative(directory)) {
                try (LocalDirectory parent = at) {
                    at = parent.directory(name);
                }
            }
        }
        return at;
    }

    private <T> T at(String path, Step<T> step) throws IOException {
        Path name = relative(path).getFileName();
        try (LocalDirectory directory = openDirectory(StoragePath.parent(path))) {
            return step.in(directory, name);
        }
    }

    /** Empty when there is none, or a link on the way to it. */
    private Optional<BasicFileAttributes> attributes(String path) throws IOException {
        try {
            return Optional.of(at(path, LocalDirectory::attributes));
        } catch (NoSuchFileException | NotDirectoryException absent) {
            return Optional.empty();
        }
    }

    private StoredFile listed(String path, BasicFileAttributes attributes) throws IOException {
        return new StoredFile(
                path,
                attributes.size(),
                attributes.lastModifiedTime().toMillis(),
                "",
                inodes.of(realRoot(), attributes));
    }

    @Override
    public boolean isDirectory(String directory) throws IOException {
        return directory.isEmpty()
                ? Files.isDirectory(root)
                : attributes(directory).filter(BasicFileAttributes::isDirectory).isPresent();
    }

    /**
     * Remembers which directories on the way to a directory do not exist, the root and those above it included. Closing
     * the result deletes them again as far as they are empty then; it does not fail.
     */
    public Closeable removingNewDirectories(String directory) {
        List<Path> missing = new ArrayList<>();
        for (Path path = directory.isEmpty() ? root : fileAt(directory);
                path != null && Files.notExists(path, LinkOption.NOFOLLOW_LINKS);
                path = path.getParent()) {
            missing.add(path);
        }
        return () -> {
            durableDirectories.clear();
            try {
                for (Path path : missing) {
                    Files.deleteIfExists(path);
                }
            } catch (IOException inUse) {
                // It is not empty, so neither are those above it.
            }
        };
    }

    @Override
    public void list(String directory, ListingVisitor visitor) throws IOException {
        requireMarker();
        requireSameRoot();
        LocalDirectory start;
        try {
            start = openDirectory(directory);
        } catch (NoSuchFileException absent) {
            return;
        }
        try (start) {
            new LocalListing(visitor, this::listed).list(start, directory);
        }
    }

    @Override
    public Optional<StoredFile> find(String path) throws IOException {
        requireMarker();
        Optional<BasicFileAttributes> found = attributes(path).filter(BasicFileAttributes::isRegularFile);
        return found.isEmpty() ? Optional.empty() : Optional.of(listed(path, found.get()));
    }

    @Override
    public InputFile open(String path) throws IOException {
        Path file = fileAt(path);
        requireMarker();
        return LocalInputFile.of(
                file.toString(), at(path, (directory, name) -> directory.file(name, StandardOpenOption.READ)));
    }

    @Override
    public TemporaryFile create(String path) throws IOException {
        return createLocal(path);
    }

    private LocalTemporaryFile createLocal(String path) throws IOException {
        Path file = fileAt(path);
        ensureDirectory(StoragePath.parent(path));
        return at(
                path,
                (directory, name) -> new LocalTemporaryFile(
                        file.toString(),
                        path,
                        directory.file(name, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        () -> sync(StoragePath.parent(path))));
    }

    @Override
    public void publish(StagedFile staged) throws IOException {
        String temporary = staged.temporary();
        String path = staged.path();
        fileAt(temporary);
        fileAt(path);
        ensureDirectory(StoragePath.parent(path));
        try {
            link(path, temporary);
        } catch (FileAlreadyExistsException taken) {
            if (!isSame(temporary, path)) {
                throw taken;
            }
        }
        sync(StoragePath.parent(path));
        deleteIfExists(temporary);
    }

    @Override
    public void rename(StoredFile listed, String newPath) throws IOException {
        String path = listed.path();
        fileAt(path);
        fileAt(newPath);
        ensureDirectory(StoragePath.parent(newPath));
        Path newName = relative(newPath).getFileName();
        try (LocalDirectory target = openDirectory(StoragePath.parent(newPath))) {
            if (exists(newPath)) {
                throw new FileAlreadyExistsException(fileAt(newPath).toString());
            }
            // A hard link and a deletion would delete a file that is renamed to the path between the two.
            at(path, (directory, name) -> {
                if (directory.attributes(name).isSymbolicLink()) {
                    throw LocalLinks.notFollowed(fileAt(path));
                }
                directory.move(name, target, newName);
                target.sync();
                directory.sync();
                return null;
            });
        }
    }

    private boolean exists(String path) throws IOException {
        return attributes(path).isPresent();
    }

    /** Gives a file one more name, and checks that the name is below the root. */
    private void link(String path, String file) throws IOException {
        link(realRoot().resolve(path), realRoot().resolve(file));
        if (!isSame(path, file)) {
            throw new IOException(fileAt(path) + " has been replaced while a file was published there, or leads out of "
                    + root + " by a link. Let no other program change directories of the storage");
        }
    }

    /** Whether both are names of one file. */
    private boolean isSame(String path, String other) throws IOException {
        Optional<BasicFileAttributes> one = attributes(path);
        Optional<BasicFileAttributes> two = attributes(other);
        if (one.isEmpty() || two.isEmpty()) {
            return false;
        }
        Object key = one.get().fileKey();
        return key == null
                ? Files.isSameFile(realRoot().resolve(path), realRoot().resolve(other))
                : key.equals(two.get().fileKey());
    }

    private static void link(Path name, Path file) throws IOException {
        try {
            Files.createLink(name, file);
        } catch (UnsupportedOperationException e) {
            throw new IOException(
                    "cannot publish " + name
                            + ": this file system has no hard links, without which a file cannot be published"
                            + " atomically; use another storage.url",
                    e);
        }
    }

    @Override
    public boolean createIfAbsent(String path, byte[] document) throws IOException {
        fileAt(path);
        if (exists(path)) {
            return false;
        }
        String temporary = path + "." + UUID.randomUUID() + ".tmp";
        try {
            try (LocalTemporaryFile out = createLocal(temporary)) {
                out.write(document, 0, document.length);
                out.sync();
            }
            link(path, temporary);
            sync(StoragePath.parent(path));
            return true;
        } catch (FileAlreadyExistsException taken) {
            return false;
        } catch (NoSuchFileException swept) {
            // The name was taken, and its owner has deleted this temporary file.
            if (exists(path)) {
                return false;
            }
            throw swept;
        } finally {
            deleteIfExists(temporary);
        }
    }

    @Override
    public void makeDurable(String document) throws IOException {
        fileAt(document);
        sync(StoragePath.parent(document));
    }

    @Override
    public void delete(String path) throws IOException {
        fileAt(path);
        deleteIfExists(path);
    }

    /** What is behind a link is not in the storage. */
    private void deleteIfExists(String path) throws IOException {
        try {
            at(path, (directory, name) -> {
                directory.delete(name);
                return null;
            });
        } catch (NoSuchFileException absent) {
            // Nothing to delete.
        }
    }

    /** Holds nothing open. */
    @Override
    public void close() {}

    private Path fileAt(String path) {
        try {
            return root.resolve(StoragePath.requireFile(path));
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("the path \"" + path + "\" cannot be expressed: " + localeRemedy(), e);
        }
    }

    static String localeRemedy() {
        return "the names of this worker's files are in " + System.getProperty("sun.jnu.encoding")
                + "; start the worker in a UTF-8 locale, such as LC_ALL=C.UTF-8";
    }

    private Path relative(String path) {
        return root.relativize(fileAt(path));
    }

    private void ensureDirectory(String directory) throws IOException {
        requireMarker();
        if (durableDirectories.contains(directory) && isDirectory(directory)) {
            return;
        }
        createRoot();
        // Every level is synced, since another task may have created it without having synced it yet.
        for (int to = directory.isEmpty() ? -1 : 0; to >= 0; ) {
            int slash = directory.indexOf('/', to);
            ensureChild(slash < 0 ? directory : directory.substring(0, slash));
            to = slash < 0 ? -1 : slash + 1;
        }
        if (durableDirectories.size() >= REMEMBERED_DIRECTORIES_MAX) {
            durableDirectories.clear();
        }
        durableDirectories.add(directory);
    }

    /** Creates the root with all above it, if it does not exist, and syncs those directories. */
    private void createRoot() throws IOException {
        Path existing = root;
        while (!Files.isDirectory(existing)) {
            existing = existing.getParent();
        }
        Files.createDirectories(root);
        for (Path created = root; !existing.startsWith(created); ) {
            created = created.getParent();
            syncDirectory(created);
        }
    }

    /** Creates a directory if it does not exist, and syncs its name. Its parent is a directory of the storage. */
    private void ensureChild(String directory) throws IOException {
        at(directory, (parent, name) -> {
            try {
                parent.attributes(name);
            } catch (NoSuchFileException absent) {
                createDirectory(realRoot().resolve(directory));
            }
            requireDirectory(parent, name);
            if (DIRECTORIES_CAN_BE_SYNCED) {
                parent.sync();
            }
            return null;
        });
    }

    /** A missing file would mean that it was published before, so a link is another failure. */
    private static void requireDirectory(LocalDirectory parent, Path name) throws IOException {
        try {
            parent.directory(name).close();
        } catch (NoSuchFileException e) {
            FileSystemException refused = new FileSystemException(e.getFile(), null, e.getReason());
            refused.initCause(e);
            throw refused;
        }
    }

    private static void createDirectory(Path directory) throws IOException {
        try {
            Files.createDirectory(directory);
        } catch (FileAlreadyExistsException byAnother) {
            // It is checked next.
        }
    }

    private void sync(String directory) throws IOException {
        if (DIRECTORIES_CAN_BE_SYNCED) {
            try (LocalDirectory opened = openDirectory(directory)) {
                opened.sync();
            }
        }
    }

    private static void syncDirectory(Path directory) throws IOException {
        if (DIRECTORIES_CAN_BE_SYNCED) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /** Makes the names in a directory durable. */
    private interface NamesSync {
        void run() throws IOException;
    }

    /** A file whose sync covers its name. */
    private static final class LocalTemporaryFile implements TemporaryFile {
        private final String name;
        private final String path;
        private final FileChannel channel;
        private final NamesSync names;
        private long position;

        LocalTemporaryFile(String name, String path, FileChannel channel, NamesSync names) {
            this.name = name;
            this.path = path;
            this.channel = channel;
            this.names = names;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            ByteBuffer source = ByteBuffer.wrap(buffer, offset, length);
            while (source.hasRemaining()) {
                position += channel.write(source);
            }
        }

        void sync() throws IOException {
            channel.force(true);
            names.run();
        }

        @Override
        public Staging stage(String finalPath) throws IOException {
            StagedFile staged = new StagedFile(path, finalPath);
            sync();
            close();
            return () -> staged;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
