package io.parquetry.format.io;

import java.io.EOFException;
import java.io.IOException;
import java.util.Objects;

/** A file that is a byte array. The array is not copied. */
public final class MemoryInputFile implements InputFile {
    private final String name;
    private final byte[] bytes;

    public MemoryInputFile(String name, byte[] bytes) {
        this.name = Objects.requireNonNull(name, "name");
        this.bytes = Objects.requireNonNull(bytes, "bytes");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
        if (position < 0 || position > bytes.length - length) {
            throw new EOFException(
                    name + ": has " + bytes.length + " bytes, cannot read " + length + " at " + position);
        }
        System.arraycopy(bytes, (int) position, buffer, offset, length);
    }

    @Override
    public void close() {}
}
