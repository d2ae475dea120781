package io.parquetry.storage.hadoop;

import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.access.StorageProvider;
import io.parquetry.connect.common.config.KeyGroup;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** HDFS, and any other file system that Hadoop finds a class for; Hadoop itself is loaded when a storage is opened. */
public final class HadoopStorageProvider implements StorageProvider {
    private static final String HDFS = "hdfs";

    /** Their renames copy file by file, or overwrite, or their files cannot be synced. */
    private static final Set<String> READ_ONLY = Set.of(
            "s3", "s3a", "s3n", "gs", "oss", "cosn", "obs", "swift", "wasb", "wasbs", "ftp", "sftp", "http", "https",
            "har");

    /** For {@link java.util.ServiceLoader}. */
    public HadoopStorageProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of(HDFS);
    }

    /**
     * Users add the jars of other file systems; Hadoop knows the class of a scheme from those jars or its
     * configuration.
     */
    @Override
    public boolean opensOther(String scheme) {
        return true;
    }

    @Override
    public boolean isReadOnly(String scheme) {
        return READ_ONLY.contains(scheme);
    }

    @Override
    public List<String> urlForms() {
        return List.of(
                "hdfs://namenode:8020/directory",
                "a URL of another Hadoop file system whose jars are in the plugin's directory");
    }

    @Override
    public void requireUrl(String url) {
        try {
            URI uri = new URI(url.replace(" ", "%20"));
            if (uri.isOpaque() || !uri.getRawSchemeSpecificPart().startsWith("/")) {
                throw new IllegalArgumentException("cannot open " + url + ": after " + uri.getScheme()
                        + ": come two slashes and the host, as in " + uri.getScheme()
                        + "://namenode:8020/some/directory");
            }
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("cannot open " + url + ": " + e.getReason(), e);
        }
    }

    @Override
    public KeyGroup<HadoopStorageFactory> keys(StorageAccess access) {
        return new HadoopKeys().map(HadoopStorageFactory::new);
    }

    @Override
    public Map<String, String> keyPrefixes() {
        return Map.of(
                HadoopKeys.HADOOP_PREFIX,
                "A key of Hadoop: " + HadoopKeys.HADOOP_PREFIX + "dfs.replication=2 sets dfs.replication.");
    }
}
