package io.parquetry.connect.common.storage;

import io.parquetry.format.io.InputFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A tree of files that several tasks, in several processes, read and write concurrently. Small documents are created
 * whole. A data file takes three steps: {@link #create} gives a {@link TemporaryFile}, {@link TemporaryFile#stage}
 * makes it a {@link StagedFile}, {@link #publish} makes it visible.
 *
 * <ol type="a">
 *   <li>Paths are relative to the storage's root as {@link StoragePath} says; "" is the root itself where a directory
 *       is meant. A directory is created with the first file in it.
 *   <li>{@link #createIfAbsent}, {@link #create} and {@link #publish} never overwrite, also when several callers try at
 *       the same time.
 *   <li>A temporary file is found, listed, opened and deleted by the instance that created it; others need not see it.
 *   <li>A staged file survives a power failure and the process that wrote it. It is invisible at its path, and any
 *       process that has its handle can publish it.
 *   <li>When {@link #createIfAbsent} creates a document, or {@link #publish} returns, the file survives a power
 *       failure: bytes, length, name, and the parent directories.
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

    /**
     * Tests a path before records are written for it; later its file could not be staged.
     *
     * @throws IllegalArgumentException with the reason when no file can have this path, though its names are valid
     */
    default void requirePath(String path) {}

    /** Whether there is such a directory, which a listing does not say: for it, one that does not exist is empty. */
    boolean isDirectory(String directory) throws IOException;

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

    /** The file as a listing shows it at this moment; empty when it does not exist. */
    Optional<StoredFile> find(String path) throws IOException;

    /** @throws java.nio.file.NoSuchFileException when it does not exist */
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
     * Reads a document.
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

    /**
     * Creates a document, which is complete as soon as it is visible.
     *
     * @return whether this call created it; false when the name was taken
     */
    boolean createIfAbsent(String path, byte[] document) throws IOException;

    /**
     * Returns when the name of a document survives a power failure, whoever created it: its creator may have died
     * before it was durable. Nothing to do where a name is durable as soon as it is visible. Not a promise of
     * {@link #read}, since few readers need it.
     */
    default void makeDurable(String document) throws IOException {}

    /** @throws java.nio.file.FileAlreadyExistsException when the name is taken */
    TemporaryFile create(String path) throws IOException;

    /**
     * How many bytes of temporary files this instance may still write before it should publish files; 0 or less when
     * their space is scarce. Writing more does no harm until the space is used up.
     */
    default long temporaryBytesLeft() {
        return Long.MAX_VALUE;
    }

    /**
     * Makes a staged file visible at its path. If the call was interrupted, another one completes it; an upload may be
     * published again by anybody while the file is at the path.
     *
     * @throws java.nio.file.NoSuchFileException when it is not staged: it was published before, or the storage has
     *     dropped the upload
     * @throws java.nio.file.FileAlreadyExistsException when another file has its path
     */
    void publish(StagedFile staged) throws IOException;

    /** The uploads at this moment to paths below a directory that the filter accepts; none where none are made. */
    default OpenUploads uploads(String directory, Predicate<String> paths) throws IOException {
        return () -> {};
    }

    /**
     * Renames a file that was listed. If it has a version, no other version is renamed; otherwise the file is renamed
     * that is at its path at this moment. The new name must be one that no other caller chooses.
     *
     * @throws java.nio.file.NoSuchFileException when there is no file at its path
     * @throws java.nio.file.FileAlreadyExistsException when a file has the new name
     * @throws ReplacedFileException when the file at its path has another version
     */
    void rename(StoredFile listed, String newPath) throws IOException;

    /**
     * Deletes the temporary files below a directory that this instance alone has, on its own disk, without a request.
     * Where every instance sees temporary files, there are none.
     */
    default void deleteUnshared(String directory) throws IOException {}

    /** Deletes a file if it exists. Directories are kept. */
    void delete(String path) throws IOException;
}
