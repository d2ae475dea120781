package io.parquetry.format.io;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file of the local file system. */
public final class LocalInputFile implements InputFile {
    private final String name;
    private final FileChannel channel;
    private final long length;

    private LocalInputFile(String name, FileChannel channel, long length) {
        this.name = name;
        this.channel = channel;
        this.length = length;
    }

    public static LocalInputFile open(Path path) throws IOException {
        return of(path.toString(), FileChannel.open(path, StandardOpenOption.READ));
    }

    /** A file that is open already; the channel is closed with it, or when its length cannot be read. */
    public static LocalInputFile of(String name, FileChannel channel) throws IOException {
        try {
            return new LocalInputFile(name, channel, channel.size());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public int readBytesMin() {
        return 1 << 13;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
        ByteBuffer target = ByteBuffer.wrap(buffer, offset, length);
        long at = position;
        while (target.hasRemaining()) {
            int read = channel.read(target, at);
            if (read < 0) {
                throw new EOFException(name + ": ends at byte " + at + ", but it had " + this.length
                        + " bytes when it was opened; it was truncated while being read");
            }
            at += read;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
