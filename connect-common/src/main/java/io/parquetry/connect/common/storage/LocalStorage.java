package io.parquetry.connect.common.storage;

import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.LocalOutputFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
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
 */
public final class LocalStorage implements Storage {
    private static final boolean DIRECTORIES_CAN_BE_SYNCED =
            !System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("windows");
    private static final int REMEMBERED_DIRECTORIES_MAX = 10_000;

    private final Path root;
    private final String marker;
    private final Set<Path> durableDirectories = new HashSet<>();
    private final Inodes inodes = new Inodes();

    public LocalStorage(Path root) {
        this(root, "");
    }

    /** @param marker path of a file without which nothing is read or written; empty for none */
    public LocalStorage(Path root, String marker) {
        this.root = Objects.requireNonNull(root, "root").toAbsolutePath().normalize();
        this.marker = Objects.requireNonNull(marker, "marker");
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

    @Override
    public boolean isDirectory(String directory) {
        return Files.isDirectory(directoryAt(directory));
    }

    @Override
    public Closeable removingNewDirectories(String directory) {
        List<Path> missing = new ArrayList<>();
        for (Path path = directoryAt(directory);
                path != null && Files.notExists(path, LinkOption.NOFOLLOW_LINKS);
                path = path.getParent()) {
            missing.add(path);
        }
        return () -> {
            missing.forEach(durableDirectories::remove);
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
        Path start = directoryAt(directory);
        Path real;
        try {
            // The user may choose a symbolic link as the root; links inside the root are not followed.
            real = start.toRealPath();
        } catch (NoSuchFileException absent) {
            return;
        }
        if (!Files.isDirectory(real)) {
            throw new NotDirectoryException(start.toString());
        }
        Files.walkFileTree(real, new TreeWalk(real, directory, visitor));
    }

    @Override
    public OptionalLong length(String path) throws IOException {
        requireMarker();
        try {
            BasicFileAttributes attributes = Files.readAttributes(fileAt(path), BasicFileAttributes.class);
            return attributes.isRegularFile() ? OptionalLong.of(attributes.size()) : OptionalLong.empty();
        } catch (NoSuchFileException absent) {
            return OptionalLong.empty();
        }
    }

    @Override
    public Optional<StoredFile> find(String path) throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(fileAt(path), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return attributes.isRegularFile() ? Optional.of(listed(path, attributes)) : Optional.empty();
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }

    private StoredFile listed(String path, BasicFileAttributes attributes) throws IOException {
        return new StoredFile(
                path, attributes.size(), attributes.lastModifiedTime().toMillis(), "", inodes.of(root, attributes));
    }

    @Override
    public InputFile open(String path) throws IOException {
        Path file = fileAt(path);
        requireMarker();
        if (Files.isSymbolicLink(file)) {
            throw new NoSuchFileException(file.toString(), null, "it is a symbolic link, and those are not followed");
        }
        return LocalInputFile.open(file);
    }

    @Override
    public DurableOutputFile create(String path) throws IOException {
        Path file = fileAt(path);
        ensureDirectory(file.getParent());
        return new LocalDurableOutputFile(LocalOutputFile.create(file), file.getParent());
    }

    @Override
    public void publish(String temporary, String path) throws IOException {
        Path source = fileAt(temporary);
        Path target = fileAt(path);
        ensureDirectory(target.getParent());
        try {
            link(target, source);
        } catch (FileAlreadyExistsException taken) {
            if (!Files.isSameFile(source, target)) {
                throw taken;
            }
        }
        syncDirectory(target.getParent());
        Files.deleteIfExists(source);
    }

    @Override
    public void rename(String path, String newPath) throws IOException {
        Path source = fileAt(path);
        Path target = fileAt(newPath);
        ensureDirectory(target.getParent());
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        // A hard link and a deletion would delete a file that is renamed to the path between the two.
        Files.move(source, target, StandardCopyOption.ATOMIC_MOVE);
        syncDirectory(target.getParent());
        syncDirectory(source.getParent());
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
        Path target = fileAt(path);
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        String temporary = path + "." + UUID.randomUUID() + ".tmp";
        Path source = fileAt(temporary);
        try {
            try (DurableOutputFile out = create(temporary)) {
                out.write(document, 0, document.length);
                out.sync();
            }
            link(target, source);
            syncDirectory(target.getParent());
            return true;
        } catch (FileAlreadyExistsException taken) {
            return false;
        } catch (NoSuchFileException swept) {
            // The name was taken, and its owner has deleted this temporary file.
            if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            throw swept;
        } finally {
            Files.deleteIfExists(source);
        }
    }

    @Override
    public void makeDurable(String document) throws IOException {
        syncDirectory(fileAt(document).getParent());
    }

    @Override
    public void delete(String path) throws IOException {
        Files.deleteIfExists(fileAt(path));
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

    private static String localeRemedy() {
        return "the names of this worker's files are in " + System.getProperty("sun.jnu.encoding")
                + "; start the worker in a UTF-8 locale, such as LC_ALL=C.UTF-8";
    }

    private Path directoryAt(String directory) {
        return directory.isEmpty() ? root : fileAt(directory);
    }

    private void ensureDirectory(Path directory) throws IOException {
        requireMarker();
        if (durableDirectories.contains(directory) && Files.isDirectory(directory)) {
            return;
        }
        Path existing = directory;
        while (!Files.isDirectory(existing)) {
            existing = existing.getParent();
        }
        Files.createDirectories(directory);
        // Inside the root every level, since another task may have created it without having synced it yet.
        Path created = directory;
        while (!existing.startsWith(created) || created.startsWith(root) && !created.equals(root)) {
            created = created.getParent();
            syncDirectory(created);
        }
        if (durableDirectories.size() >= REMEMBERED_DIRECTORIES_MAX) {
            durableDirectories.clear();
        }
        durableDirectories.add(directory);
    }

    private static void syncDirectory(Path directory) throws IOException {
        if (DIRECTORIES_CAN_BE_SYNCED) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /** A file whose sync covers its name. */
    private static final class LocalDurableOutputFile implements DurableOutputFile {
        private final LocalOutputFile file;
        private final Path directory;
        private boolean nameIsDurable;

        LocalDurableOutputFile(LocalOutputFile file, Path directory) {
            this.file = file;
            this.directory = directory;
        }

        @Override
        public String name() {
            return file.name();
        }

        @Override
        public long position() {
            return file.position();
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            file.write(buffer, offset, length);
        }

        @Override
        public void sync() throws IOException {
            file.sync();
            if (!nameIsDurable) {
                syncDirectory(directory);
                nameIsDurable = true;
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /** Visits files with paths relative to the root. */
    private final class TreeWalk extends SimpleFileVisitor<Path> {
        private final Path start;
        private final String prefix;
        private final ListingVisitor visitor;

        TreeWalk(Path start, String prefix, ListingVisitor visitor) {
            this.start = start;
            this.prefix = prefix;
            this.visitor = visitor;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
            if (directory.equals(start)) {
                return FileVisitResult.CONTINUE;
            }
            boolean enter = isReadable(directory, "/") && visitor.enter(relative(directory));
            return enter ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (attributes.isRegularFile() && isReadable(file, "")) {
                visitor.file(listed(relative(file), attributes));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            if (file.equals(start)) {
                throw failure;
            }
            if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                visitor.unreadable(relative(file) + "/", "its attributes cannot be read: " + failure);
            } else if (isReadable(file, "/") && visitor.enter(relative(file))) {
                throw failure;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
            if (failure == null || failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        /** Reports a name that no path can have, or that is lost in text, which leads to no file or to another one. */
        private boolean isReadable(Path path, String end) throws IOException {
            String name = path.getFileName().toString();
            Optional<String> fault = StoragePath.faultOf(name);
            if (fault.isPresent()) {
                visitor.unreadable(relative(path) + end, fault.get());
                return false;
            }
            if (name.chars().allMatch(c -> c < 0x80)) {
                return true;
            }
            try {
                if (name.indexOf('\uFFFD') < 0 && path.resolveSibling(name).equals(path)) {
                    return true;
                }
            } catch (InvalidPathException inexpressible) {
                // Reported below.
            }
            visitor.unreadable(
                    relative(path) + end,
                    isUtf8() ? "its name is not UTF-8; rename it" : "its name is not ASCII, and " + localeRemedy());
            return false;
        }

        private static boolean isUtf8() {
            return "UTF-8".equalsIgnoreCase(System.getProperty("sun.jnu.encoding"));
        }

        private String relative(Path path) {
            StringBuilder text = new StringBuilder(prefix);
            for (Path name : start.relativize(path)) {
                text.append(text.isEmpty() ? "" : "/").append(name);
            }
            return text.toString();
        }
    }
}
