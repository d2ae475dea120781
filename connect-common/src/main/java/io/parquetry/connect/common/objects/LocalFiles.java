package io.parquetry.connect.common.objects;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.memory.SharedMemory;
import io.parquetry.connect.common.storage.Staging;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.LocalOutputFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
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
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The temporary files of one storage, on the local disk, until they are uploaded. They need not survive a crash: what
 * is not staged is read again. So nothing is synced, and a directory that a dead process has left is deleted by the
 * next process: each directory has a lock file, and is in use as long as that is locked.
 */
final class LocalFiles implements Closeable {
    private static final Log LOG = Log.of(LocalFiles.class);
    private static final String PREFIX = "parquetry-staging-";
    private static final String LOCK = ".lock";
    private static final int ATTEMPTS_MAX = 10;

    /** The same in all class loaders of this process. */
    private static final String PROCESS = Long.toString(ProcessHandle.current().pid(), Character.MAX_RADIX) + "-"
            + Long.toString(ManagementFactory.getRuntimeMXBean().getStartTime(), Character.MAX_RADIX) + "-";

    /** The bytes of all storages of this plugin in this worker: each plugin has a class loader of its own. */
    private static final SharedMemory OF_WORKER = new SharedMemory();

    private final Path parent;
    private final OptionalLong bytesMax;

    /** Null until the first file is created. */
    private Path directory;

    private FileChannel lock;
    private SharedMemory.Account account;

    /** The files by their paths in the storage. */
    private final Map<String, Path> files = new HashMap<>();

    /** How many bytes each file adds to the account. */
    private final Map<Path, Long> bytes = new HashMap<>();

    LocalFiles(ObjectKeys.Settings staging) {
        this.parent = staging.stagingDirectory().orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir")));
        this.bytesMax = staging.stagingBytesMax();
    }

    /**
     * Creates the directory of this storage unless it is there.
     *
     * @throws StagingException when that is not possible
     */
    synchronized Path directory() throws IOException {
        boolean isGone = directory != null && !Files.exists(directory.resolve(LOCK));
        if (isGone) {
            LOG.warn(
                    "{} was deleted by another program while files were in it; the records of those files are read"
                            + " again. {}",
                    directory,
                    ObjectDiagnosis.SAFE_DIRECTORY);
            lock.close();
        }
        if (directory == null || isGone) {
            try {
                Files.createDirectories(parent);
                deleteAbandoned();
                Path created = createLocked();
                openAccount(created);
                directory = created;
            } catch (IOException e) {
                throw ObjectDiagnosis.unusableDirectory(parent, reason(e), e);
            }
        }
        return directory;
    }

    private String reason(IOException e) {
        if (Files.exists(parent) && !Files.isDirectory(parent)) {
            return "it is not a directory";
        }
        return e instanceof AccessDeniedException
                ? "the user of this worker has no permission"
                : e.getClass().getSimpleName() + " " + e.getMessage();
    }

    private Path createLocked() throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Path created = Files.createTempDirectory(parent, PREFIX + PROCESS);
            Path lockFile = created.resolve(LOCK);
            lock = FileChannel.open(lockFile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            lock.lock();
            if (Files.exists(lockFile)) {
                return created;
            }
            // Another process has found the file before it was locked.
            lock.close();
        }
        throw new IOException("other processes delete the directories in it");
    }

    private void openAccount(Path created) {
        if (account == null) {
            // Not of a file store: Java finds no mount point for some directories of containers.
            long free = created.toFile().getUsableSpace() + OF_WORKER.heldBytes();
            account = OF_WORKER.open(bytesMax.orElse(free / 2), created.toString());
        }
    }

    private void deleteAbandoned() throws IOException {
        List<Path> others;
        try (Stream<Path> entries = Files.list(parent)) {
            others = entries.filter(path -> isOfOtherProcess(path.getFileName().toString()))
                    .toList();
        }
        others.forEach(LocalFiles::deleteIfAbandoned);
    }

    /** A lock file of this process must not be opened: closing it would unlock it. */
    private static boolean isOfOtherProcess(String name) {
        return name.startsWith(PREFIX) && !name.startsWith(PREFIX + PROCESS);
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
        } catch (OverlappingFileLockException atOnce) {
            LOG.debug("{} is deleted by another task of this process", other);
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
        for (String path : pathsBelow(directory)) {
            find(path).ifPresent(below::add);
        }
        return below;
    }

    private List<String> pathsBelow(String directory) {
        return files.keySet().stream()
                .filter(path -> directory.isEmpty() || path.startsWith(directory + "/"))
                .toList();
    }

    /** Deletes the files whose paths are below a directory. */
    synchronized void deleteBelow(String directory) throws IOException {
        for (String path : pathsBelow(directory)) {
            delete(path);
        }
    }

    /** Empty also for a file that another program has deleted, which is forgotten then. */
    synchronized Optional<StoredFile> find(String path) throws IOException {
        if (!has(path)) {
            return Optional.empty();
        }
        try {
            return Optional.of(listed(path, file(path)));
        } catch (NoSuchFileException deleted) {
            delete(path);
            return Optional.empty();
        }
    }

    private static StoredFile listed(String path, Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new StoredFile(
                path, attributes.size(), attributes.lastModifiedTime().toMillis());
    }

    /**
     * How many bytes this storage may write before it should publish files: what all storages leave, or what is missing
     * to half of an equal share, so that a storage with few bytes need not wait for those with many.
     */
    synchronized long bytesLeft() {
        if (account == null) {
            return Long.MAX_VALUE;
        }
        long limit = OF_WORKER.limitBytes();
        return Math.max(limit - account.allBytes(), limit / OF_WORKER.tasks() / 2 - account.ownBytes());
    }

    TemporaryFile create(String path, Uploads uploads) throws IOException {
        Path file = directory().resolve(UUID.randomUUID() + "-" + shortened(StoragePath.name(path)));
        synchronized (this) {
            if (files.containsKey(path)) {
                throw new FileAlreadyExistsException(path);
            }
            LocalOutputFile out = LocalOutputFile.create(file);
            files.put(path, file);
            bytes.put(file, 0L);
            return new Output(this, uploads, path, file, out);
        }
    }

    private synchronized void count(Path file, long written) {
        if (bytes.computeIfPresent(file, (same, before) -> before + written) != null) {
            account.add(written);
        }
    }

    /** The end of a name is enough for people. */
    private static String shortened(String name) {
        return name.length() > 50 ? name.substring(name.length() - 50) : name;
    }

    InputFile open(String path) throws IOException {
        return LocalInputFile.open(file(path));
    }

    /** Deletes a file if it exists. */
    void delete(String path) throws IOException {
        Path file;
        synchronized (this) {
            file = files.remove(path);
            if (file == null) {
                return;
            }
            account.add(-bytes.remove(file));
        }
        Files.deleteIfExists(file);
    }

    @Override
    public synchronized void close() throws IOException {
        if (directory != null) {
            try {
                deleteTree(directory);
            } finally {
                lock.close();
                account.close();
                directory = null;
                account = null;
                files.clear();
                bytes.clear();
            }
        }
    }

    private record Output(LocalFiles owner, Uploads uploads, String name, Path path, LocalOutputFile file)
            implements TemporaryFile {
        @Override
        public long position() {
            return file.position();
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            owner.count(path, length);
            try {
                file.write(buffer, offset, length);
            } catch (IOException e) {
                throw ObjectDiagnosis.fullDisk(path, e);
            }
        }

        @Override
        public Staging stage(String finalPath) throws IOException {
            close();
            return uploads.begin(path, name, finalPath);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
