package io.parquetry.storage.hadoop;

import java.util.Objects;
import java.util.UUID;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.StandardSocketFactory;

/**
 * Sockets of one storage. Hadoop keeps one RPC client in the process for each kind of sockets, and that client asks the
 * configuration of whoever came first: for the NameNode's principal, for whether it may talk to a cluster without Kerberos,
 * for timeouts. With sockets of its own each storage has a client of its own.
 */
public final class StorageSocketFactory extends StandardSocketFactory implements Configurable {
    private static final String OWNER = "parquetry.sockets.owner";

    private Configuration configuration = new Configuration(false);

    /** For Hadoop, which finds it by name. */
    public StorageSocketFactory() {}

    /** Has connections of this configuration made by sockets that no other uses. */
    static void in(Configuration configuration) {
        configuration.set(OWNER, UUID.randomUUID().toString());
        configuration.set("hadoop.rpc.socket.factory.class.default", StorageSocketFactory.class.getName());
    }

    @Override
    public void setConf(Configuration newConfiguration) {
        configuration = newConfiguration;
    }

    @Override
    public Configuration getConf() {
        return configuration;
    }

    private String owner() {
        return configuration.get(OWNER, "");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StorageSocketFactory sockets && owner().equals(sockets.owner());
    }

    @Override
    public int hashCode() {
        return Objects.hash(owner());
    }
}
