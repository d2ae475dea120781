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

    /** What the two NameNodes do to each other. */
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

    /** The other NameNode becomes active; the one that was goes on as its standby. */
    public void handOver() {
        transition(() -> {
            int active = active();
            cluster.transitionToStandby(active);
            cluster.transitionToActive(1 - active);
        });
    }

    /** The active NameNode dies, and the other becomes active. */
    public void failOver() {
        transition(() -> {
            int active = active();
            cluster.shutdownNameNode(active);
            cluster.transitionToActive(1 - active);
        });
    }

    /** The NameNode that died comes up again, as the standby. */
    public void restoreStandby() {
        transition(() -> cluster.restartNameNode(1 - active(), false));
    }

    private int active() {
        return cluster.getNameNode(0) != null && cluster.getNameNode(0).isActiveState() ? 0 : 1;
    }

    /** What a client needs to know of a nameservice of this name. */
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
