package io.parquetry.format.io;

import java.io.Closeable;
import java.io.IOException;

/**
 * A file that is written from front to back and knows its position. It ends with one of two calls: {@link #close} when
 * all of it was written, {@link #discard} when it was not. Every call after the first of them does nothing.
 */
public interface OutputFile extends Closeable {
    /** The name used in messages. */
    String name();

    /** Bytes written so far, which is the position of the next byte. */
    long position();

    void write(byte[] buffer, int offset, int length) throws IOException;

    /** Closes a file that is complete, after which it may be read. */
    @Override
    void close() throws IOException;

    /**
     * Closes a file that is not complete and will not be, and removes it where the storage can. The default only closes
     * the file, for hosts that remove such files themselves.
     */
    default void discard() throws IOException {
        close();
    }
}
