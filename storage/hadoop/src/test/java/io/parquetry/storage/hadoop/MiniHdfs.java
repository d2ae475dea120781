package io.parquetry.storage.hadoop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;

/** An HDFS inside this process, on free ports of the loopback address. */
public final class MiniHdfs implements AutoCloseable {
    private final MiniDFSCluster cluster;

    private MiniHdfs(MiniDFSCluster cluster) {
        this.cluster = cluster;
    }

    /** Starts a NameNode and DataNodes, and returns when all of them are up. */
    public static MiniHdfs start(Path directory, int dataNodes) {
        return start(directory, dataNodes, Map.of());
    }

    /** @param properties keys of Hadoop for all nodes, and for clients that take {@link #configuration} */
    public static MiniHdfs start(Path directory, int dataNodes, Map<String, String> properties) {
        return start(directory, dataNodes, properties, Optional.empty());
    }

    /** Starts two NameNodes behind one nameservice; the first is active. */
    public static MiniHdfs startHighlyAvailable(Path directory, int dataNodes) {
        MiniHdfs hdfs = start(
                directory,
                dataNodes,
                Map.of("dfs.ha.tail-edits.period", "1"),
                Optional.of(MiniDFSNNTopology.simpleHATopology()));
        hdfs.transition(() -> hdfs.cluster.transitionToActive(0));
        return hdfs;
    }

    private static MiniHdfs start(
            Path directory, int dataNodes, Map<String, String> properties, Optional<MiniDFSNNTopology> topology) {
        Configuration configuration = new HdfsConfiguration();
        configuration.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.toString());
        // Death and life of a node are noticed within seconds, not minutes.
        configuration.set("dfs.heartbeat.interval", "1s");
        configuration.set("dfs.namenode.heartbeat.recheck-interval", "500");
        configuration.set("dfs.replication", String.valueOf(Math.min(3, dataNodes)));
        configuration.set("dfs.namenode.fs-limits.min-block-size", "1048576");
        properties.forEach(configuration::set);
        try {
            MiniDFSCluster.Builder builder = new MiniDFSCluster.Builder(configuration).numDataNodes(dataNodes);
            topology.ifPresent(builder::nnTopology);
            MiniDFSCluster cluster = builder.build();
            cluster.waitActive();
            return new MiniHdfs(cluster);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start an HDFS in " + directory, e);
        }
    }

    /** A change of the active NameNode. */
    @FunctionalInterface
    private interface Transition {
        void run() throws Exception;
    }

    private void transition(Transition transition) {
        try {
            transition.run();
        } catch (Exception e) {
            throw new IllegalStateException("the NameNodes do not change places", e);
        }
    }

    /** The other NameNode becomes active, and the active one its standby. */
    public void handOver() {
        transition(() -> {
            int active = active();
            cluster.transitionToStandby(active);
            cluster.transitionToActive(1 - active);
        });
    }

    /** The active NameNode is stopped, and the other becomes active. */
    public void failOver() {
        transition(() -> {
            int active = active();
            cluster.shutdownNameNode(active);
            cluster.transitionToActive(1 - active);
        });
    }

    /** The stopped NameNode starts again as the standby. */
    public void restoreStandby() {
        transition(() -> cluster.restartNameNode(1 - active(), false));
    }

    private int active() {
        return cluster.getNameNode(0) != null && cluster.getNameNode(0).isActiveState() ? 0 : 1;
    }

    /** The client configuration of a nameservice with this name. */
    public Map<String, String> nameservice(String name) {
        return Map.of(
                "dfs.nameservices",
                name,
                "dfs.ha.namenodes." + name,
                "nn1,nn2",
                "dfs.namenode.rpc-address." + name + ".nn1",
                "localhost:" + cluster.getNameNodePort(0),
                "dfs.namenode.rpc-address." + name + ".nn2",
                "localhost:" + cluster.getNameNodePort(1),
                "dfs.client.failover.proxy.provider." + name,
                "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
    }

    /** The cluster, for operations that a client does not have. */
    public MiniDFSCluster cluster() {
        return cluster;
    }

    /** The URL, without a trailing slash. */
    public String url() {
        return "hdfs://localhost:" + cluster.getNameNodePort();
    }

    /** The file system as the superuser. */
    public DistributedFileSystem files() {
        try {
            return cluster.getFileSystem();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot use the HDFS at " + url(), e);
        }
    }

    /** The client configuration, besides the URL. */
    public Configuration configuration() {
        return cluster.getConfiguration(0);
    }

    @Override
    public void close() {
        cluster.shutdown(true);
    }
}
