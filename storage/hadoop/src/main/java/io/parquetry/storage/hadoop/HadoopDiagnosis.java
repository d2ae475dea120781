package io.parquetry.storage.hadoop;

import io.parquetry.connect.common.access.StorageFault;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;

/** Finds out of an exception why a Hadoop file system cannot be used, and which key has to be changed. */
final class HadoopDiagnosis {
    private HadoopDiagnosis() {}

    /** The worker cannot read the file. */
    static final class KeytabException extends IOException {
        private static final long serialVersionUID = 1;

        KeytabException(String file) {
            super("there is no file " + file + " on this worker that the worker may read");
        }
    }

    static StorageFault of(Throwable failure, HadoopSettings settings) {
        if (failure instanceof ConfigurationException) {
            return new StorageFault(HadoopKeys.HADOOP_CONF_DIR, failure.getMessage());
        }
        if (failure instanceof KeytabException) {
            return new StorageFault(HadoopKeys.KEYTAB, failure.getMessage());
        }
        String messages = messages(failure);
        boolean withoutKerberos = settings.identity() instanceof HadoopSettings.Identity.Named;
        StorageFault refusal = ofRefusal(messages, withoutKerberos);
        if (refusal != null) {
            return refusal;
        }
        if (settings.identity() instanceof HadoopSettings.Identity.Keytab keytab
                && HadoopExceptions.isKerberos(failure)) {
            return ofKerberos(messages, keytab);
        }
        return ofNetwork(failure, messages);
    }

    /** The NameNode refuses the connector, or the connector the NameNode; null when neither does. */
    private static StorageFault ofRefusal(String messages, boolean withoutKerberos) {
        if (messages.contains("SIMPLE authentication is not enabled")
                || withoutKerberos && messages.contains("annot authenticate via")) {
            return new StorageFault(
                    HadoopKeys.PRINCIPAL, "the cluster requires Kerberos; set it, and " + HadoopKeys.KEYTAB);
        }
        if (messages.contains("fall back to SIMPLE")) {
            return new StorageFault(
                    HadoopKeys.PRINCIPAL, "the cluster has no Kerberos; remove it, or correct the storage's URL");
        }
        if (messages.contains("Failed to specify server's Kerberos principal")) {
            return new StorageFault(
                    HadoopKeys.NAMENODE_PRINCIPAL,
                    "Kerberos needs the NameNode's principal; give it here, or in hdfs-site.xml in "
                            + HadoopKeys.HADOOP_CONF_DIR);
        }
        if (messages.contains("Server has invalid Kerberos principal")
                || messages.contains("Server not found in Kerberos")) {
            return new StorageFault(HadoopKeys.NAMENODE_PRINCIPAL, "the NameNode has another principal: " + messages);
        }
        return null;
    }

    private static StorageFault ofKerberos(String messages, HadoopSettings.Identity.Keytab keytab) {
        if (messages.contains("Unable to obtain password")) {
            return new StorageFault(
                    HadoopKeys.KEYTAB,
                    keytab.file() + " holds no key of " + keytab.principal() + "; klist -kt " + keytab.file()
                            + " lists its principals");
        }
        if (messages.contains("Client not found") || messages.contains("CLIENT_NOT_FOUND")) {
            return new StorageFault(
                    HadoopKeys.PRINCIPAL,
                    "the Kerberos server does not know " + keytab.principal() + "; correct name and realm");
        }
        if (messages.contains("hecksum failed")
                || messages.contains("Integrity check")
                || messages.contains("re-authentication information was invalid")
                || messages.contains("PREAUTH_FAILED")
                || messages.contains("(24)")) {
            return new StorageFault(
                    HadoopKeys.KEYTAB,
                    "the key in " + keytab.file() + " is not the key of " + keytab.principal()
                            + ", or no longer; get a new keytab from the administrator of the realm");
        }
        if (messages.contains("realm")
                || messages.contains("Cannot locate KDC")
                || messages.contains("Cannot find KDC")) {
            return new StorageFault(
                    HadoopKeys.PRINCIPAL,
                    "the worker does not find the Kerberos server of this realm; check krb5.conf on the worker's host"
                            + " (-Djava.security.krb5.conf names another file): " + messages);
        }
        if (messages.contains("lock skew")) {
            return new StorageFault(
                    HadoopKeys.PRINCIPAL,
                    "the clocks of the worker's host and of the Kerberos server differ too much; synchronize them");
        }
        if (messages.contains("timed out") || messages.contains("refused")) {
            return new StorageFault(
                    HadoopKeys.PRINCIPAL, "the Kerberos server of its realm does not answer: " + messages);
        }
        return new StorageFault(HadoopKeys.PRINCIPAL, "Kerberos refuses " + keytab.principal() + ": " + messages);
    }

    private static StorageFault ofNetwork(Throwable failure, String messages) {
        if (has(failure, UnknownHostException.class)) {
            return StorageFault.ofUrl("its host is not known on this worker; correct it, or give a "
                    + HadoopKeys.HADOOP_CONF_DIR + " whose hdfs-site.xml has this nameservice: " + messages);
        }
        if (has(failure, ConnectException.class)
                || has(failure, NoRouteToHostException.class)
                || has(failure, SocketTimeoutException.class)) {
            return StorageFault.ofUrl("nothing answers there; check host, port, and whether HDFS runs: " + messages);
        }
        if (messages.contains("UnsupportedFileSystem")
                || messages.contains("No FileSystem for scheme")
                || has(failure, ClassNotFoundException.class)) {
            return StorageFault.ofUrl("Hadoop has no file system for it, or needs its class as "
                    + HadoopKeys.HADOOP_PREFIX + "fs.<scheme>.impl: " + messages);
        }
        if (messages.contains("minReplication nodes") || messages.contains("are bad. Aborting")) {
            return StorageFault.ofUrl(
                    "the NameNode answers, but no DataNode could be written to; let the worker reach their ports,"
                            + " and give the cluster's own " + HadoopKeys.HADOOP_CONF_DIR
                            + ", so that keys such as dfs.data.transfer.protection agree: " + messages);
        }
        if (messages.contains("safe mode")) {
            return StorageFault.ofUrl("the NameNode is in safe mode, in which nobody can write; try again later");
        }
        return StorageFault.ofUrl(messages);
    }

    private static boolean has(Throwable failure, Class<? extends Throwable> type) {
        for (Throwable e = failure; e != null; e = e.getCause()) {
            if (type.isInstance(e)) {
                return true;
            }
        }
        return false;
    }

    /** The messages of an exception and its causes, each once. */
    private static String messages(Throwable failure) {
        StringBuilder messages = new StringBuilder();
        for (Throwable e = failure; e != null; e = e.getCause()) {
            String line = e.getMessage() == null ? e.getClass().getSimpleName() : HadoopExceptions.firstLine(e);
            if (messages.indexOf(line) < 0) {
                messages.append(messages.isEmpty() ? "" : ": ").append(line);
            }
        }
        return messages.toString();
    }
}
