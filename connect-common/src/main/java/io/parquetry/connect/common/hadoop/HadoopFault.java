package io.parquetry.connect.common.hadoop;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Objects;

/**
 * Why a file system of Hadoop cannot be used, for the user who has to mend it.
 *
 * @param blame which setting is most likely at fault
 * @param words what is wrong and what to do
 */
public record HadoopFault(Blame blame, String words) {
    /** A setting. */
    public enum Blame {
        URL,
        CONFIGURATION_DIRECTORY,
        KERBEROS,
        PRINCIPAL,
        KEYTAB,
        NAMENODE_PRINCIPAL
    }

    public HadoopFault {
        Objects.requireNonNull(blame, "blame");
        Objects.requireNonNull(words, "words");
    }

    /** What is behind an exception. */
    public static HadoopFault of(Throwable trouble, HadoopSettings settings) {
        String said = chain(trouble);
        if (trouble instanceof ConfigurationException) {
            return new HadoopFault(Blame.CONFIGURATION_DIRECTORY, trouble.getMessage());
        }
        boolean nameOnly = settings.identity() instanceof HadoopSettings.Identity.Named;
        HadoopFault cluster = ofCluster(said, nameOnly);
        if (cluster != null) {
            return cluster;
        }
        if (settings.identity() instanceof HadoopSettings.Identity.Keytab keytab && HadoopFailure.isKerberos(trouble)) {
            return ofKerberos(said, keytab);
        }
        return ofNetwork(trouble, said);
    }

    /** What the NameNode's side says about who we are. */
    private static HadoopFault ofCluster(String said, boolean nameOnly) {
        if (said.contains("SIMPLE authentication is not enabled")
                || nameOnly && said.contains("annot authenticate via")) {
            return new HadoopFault(
                    Blame.KERBEROS,
                    "the cluster takes nobody without Kerberos; set it to true, with principal and keytab");
        }
        if (said.contains("fall back to SIMPLE")) {
            return new HadoopFault(
                    Blame.KERBEROS, "the cluster has no Kerberos; set it to false, or correct the storage's URL");
        }
        if (said.contains("Failed to specify server's Kerberos principal")) {
            return new HadoopFault(
                    Blame.NAMENODE_PRINCIPAL,
                    "who the NameNode is must be known for Kerberos; give it here or hdfs-site.xml in hadoop.conf.dir");
        }
        if (said.contains("Server has invalid Kerberos principal") || said.contains("Server not found in Kerberos")) {
            return new HadoopFault(Blame.NAMENODE_PRINCIPAL, "the NameNode is not who it should be: " + said);
        }
        return null;
    }

    private static HadoopFault ofKerberos(String said, HadoopSettings.Identity.Keytab keytab) {
        if (said.contains("Unable to obtain password")) {
            return new HadoopFault(
                    Blame.KEYTAB,
                    keytab.file() + " holds no key of " + keytab.principal() + "; klist -kt " + keytab.file()
                            + " shows whose keys it holds");
        }
        if (said.contains("Client not found") || said.contains("CLIENT_NOT_FOUND")) {
            return new HadoopFault(
                    Blame.PRINCIPAL, "Kerberos does not know " + keytab.principal() + "; correct name and realm");
        }
        if (said.contains("hecksum failed")
                || said.contains("Integrity check")
                || said.contains("re-authentication information was invalid")
                || said.contains("PREAUTH_FAILED")
                || said.contains("(24)")) {
            return new HadoopFault(
                    Blame.KEYTAB,
                    "the key in " + keytab.file() + " is not the key of " + keytab.principal()
                            + ", or no longer; get a new keytab from whoever runs Kerberos");
        }
        if (said.contains("realm") || said.contains("Cannot locate KDC") || said.contains("Cannot find KDC")) {
            return new HadoopFault(
                    Blame.PRINCIPAL,
                    "the worker does not find the Kerberos server of this realm; look at krb5.conf on the worker's host (-Djava.security.krb5.conf for another file): "
                            + said);
        }
        if (said.contains("lock skew")) {
            return new HadoopFault(
                    Blame.KERBEROS, "the clock of the worker's host and that of the Kerberos server differ too much");
        }
        if (said.contains("timed out") || said.contains("refused")) {
            return new HadoopFault(Blame.PRINCIPAL, "the Kerberos server of its realm does not answer: " + said);
        }
        return new HadoopFault(Blame.KERBEROS, "Kerberos refuses " + keytab.principal() + ": " + said);
    }

    private static HadoopFault ofNetwork(Throwable trouble, String said) {
        if (has(trouble, UnknownHostException.class)) {
            return new HadoopFault(
                    Blame.URL,
                    "its host is not known on this worker; correct it, or give a hadoop.conf.dir whose hdfs-site.xml knows"
                            + " this nameservice: " + said);
        }
        if (has(trouble, ConnectException.class)
                || has(trouble, NoRouteToHostException.class)
                || has(trouble, SocketTimeoutException.class)) {
            return new HadoopFault(
                    Blame.URL, "nothing answers there; look at host, port, and whether HDFS runs: " + said);
        }
        if (said.contains("UnsupportedFileSystem")
                || said.contains("No FileSystem for scheme")
                || has(trouble, ClassNotFoundException.class)) {
            return new HadoopFault(
                    Blame.URL,
                    "there is no Hadoop file system for it; put its jars beside the plugin's, and its class, if need be,"
                            + " into hadoop.fs.<scheme>.impl: " + said);
        }
        if (said.contains("minReplication nodes")) {
            return new HadoopFault(
                    Blame.URL,
                    "the NameNode answers, but no DataNode could be written to; let the worker reach their ports, and give"
                            + " the cluster's own hadoop.conf.dir, so that keys such as dfs.data.transfer.protection agree: "
                            + said);
        }
        if (said.contains("safe mode")) {
            return new HadoopFault(Blame.URL, "the NameNode is in safe mode and lets nobody write; try again later");
        }
        return new HadoopFault(Blame.URL, said);
    }

    private static boolean has(Throwable trouble, Class<? extends Throwable> kind) {
        for (Throwable e = trouble; e != null; e = e.getCause()) {
            if (kind.isInstance(e)) {
                return true;
            }
        }
        return false;
    }

    /** What each exception of a chain adds to the one before. */
    private static String chain(Throwable trouble) {
        StringBuilder said = new StringBuilder();
        for (Throwable e = trouble; e != null; e = e.getCause()) {
            String line = e.getMessage() == null ? e.getClass().getSimpleName() : HadoopFailure.firstLine(e);
            if (said.indexOf(line) < 0) {
                said.append(said.isEmpty() ? "" : ": ").append(line);
            }
        }
        return said.toString();
    }
}
