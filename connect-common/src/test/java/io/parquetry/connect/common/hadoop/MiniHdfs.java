package io.parquetry.connect.common.hadoop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** An HDFS inside this process, with ports of its own on the loopback address. */
public final class MiniHdfs implements AutoCloseable {
    private final MiniDFSCluster cluster;

    private MiniHdfs(MiniDFSCluster cluster) {
        this.cluster = cluster;
    }

    /** Starts a NameNode and so many DataNodes, and returns when all of them are there. */
    public static MiniHdfs start(Path directory, int dataNodes) {
        return start(directory, dataNodes, Map.of());
    }

    /** @param properties keys of Hadoop for all nodes, and for clients that take {@link #configuration} */
    public static MiniHdfs start(Path directory, int dataNodes, Map<String, String> properties) {
        Configuration configuration = new HdfsConfiguration();
        configuration.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.toString());
        // Death and life of a node are noticed within seconds, not minutes.
        configuration.set("dfs.heartbeat.interval", "1s");
        configuration.set("dfs.namenode.heartbeat.recheck-interval", "500");
        configuration.set("dfs.replication", String.valueOf(Math.min(3, dataNodes)));
        configuration.set("dfs.namenode.fs-limits.min-block-size", "1048576");
        properties.forEach(configuration::set);
        try {
            MiniDFSCluster cluster = new MiniDFSCluster.Builder(configuration)
                    .numDataNodes(dataNodes)
                    .build();
            cluster.waitActive();
            return new MiniHdfs(cluster);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start an HDFS in " + directory, e);
        }
    }

    /** For what only the cluster itself can do. */
    public MiniDFSCluster cluster() {
        return cluster;
    }

    /** Without a slash at the end. */
    public String url() {
        return "hdfs://localhost:" + cluster.getNameNodePort();
    }

    /** As the superuser. */
    public DistributedFileSystem files() {
        try {
            return cluster.getFileSystem();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot use the HDFS at " + url(), e);
        }
    }

    /** What a client needs to know beside the URL. */
    public Configuration configuration() {
        return cluster.getConfiguration(0);
    }

    @Override
    public void close() {
        cluster.shutdown(true);
    }
}
