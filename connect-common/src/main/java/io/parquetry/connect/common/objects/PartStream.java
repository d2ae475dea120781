package io.parquetry.connect.common.objects;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A part of a file; several may read one open file, which they do not close. */
final class PartStream extends InputStream {
    private final FileChannel file;
    private final long end;
    private long position;
    private long marked;

    PartStream(FileChannel file, long begin, long length) {
        this.file = file;
        this.position = begin;
        this.marked = begin;
        this.end = begin + length;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (position == end) {
            return -1;
        }
        int count = (int) Math.min(length, end - position);
        int read = file.read(ByteBuffer.wrap(buffer, offset, count), position);
        if (read < 0) {
            throw new EOFException("another program has truncated it: " + (end - position) + " bytes are missing");
        }
        position += read;
        return read;
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    /** Any number of bytes may be read before the reset. */
    @Override
    public void mark(int readLimit) {
        marked = position;
    }

    @Override
    public void reset() {
        position = marked;
    }
}
