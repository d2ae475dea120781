package io.parquetry.connect.source.read;

import io.parquetry.connect.common.storage.ReplacedFileException;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.FileIdentity;
import io.parquetry.connect.source.select.Selection;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.host.FileWithTail;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Tells whether a file is one whose rows were sent.
 *
 * <ol type="a">
 *   <li>A file with another footer is another file.
 *   <li>A file with the same footer is the same if the storage says so.
 *   <li>Where the storage says that it is another one, as after a copy or a touch, only the bytes decide: they are
 *       read, and their hash is compared with the one that was taken while the file was sent. Without that hash the
 *       file is another one.
 *   <li>A file that was replaced while it was read is continued if it has all bytes that were read until then.
 * </ol>
 */
public final class SentFiles {
    private static final int BUFFER_BYTES = 1 << 18;

    private final Storage storage;
    private final Selection selection;
    private final BooleanSupplier stopping;

    /** @param stopping whether the task is to stop, so that a file need not be read to its end */
    public SentFiles(Storage storage, Selection selection, BooleanSupplier stopping) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.selection = Objects.requireNonNull(selection, "selection");
        this.stopping = Objects.requireNonNull(stopping, "stopping");
    }

    /**
     * The file at a path, if it is the one that was sent.
     *
     * @param original the file under the path that it was sent from
     * @throws NoSuchFileException when there is no file at the path
     * @throws IOException also where answers of the storage contradict each other, as those of a broken connection may
     */
    public Optional<StoredFile> find(String path, DataFile original, FileIdentity sent) throws IOException {
        StoredFile now = storage.find(path).orElseThrow(() -> new NoSuchFileException(path));
        try (InputFile in = storage.open(now)) {
            if (now.bytes() != in.length()) {
                throw new IOException("the storage says that " + path + " has " + now.bytes() + " bytes, and then "
                        + in.length() + ", so it is not known whether it is the file that was sent");
            }
            return isSent(in, FileTail.of(in), now, original, sent) ? Optional.of(now) : Optional.empty();
        } catch (IncompleteFileException | ReplacedFileException | ParquetException other) {
            return Optional.empty();
        }
    }

    /**
     * Whether an open file is the one that was sent.
     *
     * @param listed as the storage has listed it
     * @param original the file under the path that it was sent from
     */
    boolean isSent(InputFile in, FileTail tail, StoredFile listed, DataFile original, FileIdentity sent)
            throws IOException {
        return tail.footerHash().equals(sent.footer())
                && (sent.isOf(listed)
                        || !sent.content().isEmpty()
                                && contentHash(in, tail, original).equals(Optional.of(sent.content())));
    }

    /**
     * Whether an open file begins with what was read of the sent one until that was replaced.
     *
     * @param read the bytes that were read of the sent file
     */
    boolean isSentSoFar(InputFile in, FileTail tail, FileIdentity sent, ContentHash read) throws IOException {
        return tail.footerHash().equals(sent.footer()) && read.isReadFrom(in, new byte[BUFFER_BYTES], this::checkStop);
    }

    /** Reads all content that decides the rows. The reader stays open, as closing it would close the file. */
    private Optional<String> contentHash(InputFile in, FileTail tail, DataFile original) throws IOException {
        ParquetReader reader = ParquetReader.open(new FileWithTail(in, tail.bytes()), ReaderOptions.DEFAULT);
        Optional<ContentHash> hash = of(reader, original, selection);
        if (hash.isPresent()) {
            hash.get().readAll(in, new byte[BUFFER_BYTES], this::checkStop);
        }
        return hash.flatMap(ContentHash::value);
    }

    private void checkStop() throws InterruptedIOException {
        if (stopping.getAsBoolean()) {
            throw new InterruptedIOException("the task is to stop");
        }
    }

    /** The hash to be taken of a file; empty where a filter selects rows, since pages are passed over then. */
    static Optional<ContentHash> of(ParquetReader reader, DataFile file, Selection selection) {
        return selection.selectsAllRows(file, reader)
                ? ContentHash.of(reader, selection.columns(file, reader))
                : Optional.empty();
    }
}
