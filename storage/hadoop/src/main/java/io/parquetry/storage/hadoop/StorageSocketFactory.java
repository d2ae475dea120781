package io.parquetry.storage.hadoop;

import java.util.Objects;
import java.util.UUID;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.StandardSocketFactory;

/**
 * The sockets of one storage. Hadoop caches one RPC client per socket factory in the process, and each client keeps the
 * configuration of its first user: the NameNode's principal, whether a cluster without Kerberos is allowed, timeouts.
 * With a socket factory of its own, each storage has a client of its own.
 */
public final class StorageSocketFactory extends StandardSocketFactory implements Configurable {
    private static final String OWNER = "parquetry.sockets.owner";

    private Configuration configuration = new Configuration(false);

    /** For Hadoop, which creates it by its class name. */
    public StorageSocketFactory() {}

    /** Gives a configuration a socket factory that is equal to no other. */
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
