package io.parquetry.connect.sink.file;

import io.parquetry.connect.common.storage.DurableOutputFile;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.util.Optional;

/**
 * An output file that is created with the first bytes after its magic number: of many open files few have row groups on
 * the storage, and a file without records is never created.
 */
final class LazyOutputFile implements DurableOutputFile {
    private static final int MAGIC_BYTES = 4;

    private final Storage storage;
    private final String path;
    private final byte[] magic = new byte[MAGIC_BYTES];
    private int magicBytes;
    /** Whether creating has begun; it may have failed half-way. */
    private boolean begun;

    private Optional<DurableOutputFile> file = Optional.empty();

    LazyOutputFile(Storage storage, String path) {
        this.storage = storage;
        this.path = path;
    }

    /** Whether a file may exist under the path. */
    boolean isBegun() {
        return begun;
    }

    @Override
    public String name() {
        return path;
    }

    @Override
    public long position() {
        return file.map(DurableOutputFile::position).orElse((long) magicBytes);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
        if (file.isEmpty() && magicBytes + length <= MAGIC_BYTES) {
            System.arraycopy(buffer, offset, magic, magicBytes, length);
            magicBytes += length;
            return;
        }
        created().write(buffer, offset, length);
    }

    /** Writes everything to another output instead; the file must not have been begun. */
    void redirectTo(DurableOutputFile instead) throws IOException {
        if (begun) {
            throw new IllegalStateException(path + " has been begun");
        }
        file = Optional.of(instead);
        instead.write(magic, 0, magicBytes);
    }

    private DurableOutputFile created() throws IOException {
        if (file.isEmpty()) {
            begun = true;
            DurableOutputFile created = storage.create(path);
            file = Optional.of(created);
            created.write(magic, 0, magicBytes);
        }
        return file.get();
    }

    @Override
    public void sync() throws IOException {
        created().sync();
    }

    @Override
    public void close() throws IOException {
        if (file.isPresent()) {
            file.get().close();
        }
    }
}
