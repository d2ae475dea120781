package io.parquetry.format.internal.page;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.io.OutputFile;
import java.io.IOException;

/**
 * Gathers small pages, so that a file of few rows is not written page by page. What is gathered is in the file after
 * {@link #flush}; in between there is no buffer, so that an open file has none.
 */
public final class GatheredOutput implements OutputFile {
    private static final int GATHERED_BYTES_MAX = 64 << 10;

    /** Copying a larger page costs more than the call that it saves. */
    private static final int SMALL_BYTES_MAX = 16 << 10;

    private final OutputFile out;
    /** Null while nothing is gathered. */
    private ByteAppender gathered;

    public GatheredOutput(OutputFile out) {
        this.out = out;
    }

    @Override
    public String name() {
        return out.name();
    }

    @Override
    public long position() {
        return out.position() + (gathered == null ? 0 : gathered.size());
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
        if (length > SMALL_BYTES_MAX || gathered != null && gathered.size() + length > GATHERED_BYTES_MAX) {
            flush();
        }
        if (length > SMALL_BYTES_MAX) {
            out.write(buffer, offset, length);
            return;
        }
        if (gathered == null) {
            gathered = PageBuffers.take();
        }
        gathered.put(buffer, offset, length);
    }

    /** Writes what is gathered. */
    public void flush() throws IOException {
        if (gathered != null) {
            ByteAppender bytes = gathered;
            gathered = null;
            out.write(bytes.array(), 0, bytes.size());
            PageBuffers.give(bytes);
        }
    }

    /** Closes the file, in which is what was flushed. */
    @Override
    public void close() throws IOException {
        gathered = null;
        out.close();
    }

    @Override
    public void discard() throws IOException {
        gathered = null;
        out.discard();
    }
}
