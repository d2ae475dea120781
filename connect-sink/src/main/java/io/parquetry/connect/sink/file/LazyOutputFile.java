package io.parquetry.connect.sink.file;

import io.parquetry.connect.common.storage.Staging;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.format.io.OutputFile;
import java.io.IOException;

/**
 * An output file that is created with the first bytes after its magic number: of many open files few have row groups on
 * the storage, and a file without records is never created.
 */
final class LazyOutputFile implements TemporaryFile {
    private static final int MAGIC_BYTES = 4;

    private final Storage storage;
    private final String path;
    private final byte[] magic = new byte[MAGIC_BYTES];
    private int magicBytes;
    /** Whether creating has begun; it may have failed half-way. */
    private boolean begun;

    /** Null before it is created. */
    private OutputFile file;

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
        return file == null ? magicBytes : file.position();
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
        if (file == null && magicBytes + length <= MAGIC_BYTES) {
            System.arraycopy(buffer, offset, magic, magicBytes, length);
            magicBytes += length;
            return;
        }
        created().write(buffer, offset, length);
    }

    /** Writes everything to another output instead; the file must not have been begun. */
    void redirectTo(OutputFile instead) throws IOException {
        if (begun) {
            throw new IllegalStateException(path + " has been begun");
        }
        file = instead;
        instead.write(magic, 0, magicBytes);
    }

    private OutputFile created() throws IOException {
        if (file == null) {
            begun = true;
            OutputFile created = storage.create(path);
            file = created;
            created.write(magic, 0, magicBytes);
        }
        return file;
    }

    @Override
    public Staging stage(String finalPath) throws IOException {
        if (created() instanceof TemporaryFile temporary) {
            return temporary.stage(finalPath);
        }
        throw new IllegalStateException(path + " is written to another file");
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
