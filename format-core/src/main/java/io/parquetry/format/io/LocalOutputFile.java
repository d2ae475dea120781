package io.parquetry.format.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;

/**
 * A file of the local file system. {@link #create} writes a new file under its own name; {@link #replace} writes a
 * hidden temporary file beside it, which takes the name in one step when it is closed, so that a reader sees the old
 * file or the whole new one. A file that is discarded leaves nothing behind.
 */
public final class LocalOutputFile implements OutputFile {
    private final Path path;
    /** The temporary file, or the path itself. */
    private final Path written;

    private final FileChannel channel;
    private long position;
    private boolean open = true;

    private LocalOutputFile(Path path, Path written) throws IOException {
        this.path = path;
        this.written = written;
        this.channel = FileChannel.open(written, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    /**
     * Creates a file that does not exist yet.
     *
     * @throws FileAlreadyExistsException when the path is taken
     */
    public static LocalOutputFile create(Path path) throws IOException {
        try {
            return new LocalOutputFile(path, path);
        } catch (FileAlreadyExistsException e) {
            FileAlreadyExistsException taken = new FileAlreadyExistsException(
                    path.toString(), null, "exists already; LocalOutputFile.replace writes a file in its place");
            taken.initCause(e);
            throw taken;
        }
    }

    /**
     * Writes a file that takes the path when it is closed, whether there is a file or not. It is forced to the disk
     * before, since a crash could otherwise leave an empty file in the place of the old one. A symbolic link at the
     * path is replaced itself; the file that it leads to stays as it is. A process that is killed leaves the temporary
     * file {@code .parquetry-<UUID>.tmp}, which may then be deleted.
     *
     * @throws FileSystemException when the path is a directory
     */
    public static LocalOutputFile replace(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new FileSystemException(path.toString(), null, "is a directory; name a file in it");
        }
        // Without the file's name, which may be as long as the file system allows.
        return new LocalOutputFile(path, path.resolveSibling(".parquetry-" + UUID.randomUUID() + ".tmp"));
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
        ByteBuffer source = ByteBuffer.wrap(buffer, offset, length);
        try {
            while (source.hasRemaining()) {
                position += channel.write(source);
            }
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            // The system's text, such as that the disk is full, does not name the file.
            FileSystemException failure = new FileSystemException(written.toString(), null, e.getMessage());
            failure.initCause(e);
            throw failure;
        }
    }

    /** Forces what was written, and the file's length, to the disk. */
    public void sync() throws IOException {
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        if (!open) {
            return;
        }
        if (written.equals(path)) {
            open = false;
            channel.close();
            return;
        }
        try {
            sync();
            channel.close();
            Files.move(written, path, StandardCopyOption.ATOMIC_MOVE);
            open = false;
        } finally {
            discard();
        }
    }

    @Override
    public void discard() throws IOException {
        if (open) {
            open = false;
            try (channel) {
                Files.deleteIfExists(written);
            }
        }
    }
}
