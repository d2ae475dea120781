package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.storage.DurableOutputFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file in progress that holds rows which were taken out of memory until their files end: one small Parquet file after
 * the other, each of another open file. It is not synced, since what is not committed is read again after a crash, and
 * deleted when none of its parts is needed any more.
 */
final class SpillFile {
    private static final Logger LOG = LoggerFactory.getLogger(SpillFile.class);

    private final Storage storage;
    private final String path;
    private final DurableOutputFile out;
    private int needed;

    /** @param out is closed by the caller before the first part is opened */
    SpillFile(Storage storage, String path, DurableOutputFile out) {
        this.storage = storage;
        this.path = path;
        this.out = out;
    }

    static SpillFile create(Storage storage, String path) throws IOException {
        return new SpillFile(storage, path, storage.create(path));
    }

    long position() {
        return out.position();
    }

    /** An output that goes on behind what is there already; one at a time. Closing it closes nothing. */
    DurableOutputFile part() {
        return new Part(out.position());
    }

    /** Part of this file is needed until it is {@link #release}d. */
    void retain() {
        needed++;
    }

    /** Closes it after trouble; what was written is for the ledger to sweep. */
    void abandon() {
        try {
            close();
        } catch (IOException e) {
            LOG.debug("{}: cannot be closed; it is abandoned anyway", path, e);
        }
    }

    void close() throws IOException {
        out.close();
    }

    /** One of its parts, as a file. */
    InputFile open(long begin, long length) throws IOException {
        return new Slice(storage.open(path), begin, length);
    }

    /** One of its parts is not needed any more. */
    void release() {
        if (--needed > 0) {
            return;
        }
        try {
            storage.delete(path);
        } catch (IOException e) {
            LOG.debug("{}: cannot be deleted now; it is swept when the partition is opened next", path, e);
        }
    }

    private final class Part implements DurableOutputFile {
        private final long begin;

        Part(long begin) {
            this.begin = begin;
        }

        @Override
        public String name() {
            return out.name();
        }

        @Override
        public long position() {
            return out.position() - begin;
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            out.write(buffer, offset, length);
        }

        @Override
        public void sync() throws IOException {
            out.sync();
        }

        /** The file goes on behind it. */
        @Override
        public void close() {}
    }

    private record Slice(InputFile file, long begin, long length) implements InputFile {
        @Override
        public String name() {
            return file.name();
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int count) throws IOException {
            file.readFully(begin + position, buffer, offset, count);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
