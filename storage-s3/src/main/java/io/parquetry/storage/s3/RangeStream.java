package io.parquetry.storage.s3;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The first bytes of a stream, up to a limit. */
final class RangeStream extends FilterInputStream {
    private long left;

    RangeStream(InputStream in, long length) {
        super(in);
        this.left = length;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (left == 0) {
            return -1;
        }
        int read = in.read(buffer, offset, (int) Math.min(length, left));
        left -= Math.max(read, 0);
        return read;
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = in.skip(Math.min(count, left));
        left -= skipped;
        return skipped;
    }

    @Override
    public int available() throws IOException {
        return (int) Math.min(in.available(), left);
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
