package io.parquetry.storage.s3;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.storage.DurableOutputFile;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.LocalOutputFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The temporary files of one storage, on the local disk, until they are uploaded. They need not survive a crash: what
 * is not staged is read again. So nothing is synced, and a directory that a dead process has left is deleted by the
 * next process: each directory has a lock file, and is in use as long as that is locked.
 */
final class LocalFiles implements Closeable {
    private static final Log LOG = Log.of(LocalFiles.class);
    private static final String PREFIX = "parquetry-s3-";
    private static final String LOCK = ".lock";

    private final Path parent;

    /** Null until the first file is created. */
    private Path directory;

    private FileChannel lock;

    /** The files by their paths in the storage. */
    private final Map<String, Path> files = new HashMap<>();

    LocalFiles(Optional<Path> parent) {
        this.parent = parent.orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir")));
    }

    private synchronized Path directory() throws IOException {
        if (directory == null) {
            Files.createDirectories(parent);
            deleteAbandoned();
            Path created = Files.createTempDirectory(parent, PREFIX);
            lock = FileChannel.open(created.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            lock.lock();
            directory = created;
        }
        return directory;
    }

    private void deleteAbandoned() throws IOException {
        List<Path> others;
        try (Stream<Path> entries = Files.list(parent)) {
            others = entries.filter(path -> path.getFileName().toString().startsWith(PREFIX))
                    .toList();
        }
        others.forEach(LocalFiles::deleteIfAbandoned);
    }

    private static void deleteIfAbandoned(Path other) {
        Path lockFile = other.resolve(LOCK);
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock != null) {
                deleteTree(other);
                LOG.info("Deleted {}, which a process has left that is gone", other);
            }
        } catch (NoSuchFileException beginning) {
            LOG.debug("{} has no lock file yet", other);
        } catch (OverlappingFileLockException ours) {
            LOG.debug("{} is of this process", other);
        } catch (IOException e) {
            LOG.debug("{} cannot be deleted: {}", other, e.toString());
        }
    }

    private static void deleteTree(Path tree) throws IOException {
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Whether there is a temporary file of this path. */
    synchronized boolean has(String path) {
        return files.containsKey(path);
    }

    /** The file on the local disk. */
    synchronized Path file(String path) throws NoSuchFileException {
        Path file = files.get(path);
        if (file == null) {
            throw new NoSuchFileException(path, null, "there is no temporary file of this path");
        }
        return file;
    }

    /** The files whose paths are below a directory. */
    synchronized List<StoredFile> below(String directory) throws IOException {
        List<StoredFile> below = new ArrayList<>();
        for (Map.Entry<String, Path> file : files.entrySet()) {
            if (directory.isEmpty() || file.getKey().startsWith(directory + "/")) {
                BasicFileAttributes attributes = Files.readAttributes(file.getValue(), BasicFileAttributes.class);
                below.add(new StoredFile(
                        file.getKey(),
                        attributes.size(),
                        attributes.lastModifiedTime().toMillis()));
            }
        }
        return below;
    }

    DurableOutputFile create(String path) throws IOException {
        Path file = directory().resolve(UUID.randomUUID() + "-" + shortened(StoragePath.name(path)));
        synchronized (this) {
            if (files.putIfAbsent(path, file) != null) {
                throw new FileAlreadyExistsException(path);
            }
        }
        return new Output(path, LocalOutputFile.create(file));
    }

    /** The end of a name is enough for people. */
    private static String shortened(String name) {
        return name.length() > 50 ? name.substring(name.length() - 50) : name;
    }

    InputFile open(String path) throws IOException {
        return LocalInputFile.open(file(path));
    }

    long length(String path) throws IOException {
        return Files.size(file(path));
    }

    /** Deletes a file; returns whether it existed. */
    boolean delete(String path) throws IOException {
        Path file;
        synchronized (this) {
            file = files.remove(path);
        }
        return file != null && Files.deleteIfExists(file);
    }

    @Override
    public synchronized void close() throws IOException {
        if (directory != null) {
            try {
                deleteTree(directory);
            } finally {
                lock.close();
                directory = null;
                files.clear();
            }
        }
    }

    private record Output(String name, LocalOutputFile file) implements DurableOutputFile {
        @Override
        public long position() {
            return file.position();
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            file.write(buffer, offset, length);
        }

        /** It becomes durable when it is staged. */
        @Override
        public void sync() {}

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
