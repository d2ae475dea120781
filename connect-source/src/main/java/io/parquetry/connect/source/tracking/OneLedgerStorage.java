package io.parquetry.connect.source.tracking;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;

/** A storage in which only one connector has ledgers. Nothing is written through it. */
final class OneLedgerStorage implements Storage {
    private final Storage storage;
    private final String directory;

    /** @param directory of the connector's ledgers */
    OneLedgerStorage(Storage storage, String directory) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.directory = Objects.requireNonNull(directory, "directory");
    }

    @Override
    public String url() {
        return storage.url();
    }

    @Override
    public boolean isDirectory(String path) throws IOException {
        return storage.isDirectory(path);
    }

    @Override
    public void list(String path, ListingVisitor visitor) throws IOException {
        storage.list(path.equals(LedgerDirectory.ROOT) ? directory : path, visitor);
    }

    @Override
    public Optional<StoredFile> find(String path) throws IOException {
        return storage.find(path);
    }

    @Override
    public InputFile open(String path) throws IOException {
        return storage.open(path);
    }

    @Override
    public byte[] read(String path, int bytesMax) throws IOException {
        return storage.read(path, bytesMax);
    }

    @Override
    public TemporaryFile create(String path) {
        throw readOnly();
    }

    @Override
    public void publish(StagedFile staged) {
        throw readOnly();
    }

    @Override
    public void rename(StoredFile listed, String newPath) {
        throw readOnly();
    }

    @Override
    public boolean createIfAbsent(String path, byte[] document) {
        throw readOnly();
    }

    @Override
    public void delete(String path) {
        throw readOnly();
    }

    private static UnsupportedOperationException readOnly() {
        return new UnsupportedOperationException("ledgers are only read here");
    }

    /** The storage stays open. */
    @Override
    public void close() {}
}
