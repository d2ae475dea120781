package io.parquetry.connect.common.storage;

import io.parquetry.format.io.InputFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * A tree of files that several tasks, in several processes, read and write concurrently.
 *
 * <ol type="a">
 *   <li>Paths are relative to the storage's root as {@link StoragePath} says; "" is the root itself where a directory
 *       is meant. A directory is created with the first file in it.
 *   <li>{@link #create}, {@link #publish} and {@link #createIfAbsent} never overwrite, also when several callers try at
 *       the same time.
 *   <li>When {@link DurableOutputFile#sync}, {@link #publish} or {@link #createIfAbsent} returns, its effect survives a
 *       power failure: bytes, length, name, and the parent directories.
 *   <li>When a method throws, its effect may or may not have happened; a later call shows which.
 *   <li>A crash inside {@link #createIfAbsent} may leave a file whose name is the document's name, a dot, a UUID and
 *       {@code .tmp}; it is ignored.
 * </ol>
 *
 * <p>Methods may be called by one thread at a time. {@code StorageContract} in the test sources tests all of this.
 */
public interface Storage extends Closeable {
    /** The URL of the root. */
    String url();

    /** @throws IllegalArgumentException with the reason when no file can have this path, though its names are valid */
    default void requirePath(String path) {}

    /** Whether there is such a directory. */
    boolean isDirectory(String directory) throws IOException;

    /**
     * Remembers which directories on the way to a directory do not exist, the root and those above it included. Closing
     * the result deletes them again as far as they are empty then; it does not fail. Storages without directories have
     * nothing to delete.
     */
    default Closeable removingNewDirectories(String directory) throws IOException {
        return () -> {};
    }

    /**
     * Passes every file below a directory to the visitor, in no particular order, while the storage lists them.
     * Symbolic links are not followed. Names that are not valid in a path are left out, and so are files that vanish
     * meanwhile. A directory that does not exist is empty.
     */
    void list(String directory, ListingVisitor visitor) throws IOException;

    /** Whether one listing of a tree of directories takes fewer requests than a listing of each of them. */
    default boolean listsTrees() {
        return false;
    }

    /** Length of a file in bytes; empty when the file does not exist. */
    OptionalLong length(String path) throws IOException;

    /** The file as a listing shows it at this moment; empty when it does not exist. */
    default Optional<StoredFile> find(String path) throws IOException {
        List<StoredFile> found = new ArrayList<>(1);
        list(StoragePath.parent(path), new ListingVisitor() {
            @Override
            public void file(StoredFile file) {
                if (file.path().equals(path)) {
                    found.add(file);
                }
            }

            @Override
            public boolean enter(String directory) {
                return false;
            }
        });
        return found.stream().findFirst();
    }

    /**
     * Opens a file for reading.
     *
     * @throws java.nio.file.NoSuchFileException when it does not exist
     */
    InputFile open(String path) throws IOException;

    /**
     * Opens a file that was listed. If it has a version, all that is read is of this version.
     *
     * @throws java.nio.file.NoSuchFileException when it does not exist any more
     * @throws ReplacedFileException when the file at its path has another version. Reading the file also throws that
     */
    default InputFile open(StoredFile listed) throws IOException {
        return open(listed.path());
    }

    /**
     * Creates a temporary file for sequential writing. This instance can read, measure, publish and delete it; listings
     * and other processes need not see it.
     *
     * @throws java.nio.file.FileAlreadyExistsException when the name is taken
     */
    DurableOutputFile create(String path) throws IOException;

    /**
     * How many bytes of temporary files this instance may still write before it should publish files; 0 or less when
     * their space is scarce. Writing more does no harm until the space is used up.
     */
    default long temporaryBytesLeft() {
        return Long.MAX_VALUE;
    }

    /**
     * Begins to make a synced temporary file one that any process can publish, under this path only. A staged file
     * survives the machine of this process, and is invisible.
     */
    default Staging stage(String temporary, String path) throws IOException {
        StagedFile staged = new StagedFile(temporary, "");
        return () -> staged;
    }

    /**
     * Makes a staged file visible, atomically and without overwriting. If the file is {@linkplain StagedFile#isApart
     * apart}, the call may be repeated by anybody while the file is at the path.
     *
     * @throws java.nio.file.NoSuchFileException when it is not staged: it was published before, or it was apart and the
     *     storage has dropped it
     * @throws java.nio.file.FileAlreadyExistsException when another file has the final name
     */
    default void publish(StagedFile staged, String path) throws IOException {
        publish(staged.temporary(), path);
    }

    /** The files that are staged apart at this moment for paths below a directory that the filter accepts. */
    default Leftovers staged(String directory, Predicate<String> paths) throws IOException {
        return () -> {};
    }

    /**
     * Renames a synced file to its final name, atomically and without overwriting. If an earlier call was
     * interrupted, this call completes it.
     *
     * @throws java.nio.file.NoSuchFileException when there is no file at {@code temporary}, also when it was
     *     published before
     * @throws java.nio.file.FileAlreadyExistsException when another file has the final name
     */
    void publish(String temporary, String path) throws IOException;

    /**
     * Renames the file that is at a path at this moment, whichever that is. Unlike {@link #publish} it never removes a
     * file that takes the path meanwhile. The new name must be one that no other caller chooses.
     *
     * @throws java.nio.file.NoSuchFileException when there is no file at {@code path}
     * @throws java.nio.file.FileAlreadyExistsException when a file has the new name
     */
    default void rename(String path, String newPath) throws IOException {
        publish(path, newPath);
    }

    /**
     * Renames a file that was listed. If it has a version, no other version is renamed; otherwise the file is renamed
     * that is at its path at this moment.
     *
     * @throws ReplacedFileException when the file at its path has another version
     */
    default void rename(StoredFile listed, String newPath) throws IOException {
        rename(listed.path(), newPath);
    }

    /**
     * Creates a small file that is complete as soon as it is visible.
     *
     * @return whether this call created it; false when the name was taken
     */
    boolean createIfAbsent(String path, byte[] document) throws IOException;

    /**
     * Returns when the name of a document survives a power failure, whoever created it: its creator may have died
     * before it was durable. Nothing to do where a name is durable as soon as it is visible.
     */
    default void makeDurable(String document) throws IOException {}

    /**
     * Reads a whole small file.
     *
     * @throws java.nio.file.NoSuchFileException when it does not exist
     * @throws IOException also when it has more than {@code bytesMax} bytes
     */
    default byte[] read(String path, int bytesMax) throws IOException {
        try (InputFile file = open(path)) {
            if (file.length() > bytesMax) {
                throw new IOException(
                        file.name() + ": has " + file.length() + " bytes, where at most " + bytesMax + " are allowed");
            }
            byte[] document = new byte[(int) file.length()];
            file.readFully(0, document, 0, document.length);
            return document;
        }
    }

    /** Deletes a file if it exists. Directories are kept. */
    void delete(String path) throws IOException;
}
