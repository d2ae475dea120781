package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.storage.DurableOutputFile;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.util.Optional;

/**
 * A file that comes into being with the first bytes behind its magic number: many files are open and few have row groups
 * on the disk, and one that never gets a record never was.
 */
final class DeferredFile implements DurableOutputFile {
    private static final int MAGIC_BYTES = 4;

    private final Storage storage;
    private final String path;
    private final byte[] magic = new byte[MAGIC_BYTES];
    private int magicBytes;
    /** Whether creating has begun; it may have been cut short. */
    private boolean begun;

    private Optional<DurableOutputFile> file = Optional.empty();

    DeferredFile(Storage storage, String path) {
        this.storage = storage;
        this.path = path;
    }

    /** Whether there may be something under the path. */
    boolean exists() {
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

    /** Sends everything to another output instead, which takes the place of a file; nothing must be there yet. */
    void goTo(DurableOutputFile instead) throws IOException {
        if (begun) {
            throw new IllegalStateException(path + " is begun");
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
