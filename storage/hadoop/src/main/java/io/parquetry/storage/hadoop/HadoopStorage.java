package io.parquetry.storage.hadoop;

import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.format.io.InputFile;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/**
 * A directory of HDFS or another Hadoop file system.
 *
 * <ol type="a">
 *   <li>A file is published by a rename, which the NameNode refuses when the name is taken. Names, directories and
 *       lengths are durable with its edit log.
 *   <li>Bytes are on the disks of the DataNodes when {@code sync} returns: each full block is synced at its end, the
 *       last block by hsync, which also reports the length to the NameNode. Files are replicated, even in a directory
 *       with erasure coding, because striped files cannot be synced.
 *   <li>Blocks of data files have at least {@code blockBytesLeast}. Small documents get small blocks, because a quota
 *       is charged a whole block for each open file.
 *   <li>The first operation connects; when that fails, the next operation tries again.
 * </ol>
 */
public final class HadoopStorage implements Storage {
    private static final long MEBIBYTE = 1 << 20;

    /** The NameNode allows 48 bits, but DataNodes and tools are rarely run with larger blocks. */
    private static final long BLOCK_BYTES_MOST = 2L << 30;

    private static final EnumSet<CreateFlag> NEW_AND_DURABLE =
            EnumSet.of(CreateFlag.CREATE, CreateFlag.SYNC_BLOCK, CreateFlag.SHOULD_REPLICATE);

    private final Path root;
    private final long blockBytesLeast;
    private final Connection connection;
    private final AtomicRename rename = new AtomicRename();
    private boolean smallBlocksRefused;

    /**
     * @param url the root, with a scheme
     * @param blockBytesLeast the least block size of a data file; 0 for the cluster's default
     */
    public HadoopStorage(String url, HadoopSettings settings, long blockBytesLeast) {
        this.root = new Path(Objects.requireNonNull(url, "url"));
        this.blockBytesLeast = blockBytesLeast;
        this.connection = new Connection(root.toUri(), Objects.requireNonNull(settings, "settings"));
    }

    /** Reads the configuration and logs in; otherwise the first operation does so. */
    public void logIn() throws IOException {
        connection.logIn();
    }

    @Override
    public String url() {
        return root.toString();
    }

    @Override
    public boolean isDirectory(String directory) throws IOException {
        Path path = directoryAt(directory);
        return connection.call("get the status of " + path, files -> {
            FileStatus status = statusOrNull(files, path);
            return status != null && status.isDirectory();
        });
    }

    /** As {@link io.parquetry.connect.common.storage.LocalStorage#removingNewDirectories}. */
    Closeable removingNewDirectories(String directory) throws IOException {
        List<Path> missing = new ArrayList<>();
        for (Path path = directoryAt(directory); path != null && !exists(path); path = path.getParent()) {
            missing.add(path);
        }
        return () -> {
            try {
                for (Path path : missing) {
                    connection.call("delete " + path, files -> files.delete(path, false));
                }
            } catch (IOException inUse) {
                // It is not empty, so neither are those above it.
            }
        };
    }

    private boolean exists(Path path) throws IOException {
        return connection.call("get the status of " + path, files -> statusOrNull(files, path) != null);
    }

    private static FileStatus statusOrNull(FileSystem files, Path path) throws IOException {
        try {
            return files.getFileStatus(path);
        } catch (FileNotFoundException absent) {
            return null;
        }
    }

    @Override
    public Optional<StoredFile> find(String path) throws IOException {
        Path file = fileAt(path);
        FileStatus status = connection.call("get the status of " + file, files -> statusOrNull(files, file));
        return status != null && status.isFile() ? Optional.of(listed(path, status)) : Optional.empty();
    }

    /** HDFS numbers its files, and no number is given twice. */
    private static StoredFile listed(String path, FileStatus status) {
        long fileId = status instanceof HdfsFileStatus file ? file.getFileId() : 0;
        return new StoredFile(path, status.getLen(), status.getModificationTime(), "", fileId);
    }

    @Override
    public void list(String directory, ListingVisitor visitor) throws IOException {
        Path start = directoryAt(directory);
        FileStatus status = connection.call("list " + start, files -> statusOrNull(files, start));
        if (status == null) {
            return;
        }
        if (!status.isDirectory()) {
            throw new NotDirectoryException(start.toString());
        }
        walk(start, directory, visitor);
    }

    /** The visitor runs as the caller, not as the user of this storage: it may use another storage. */
    private void walk(Path directory, String relative, ListingVisitor visitor) throws IOException {
        DirectoryEntries entries = new DirectoryEntries(directory);
        for (FileStatus entry = entries.next(); entry != null; entry = entries.next()) {
            String name = entry.getPath().getName();
            String path = StoragePath.in(relative, name);
            Optional<String> fault = StoragePath.faultOf(name);
            if (fault.isPresent()) {
                visitor.unreadable(entry.isDirectory() ? path + "/" : path, fault.get());
                continue;
            }
            if (entry.isFile()) {
                visitor.file(listed(path, entry));
            } else if (entry.isDirectory() && visitor.enter(path)) {
                walk(entry.getPath(), path, visitor);
            }
        }
    }

    /** The entries of one directory, which the NameNode sends in batches; a directory that vanishes has no more. */
    private final class DirectoryEntries {
        private final Path directory;
        private RemoteIterator<FileStatus> iterator;

        DirectoryEntries(Path directory) {
            this.directory = directory;
        }

        /** The next entry; null when there is none. */
        FileStatus next() throws IOException {
            try {
                return connection.call("list " + directory, files -> {
                    if (iterator == null) {
                        iterator = files.listStatusIterator(directory);
                    }
                    return iterator.hasNext() ? iterator.next() : null;
                });
            } catch (NoSuchFileException vanished) {
                return null;
            }
        }
    }

    @Override
    public InputFile open(String path) throws IOException {
        Path file = fileAt(path);
        return connection.call("open " + file, files -> {
            FileStatus status = files.getFileStatus(file);
            FSDataInputStream in = files.open(file);
            return new HadoopInputFile(file.toString(), in, status.getLen(), connection);
        });
    }

    @Override
    public TemporaryFile create(String path) throws IOException {
        Path file = newFileAt(path);
        return connection.call("create " + file, files -> create(files, path, file, dataBlockBytes(files, file)));
    }

    private long dataBlockBytes(FileSystem files, Path file) {
        long whole = Math.min(blockBytesLeast, BLOCK_BYTES_MOST - MEBIBYTE) + MEBIBYTE - 1;
        return Math.max(files.getDefaultBlockSize(file), whole / MEBIBYTE * MEBIBYTE);
    }

    private HadoopTemporaryFile create(FileSystem files, String path, Path file, long blockBytes) throws IOException {
        if (!files.exists(file.getParent())) {
            AtomicRename.makeDirectory(files, file.getParent());
        }
        FSDataOutputStream out = files.create(
                file,
                FsPermission.getFileDefault(),
                NEW_AND_DURABLE,
                files.getConf().getInt("io.file.buffer.size", 4096),
                files.getDefaultReplication(file),
                blockBytes,
                null,
                null);
        return new HadoopTemporaryFile(path, file.toString(), out, connection);
    }

    @Override
    public void publish(StagedFile staged) throws IOException {
        move("publish", fileAt(staged.temporary()), newFileAt(staged.path()));
    }

    @Override
    public void rename(StoredFile listed, String newPath) throws IOException {
        move("rename", fileAt(listed.path()), newFileAt(newPath));
    }

    private void move(String verb, Path source, Path target) throws IOException {
        connection.call(verb + " " + source + " as " + target, files -> {
            rename.rename(files, source, target);
            return null;
        });
    }

    @Override
    public boolean createIfAbsent(String path, byte[] document) throws IOException {
        Path target = newFileAt(path);
        if (find(path).isPresent()) {
            return false;
        }
        String temporaryPath = path + "." + UUID.randomUUID() + ".tmp";
        Path temporary = fileAt(temporaryPath);
        boolean renamed = false;
        try (HadoopTemporaryFile out = createDocument(temporaryPath, temporary)) {
            out.write(document, 0, document.length);
            out.sync();
        } catch (IOException e) {
            deleteQuietly(temporary, e);
            throw e;
        }
        try {
            connection.call("create " + target, files -> {
                rename.rename(files, temporary, target);
                return null;
            });
            renamed = true;
            return true;
        } catch (FileAlreadyExistsException taken) {
            return false;
        } catch (NoSuchFileException swept) {
            // The name was taken, and its owner has deleted this temporary file.
            if (find(path).isPresent()) {
                return false;
            }
            throw swept;
        } finally {
            if (!renamed) {
                deleteQuietly(temporary, null);
            }
        }
    }

    private HadoopTemporaryFile createDocument(String path, Path file) throws IOException {
        return connection.call("create " + file, files -> {
            long usual = files.getDefaultBlockSize(file);
            if (smallBlocksRefused || usual <= MEBIBYTE) {
                return create(files, path, file, usual);
            }
            try {
                return create(files, path, file, MEBIBYTE);
            } catch (IOException e) {
                if (!String.valueOf(e.getMessage()).contains("min-block-size")) {
                    throw e;
                }
                smallBlocksRefused = true;
                return create(files, path, file, usual);
            }
        });
    }

    /** A file that cannot be deleted stays and is ignored. */
    private void deleteQuietly(Path temporary, IOException reason) {
        try {
            connection.call("delete " + temporary, files -> files.delete(temporary, false));
        } catch (IOException e) {
            if (reason != null) {
                reason.addSuppressed(e);
            }
        }
    }

    @Override
    public void delete(String path) throws IOException {
        Path file = fileAt(path);
        connection.call("delete " + file, files -> files.delete(file, false));
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }

    private Path fileAt(String path) {
        StoragePath.requireFile(path);
        // Not from one text, in which the part before a colon would be parsed as a scheme.
        URI uri = root.toUri();
        return new Path(uri.getScheme(), uri.getAuthority(), uri.getPath() + "/" + path);
    }

    private Path newFileAt(String path) {
        if (path.indexOf(':') >= 0 && "hdfs".equals(root.toUri().getScheme())) {
            throw new IllegalArgumentException(
                    "path \"" + path + "\": HDFS takes no ':' in a name; leave it out, or write it as %3A");
        }
        return fileAt(path);
    }

    private Path directoryAt(String directory) {
        return directory.isEmpty() ? root : fileAt(directory);
    }
}
