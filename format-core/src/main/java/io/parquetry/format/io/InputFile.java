package io.parquetry.format.io;

import java.io.Closeable;
import java.io.IOException;

/** A file of known length that is read in ranges. Implementations are safe for use by one thread at a time. */
public interface InputFile extends Closeable {
    /** The name used in messages. */
    String name();

    /** Length in bytes. */
    long length();

    /** The most bytes of heap that the open file holds, such as those that it has fetched before they are asked for. */
    default long heldBytesMax() {
        return 0;
    }

    /** So many bytes may be fetched at once where few are wanted for sure, since fewer take about as long. */
    default int readBytesMin() {
        return 1 << 16;
    }

    /**
     * Reads exactly {@code length} bytes that begin at {@code position} of the file.
     *
     * @throws IOException when the storage fails, also when the file has become shorter than {@link #length()}
     */
    void readFully(long position, byte[] buffer, int offset, int length) throws IOException;

    /** Delegates to another file; a class overrides what differs. */
    interface Wrapper extends InputFile {
        InputFile wrapped();

        @Override
        default String name() {
            return wrapped().name();
        }

        @Override
        default long length() {
            return wrapped().length();
        }

        @Override
        default long heldBytesMax() {
            return wrapped().heldBytesMax();
        }

        @Override
        default int readBytesMin() {
            return wrapped().readBytesMin();
        }

        @Override
        default void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
            wrapped().readFully(position, buffer, offset, length);
        }

        @Override
        default void close() throws IOException {
            wrapped().close();
        }
    }
}
