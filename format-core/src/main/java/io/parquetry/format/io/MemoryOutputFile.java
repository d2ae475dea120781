package io.parquetry.format.io;

import java.io.ByteArrayOutputStream;
import java.util.Objects;

/** A file that is written to memory. */
public final class MemoryOutputFile implements OutputFile {
    private final String name;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public MemoryOutputFile(String name) {
        this.name = Objects.requireNonNull(name, "name");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long position() {
        return bytes.size();
    }

    @Override
    public void write(byte[] buffer, int offset, int length) {
        bytes.write(buffer, offset, length);
    }

    /** A copy of everything written so far. */
    public byte[] toByteArray() {
        return bytes.toByteArray();
    }

    /** What was written so far, as a file to read. */
    public MemoryInputFile toInputFile() {
        return new MemoryInputFile(name, toByteArray());
    }

    @Override
    public void close() {}
}
