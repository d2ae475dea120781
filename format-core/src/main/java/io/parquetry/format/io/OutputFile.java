package io.parquetry.format.io;

import java.io.Closeable;
import java.io.IOException;

/** A file that is written from front to back and knows how far it is. */
public interface OutputFile extends Closeable {
    /** The name used in messages. */
    String name();

    /** Bytes written so far, which is the position of the next byte. */
    long position();

    void write(byte[] buffer, int offset, int length) throws IOException;
}
