package io.parquetry.connect.source;

import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A local storage that records what is opened, listed and read, and fails when a test asks for it. */
public final class CountingStorage implements Storage {
    private final LocalStorage storage;
    public final List<String> opened = new ArrayList<>();
    public final List<String> listed = new ArrayList<>();
    final List<Range> ranges = new ArrayList<>();
    /** So many of the next calls fail. */
    int failuresLeft;

    /** A file that cannot be opened; while there is one, closing another one fails too. */
    public String unreachable = "";

    /** A file or directory that this user may not read. */
    public String forbidden = "";

    /** A directory that cannot be listed, as with a stale file handle. */
    public String stale = "";

    /** A directory whose listing fails for a reason that nobody knows. */
    public String failing = "";

    /** A directory behind which the listing of its parent directory fails, as with a stale file handle. */
    public String cutAfter = "";

    /** A file that can be opened, and of which nothing can be read. */
    public String defective = "";

    /** A file that is listed and cannot be found. */
    public String ghost = "";

    int ghostsOpened;

    boolean isClosed;

    /** How many files are open. */
    public int open;

    /** Called for each file that is opened. */
    Runnable opening = () -> {};

    /** Runs before each read. */
    Runnable reading = () -> {};

    /** Changes what is said of a file that is looked for. */
    UnaryOperator<StoredFile> finding = file -> file;

    /** Whether no file can be deleted, as without the permission for it. */
    boolean deletesNothing;

    /** Runs before each renaming. */
    Runnable renaming = () -> {};

    /** Runs after each renaming. */
    Runnable renamed = () -> {};

    public CountingStorage(Path root) {
        this.storage = new LocalStorage(root);
    }

    /** The range of one read. */
    record Range(long position, int length) {
        boolean overlaps(long from, long bytes) {
            return position < from + bytes && from < position + length;
        }
    }

    private void failIfAsked(String what) throws IOException {
        if (failuresLeft > 0) {
            failuresLeft--;
            throw new IOException("the network is down: " + what);
        }
    }

    private void failIfForbidden(String path) throws IOException {
        if (!path.isEmpty() && path.equals(forbidden)) {
            throw new AccessDeniedException(path);
        }
    }

    @Override
    public String url() {
        return storage.url();
    }

    @Override
    public boolean isDirectory(String directory) throws IOException {
        return storage.isDirectory(directory);
    }

    @Override
    public void list(String directory, ListingVisitor visitor) throws IOException {
        failIfAsked("list " + directory);
        failIfUnlistable(directory);
        listed.add(directory);
        storage.list(directory, new ListingVisitor() {
            @Override
            public void file(StoredFile file) throws IOException {
                visitor.file(file);
            }

            @Override
            public void unreadable(String path, String reason) throws IOException {
                visitor.unreadable(path, reason);
            }

            @Override
            public boolean enter(String subdirectory) throws IOException {
                boolean enters = visitor.enter(subdirectory);
                if (subdirectory.equals(cutAfter)) {
                    throw new FileSystemException(directory, null, "Stale file handle");
                }
                if (enters) {
                    failIfUnlistable(subdirectory);
                }
                return enters;
            }
        });
    }

    private void failIfUnlistable(String directory) throws IOException {
        failIfForbidden(directory);
        if (!directory.isEmpty() && directory.equals(stale)) {
            throw new FileSystemException(directory, null, "Stale file handle");
        }
        if (!directory.isEmpty() && directory.equals(failing)) {
            throw new IOException("Input/output error");
        }
    }

    @Override
    public Optional<StoredFile> find(String path) throws IOException {
        return storage.find(path).map(finding);
    }

    @Override
    public InputFile open(String path) throws IOException {
        failIfAsked("open " + path);
        failIfForbidden(path);
        if (path.equals(ghost)) {
            ghostsOpened++;
            throw new NoSuchFileException(path);
        }
        if (path.equals(unreachable)) {
            throw new IOException("the network is down: open " + path);
        }
        opened.add(path);
        opening.run();
        InputFile file = storage.open(path);
        open++;
        return new InputFile() {
            private boolean closed;

            @Override
            public String name() {
                return file.name();
            }

            @Override
            public long length() {
                return file.length();
            }

            @Override
            public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
                failIfAsked("read " + path);
                if (path.equals(defective)) {
                    throw new IOException("Input/output error");
                }
                reading.run();
                ranges.add(new Range(position, length));
                file.readFully(position, buffer, offset, length);
            }

            @Override
            public void close() throws IOException {
                if (!closed) {
                    open--;
                    closed = true;
                }
                file.close();
                if (!unreachable.isEmpty()) {
                    throw new IOException("the network is down: close " + path);
                }
            }
        };
    }

    @Override
    public TemporaryFile create(String path) throws IOException {
        return storage.create(path);
    }

    @Override
    public void publish(StagedFile staged) throws IOException {
        storage.publish(staged);
    }

    @Override
    public void rename(StoredFile listed, String newPath) throws IOException {
        renaming.run();
        storage.rename(listed, newPath);
        renamed.run();
    }

    @Override
    public boolean createIfAbsent(String path, byte[] document) throws IOException {
        return storage.createIfAbsent(path, document);
    }

    @Override
    public byte[] read(String path, int bytesMax) throws IOException {
        return storage.read(path, bytesMax);
    }

    @Override
    public void delete(String path) throws IOException {
        if (deletesNothing) {
            throw new AccessDeniedException(path);
        }
        storage.delete(path);
    }

    @Override
    public void close() {
        isClosed = true;
        storage.close();
    }
}
