package io.parquetry.connect.source.read;

import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;

/** A file whose content is hashed while it is read. */
final class HashedFile implements InputFile.Wrapper {
    private final InputFile file;
    private Optional<ContentHash> hash = Optional.empty();

    /** @param file closed with this file */
    HashedFile(InputFile file) {
        this.file = Objects.requireNonNull(file, "file");
    }

    /** The file, to read what is not to be hashed. */
    @Override
    public InputFile wrapped() {
        return file;
    }

    /** From now on the bytes that are read are added to this hash. */
    void hashWith(Optional<ContentHash> begun) {
        hash = begun;
    }

    /** Hashes the content anew. */
    void restart() {
        hash.ifPresent(ContentHash::restart);
    }

    /** The hash of the content that was read so far; empty when none is taken. */
    Optional<ContentHash> read() {
        return hash;
    }

    /** The hash of all content that decides the rows; empty when not all of it was read. */
    Optional<String> contentHash() {
        return hash.flatMap(ContentHash::value);
    }

    @Override
    public long heldBytesMax() {
        return file.heldBytesMax() + hash.map(ContentHash::heldBytesMax).orElse(0L);
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
        file.readFully(position, buffer, offset, length);
        if (hash.isPresent()) {
            hash.get().add(position, buffer, offset, length);
        }
    }
}
