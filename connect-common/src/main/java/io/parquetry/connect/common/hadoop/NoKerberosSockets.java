package io.parquetry.connect.common.hadoop;

import org.apache.hadoop.net.StandardSocketFactory;

/**
 * Sockets of identities without Kerberos. Hadoop keeps one RPC client for each kind of sockets, and whether that client
 * may talk to a cluster without Kerberos is fixed when it is made; so those that may have a kind of their own.
 */
public final class NoKerberosSockets extends StandardSocketFactory {
    /** For Hadoop, which finds it by name. */
    public NoKerberosSockets() {}
}
