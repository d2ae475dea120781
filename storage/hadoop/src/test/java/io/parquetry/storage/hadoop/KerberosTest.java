package io.parquetry.storage.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.Await;
import io.parquetry.connect.common.access.StorageProbe;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.storage.hadoop.HadoopSettings.Identity;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.kerby.kerberos.kerb.crypto.EncryptionHandler;
import org.apache.kerby.kerberos.kerb.keytab.Keytab;
import org.apache.kerby.kerberos.kerb.keytab.KeytabEntry;
import org.apache.kerby.kerberos.kerb.type.KerberosTime;
import org.apache.kerby.kerberos.kerb.type.base.EncryptionType;
import org.apache.kerby.kerberos.kerb.type.base.PrincipalName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * On an HDFS with Kerberos each connector has the identity of its keytab as long as it runs, whatever else runs in the
 * process; a failed login is reported with the reason.
 */
@Tag("slow")
class KerberosTest {
    private static final String REALM = "EXAMPLE.COM";
    private static final String NAMENODE = "hdfs/localhost@" + REALM;
    private static final Duration TICKET_LIFE = Duration.ofSeconds(6);

    @TempDir
    private static Path directory;

    private static MiniKdc kdc;

    /** The connection of all clients to the Kerberos server. */
    private static TcpRelay toKdc;

    private static MiniHdfs hdfs;

    @BeforeAll
    static void start() throws Exception {
        Properties settings = MiniKdc.createConf();
        settings.setProperty(MiniKdc.MAX_TICKET_LIFETIME, String.valueOf(TICKET_LIFE.toSeconds()));
        settings.setProperty(MiniKdc.MIN_TICKET_LIFETIME, "1");
        kdc = new MiniKdc(settings, directory.toFile());
        kdc.start();
        toKdc = new TcpRelay(kdc.getPort());
        String krb5 = Files.readString(kdc.getKrb5conf().toPath());
        assertThat(krb5).contains(":" + kdc.getPort());
        Files.writeString(kdc.getKrb5conf().toPath(), krb5.replace(":" + kdc.getPort(), ":" + toKdc.port()));
        kdc.createPrincipal(keytab("hdfs"), "hdfs/localhost", "HTTP/localhost");
        kdc.createPrincipal(keytab("alice"), "alice");
        kdc.createPrincipal(keytab("bob"), "bob");
        Map<String, String> secure = new HashMap<>();
        secure.put("hadoop.security.authentication", "kerberos");
        secure.put("hadoop.kerberos.min.seconds.before.relogin", "1");
        secure.put("dfs.namenode.kerberos.principal", NAMENODE);
        secure.put("dfs.namenode.keytab.file", keytab("hdfs").toString());
        secure.put("dfs.datanode.kerberos.principal", NAMENODE);
        secure.put("dfs.datanode.keytab.file", keytab("hdfs").toString());
        secure.put("dfs.web.authentication.kerberos.principal", "HTTP/localhost@" + REALM);
        secure.put("dfs.web.authentication.kerberos.keytab", keytab("hdfs").toString());
        secure.put("dfs.block.access.token.enable", "true");
        secure.put("dfs.data.transfer.protection", "authentication");
        secure.put("ignore.secure.ports.for.testing", "true");
        hdfs = MiniHdfs.start(directory.resolve("hdfs"), 1, secure);
        hdfs.files().mkdirs(new org.apache.hadoop.fs.Path("/data"));
        hdfs.files().setPermission(new org.apache.hadoop.fs.Path("/data"), new FsPermission("1777"));
    }

    /** Switches Kerberos off again for later tests of this process. */
    @AfterAll
    static void stop() throws IOException {
        hdfs.close();
        toKdc.close();
        kdc.stop();
        UserGroupInformation.reset();
        UserGroupInformation.setConfiguration(new Configuration());
    }

    private static File keytab(String name) {
        return directory.resolve(name + ".keytab").toFile();
    }

    private static HadoopSettings as(String principal, File keytab) {
        return new HadoopSettings(
                Optional.empty(),
                Map.of("dfs.data.transfer.protection", "authentication", "ipc.client.connection.maxidletime", "500"),
                new Identity.Keytab(principal, keytab.toString()),
                Optional.of(NAMENODE));
    }

    private static HadoopSettings as(String name) {
        return as(name + "@" + REALM, keytab(name));
    }

    private static StorageSettings storage(HadoopSettings hadoop) {
        return new StorageSettings(hdfs.url() + "/data", new HadoopStorageFactory(hadoop), 0);
    }

    private static void write(Storage storage, String path) throws IOException {
        try (TemporaryFile out = storage.create(path)) {
            out.write(new byte[3], 0, 3);
        }
    }

    private static String owner(String path) throws IOException {
        return hdfs.files()
                .getFileStatus(new org.apache.hadoop.fs.Path("/data", path))
                .getOwner();
    }

    /** A keytab with a key that is not from the Kerberos server. */
    private static File forged(String name) throws Exception {
        File file = keytab("forged-" + name);
        PrincipalName principal = new PrincipalName(name + "@" + REALM);
        Keytab keytab = new Keytab();
        for (EncryptionType type :
                List.of(EncryptionType.AES128_CTS_HMAC_SHA1_96, EncryptionType.AES256_CTS_HMAC_SHA1_96)) {
            keytab.addEntry(new KeytabEntry(
                    principal,
                    KerberosTime.now(),
                    1,
                    EncryptionHandler.string2Key(name + "@" + REALM, "guessed", type)));
        }
        keytab.store(file);
        return file;
    }

    private static Map<String, String> faults(HadoopSettings hadoop) {
        return StorageProbe.writeFaults(storage(hadoop), "probe-" + System.nanoTime());
    }

    @Test
    void theRightKeytabIsAccepted() {
        assertThat(faults(as("alice"))).isEmpty();
        assertThat(StorageProbe.readFaults(storage(as("bob")))).isEmpty();
    }

    @Test
    void twoPrincipalsWriteSideBySideEachAsItself() throws IOException {
        try (Storage alice = Storages.open(storage(as("alice")));
                Storage bob = Storages.open(storage(as("bob")))) {
            write(alice, "side-by-side/1");
            StagedFile staged;
            try (TemporaryFile out = alice.create("side-by-side-of-alice")) {
                write(bob, "side-by-side-of-bob");
                out.write(new byte[3], 0, 3);
                staged = out.stage("side-by-side/3").await();
            }
            assertThatThrownBy(() -> write(bob, "side-by-side/2"))
                    .isInstanceOf(java.nio.file.AccessDeniedException.class)
                    .hasMessageContaining("user=bob");
            alice.publish(staged);
        }
        assertThat(owner("side-by-side/3")).isEqualTo("alice");
        assertThat(owner("side-by-side-of-bob")).isEqualTo("bob");
    }

    @Test
    void aTicketIsRenewedBeforeItEndsAlsoWhileAFileIsOpen() throws Exception {
        UserGroupInformation notRenewed = UserGroupInformation.loginUserFromKeytabAndReturnUGI(
                "bob@" + REALM, keytab("bob").toString());
        try (Storage alice = Storages.open(storage(as("alice")));
                TemporaryFile out = alice.create("open")) {
            out.write(new byte[3], 0, 3);
            awaitEndOfTickets();
            out.stage("later").await();
            write(alice, "later");
        }
        assertThat(hdfs.files()
                        .getFileStatus(new org.apache.hadoop.fs.Path("/data/open"))
                        .getLen())
                .isEqualTo(3);
        assertThat(owner("later")).isEqualTo("alice");
        Configuration configuration = new Configuration(hdfs.configuration());
        assertThatThrownBy(() -> notRenewed.doAs((PrivilegedExceptionAction<Boolean>)
                        () -> FileSystem.newInstance(URI.create(hdfs.url()), configuration)
                                .exists(new org.apache.hadoop.fs.Path("/data"))))
                .as("without renewal the ticket is no longer good")
                .isInstanceOf(IOException.class);
    }

    @Test
    void aFailedLoginIsRepeatedByTheNextOperation() throws IOException {
        try (Storage alice = Storages.open(storage(as("alice")))) {
            toKdc.cut();
            try {
                assertThatThrownBy(() -> write(alice, "after-login"))
                        .as("nobody can log in")
                        .isInstanceOf(IOException.class);
            } finally {
                toKdc.mend();
            }
            write(alice, "after-login");
        }
        assertThat(owner("after-login")).isEqualTo("alice");
    }

    /** Waits until each ticket that was granted before the call has ended. */
    private static void awaitEndOfTickets() throws Exception {
        Instant end = Instant.now().plus(TICKET_LIFE).plusSeconds(1);
        Await.until(
                "the end of the tickets",
                TICKET_LIFE.multipliedBy(5),
                () -> Instant.now().isAfter(end));
    }

    /** The Kerberos server is not available when the ticket should be renewed. */
    @Test
    @Tag("thorough")
    void anIdleConnectionWithAnExpiredTicketRecoversWithTheServer() throws Exception {
        try (Storage alice = Storages.open(storage(as("alice")))) {
            write(alice, "before-sleep");
            toKdc.cut();
            try {
                awaitEndOfTickets();
                assertThatThrownBy(() -> write(alice, "after-sleep"))
                        .as("the ticket is over, and there is no other")
                        .isInstanceOf(IOException.class);
            } finally {
                toKdc.mend();
            }
            write(alice, "after-sleep");
        }
        assertThat(owner("after-sleep")).isEqualTo("alice");
    }

    @Test
    void aWrongKeyIsAFaultOfTheKeytab() throws Exception {
        assertThat(faults(as("alice@" + REALM, forged("alice"))))
                .hasEntrySatisfying(
                        "connect.hdfs.keytab",
                        fault -> assertThat(fault).contains("is not the key of alice@EXAMPLE.COM", "forged-alice"));
    }

    @Test
    void aKeytabOfAnotherPrincipalIsAFault() {
        assertThat(faults(as("alice@" + REALM, keytab("bob"))))
                .hasEntrySatisfying(
                        "connect.hdfs.keytab",
                        fault -> assertThat(fault).contains("holds no key of alice@EXAMPLE.COM", "klist -kt"));
    }

    @Test
    void anUnknownPrincipalIsAFault() throws Exception {
        assertThat(faults(as("ghost@" + REALM, forged("ghost"))))
                .hasEntrySatisfying(
                        "connect.hdfs.principal",
                        fault -> assertThat(fault).contains("does not know ghost@EXAMPLE.COM"));
    }

    @Test
    void aRealmWithoutServerIsAFault() throws Exception {
        assertThat(faults(as("alice@ELSEWHERE.ORG", forgedElsewhere())))
                .hasEntrySatisfying(
                        "connect.hdfs.principal", fault -> assertThat(fault).contains("krb5.conf"));
    }

    private static File forgedElsewhere() throws Exception {
        File file = keytab("elsewhere");
        Keytab keytab = new Keytab();
        keytab.addEntry(new KeytabEntry(
                new PrincipalName("alice@ELSEWHERE.ORG"),
                KerberosTime.now(),
                1,
                EncryptionHandler.string2Key(
                        "alice@ELSEWHERE.ORG", "guessed", EncryptionType.AES128_CTS_HMAC_SHA1_96)));
        keytab.store(file);
        return file;
    }

    @Test
    void aNameNodeOfAnotherPrincipalIsAFault() {
        HadoopSettings known = as("alice");
        HadoopSettings mistaken = new HadoopSettings(
                known.configurationDirectory(),
                known.properties(),
                known.identity(),
                Optional.of("nn/localhost@" + REALM));
        assertThat(faults(mistaken))
                .hasEntrySatisfying(
                        "hdfs.namenode.principal", fault -> assertThat(fault).contains(NAMENODE));
    }

    @Test
    void dataNodesThatRequireProtectionAreAFault() {
        HadoopSettings known = as("alice");
        HadoopSettings unprotected = new HadoopSettings(
                known.configurationDirectory(), Map.of(), known.identity(), known.namenodePrincipal());
        assertThat(faults(unprotected))
                .hasEntrySatisfying(
                        "storage.url",
                        fault -> assertThat(fault).contains("no DataNode", "dfs.data.transfer.protection"));
    }

    @Test
    void aClusterWithKerberosRefusesAConnectorWithout() {
        assertThat(faults(HadoopSettings.DEFAULT))
                .hasEntrySatisfying(
                        "connect.hdfs.principal",
                        fault -> assertThat(fault).contains("set it, and connect.hdfs.keytab"));
    }

    @Test
    @Tag("thorough")
    void aClusterWithoutKerberosIsUsedInTheSameProcess() throws IOException {
        try (HdfsProcess plain = HdfsProcess.start(directory.resolve("plain"));
                Storage alice = Storages.open(storage(as("alice")));
                Storage other = Storages.open(Storages.settings(plain.url() + "/data"))) {
            write(alice, "beside-plain/1");
            write(other, "file");
            write(alice, "beside-plain/2");
            assertThat(other.find("file")).map(StoredFile::bytes).contains(3L);
            assertThat(StorageProbe.writeFaults(
                            new StorageSettings(plain.url() + "/data", new HadoopStorageFactory(as("alice")), 0),
                            "probe"))
                    .hasEntrySatisfying(
                            "connect.hdfs.principal", fault -> assertThat(fault).contains("no Kerberos"));
        }
    }
}
