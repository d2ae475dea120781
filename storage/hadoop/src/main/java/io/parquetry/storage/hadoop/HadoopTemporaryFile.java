package io.parquetry.storage.hadoop;

import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Staging;
import io.parquetry.connect.common.storage.TemporaryFile;
import java.io.IOException;
import java.util.EnumSet;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;

/** A file whose bytes are on the disks of the DataNodes, and whose length is known to the NameNode, after each sync. */
final class HadoopTemporaryFile implements TemporaryFile {
    private final String path;
    private final String name;
    private final FSDataOutputStream out;
    private final Connection connection;
    private long position;
    private IOException failure;

    HadoopTemporaryFile(String path, String name, FSDataOutputStream out, Connection connection) {
        this.path = path;
        this.name = name;
        this.out = out;
        this.connection = connection;
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
        step("write", () -> out.write(buffer, offset, length));
        position += length;
    }

    void sync() throws IOException {
        step("sync", this::force);
    }

    @Override
    public Staging stage(String finalPath) throws IOException {
        StagedFile staged = new StagedFile(path, finalPath);
        sync();
        close();
        return () -> staged;
    }

    private void force() throws IOException {
        if (out instanceof HdfsDataOutputStream hdfs) {
            hdfs.hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH));
        } else if (out.hasCapability(StreamCapabilities.HSYNC)) {
            out.hsync();
        } else {
            throw new IOException(name + ": its file system cannot sync a file (it has no hsync), so that written"
                    + " records are not durable; use another storage.url");
        }
    }

    @Override
    public void close() throws IOException {
        step("close", out::close);
    }

    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }

    /**
     * A failed stream throws the same exception each time, and an exception cannot be added to itself as suppressed.
     */
    private void step(String verb, Step step) throws IOException {
        try {
            connection.call(verb + " " + name, files -> {
                step.run();
                return null;
            });
        } catch (IOException e) {
            if (failure != null) {
                throw new IOException("cannot " + verb + " " + name + ", which has failed before: " + e, e);
            }
            failure = e;
            throw e;
        }
    }
}
