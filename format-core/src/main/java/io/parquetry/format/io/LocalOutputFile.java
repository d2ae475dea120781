package io.parquetry.format.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A new file of the local file system; creating it fails when the name is taken. */
public final class LocalOutputFile implements OutputFile {
    private final String name;
    private final FileChannel channel;
    private long position;

    private LocalOutputFile(String name, FileChannel channel) {
        this.name = name;
        this.channel = channel;
    }

    public static LocalOutputFile create(Path path) throws IOException {
        return new LocalOutputFile(
                path.toString(),
                FileChannel.open(path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
        ByteBuffer source = ByteBuffer.wrap(buffer, offset, length);
        while (source.hasRemaining()) {
            position += channel.write(source);
        }
    }

    /** Forces what was written, and the file's length, to the disk. */
    public void sync() throws IOException {
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
