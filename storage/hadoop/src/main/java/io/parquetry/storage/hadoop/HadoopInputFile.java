package io.parquetry.storage.hadoop;

import io.parquetry.format.io.InputFile;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;

/** A file with positional reads; the position of the stream never moves. */
final class HadoopInputFile implements InputFile {
    private final String name;
    private final FSDataInputStream in;
    private final long length;
    private final Connection connection;

    HadoopInputFile(String name, FSDataInputStream in, long length, Connection connection) {
        this.name = name;
        this.in = in;
        this.length = length;
        this.connection = connection;
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
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
        connection.call("read " + name, files -> {
            try {
                in.readFully(position, buffer, offset, length);
            } catch (EOFException e) {
                EOFException shorter = new EOFException(name + ": ends before byte " + (position + length) + "; it had "
                        + this.length + " bytes when it was opened");
                shorter.initCause(e);
                throw shorter;
            }
            return null;
        });
    }

    @Override
    public void close() throws IOException {
        if (connection.isClosed()) {
            in.close();
            return;
        }
        connection.call("close " + name, files -> {
            in.close();
            return null;
        });
    }
}
