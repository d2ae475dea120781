package io.parquetry.connect.common.storage;

import io.parquetry.format.io.InputFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.OptionalLong;

/**
 * A tree of files that several tasks, in several processes, read and write at once.
 *
 * <ol type="a">
 *   <li>Paths are relative to the storage's root as {@link StoragePath} says; "" is the root itself where a directory is
 *       meant. Directories come into being with the first file in them.
 *   <li>{@link #create}, {@link #publish} and {@link #createIfAbsent} never overwrite, whoever else tries the same at
 *       the same moment.
 *   <li>When {@link DurableOutputFile#sync}, {@link #publish} or {@link #createIfAbsent} returns, what it did outlives a
 *       power failure: bytes, length, name, and the directories above it.
 *   <li>When a method throws, its step may or may not have been done; looking again tells.
 *   <li>A crash inside {@link #createIfAbsent} may leave a file whose name is the document's name, a dot, a UUID and
 *       {@code .tmp}; it is never looked at again.
 * </ol>
 *
 * <p>Methods may be called by one thread at a time. {@code StorageContract} in the test sources is this text as code.
 */
public interface Storage extends Closeable {
    /** The root, as a user would write it. */
    String url();

    /** Whether there is such a directory. */
    boolean isDirectory(String directory) throws IOException;

    /**
     * Shows every file below a directory to the visitor, in no order, while the storage lists them. Links are not
     * followed, names that no path can have are left out, and so is what vanishes meanwhile; a directory that does not
     * exist holds nothing.
     */
    void list(String directory, ListingVisitor visitor) throws IOException;

    /** Length of a file in bytes; empty when there is none of this name. */
    OptionalLong length(String path) throws IOException;

    /**
     * Opens a file to be read.
     *
     * @throws java.nio.file.NoSuchFileException when there is none
     */
    InputFile open(String path) throws IOException;

    /**
     * Creates a file to be written from front to back.
     *
     * @throws java.nio.file.FileAlreadyExistsException when the name is taken
     */
    DurableOutputFile create(String path) throws IOException;

    /**
     * Gives a finished, synced file its final name, in one step and without overwriting. If an earlier call was cut
     * short, this one completes it.
     *
     * @throws java.nio.file.NoSuchFileException when there is no file at {@code temporary}, which is also so when it has
     *     been published before
     * @throws java.nio.file.FileAlreadyExistsException when another file has the final name
     */
    void publish(String temporary, String path) throws IOException;

    /**
     * Creates a small file that is complete from the moment it can be seen.
     *
     * @return whether this call created it; false when the name was taken
     */
    boolean createIfAbsent(String path, byte[] document) throws IOException;

    /**
     * Reads a small file whole.
     *
     * @throws java.nio.file.NoSuchFileException when there is none
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

    /** Deletes a file, and says whether there was one. Directories stay. */
    boolean delete(String path) throws IOException;
}
