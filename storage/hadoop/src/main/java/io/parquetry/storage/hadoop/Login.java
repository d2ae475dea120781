package io.parquetry.storage.hadoop;

import io.parquetry.connect.common.log.Log;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.net.InetAddress;
import java.security.PrivilegedExceptionAction;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;

/**
 * One identity, independent of others in the same process; Hadoop's process-wide login user is never changed.
 *
 * <ol type="a">
 *   <li>A ticket is renewed from the keytab after four fifths of its lifetime, by a thread that checks every {@value
 *       #CHECK_SECONDS} s, so that idle streams stay usable.
 *   <li>After an operation that failed because of Kerberos, the next operation logs in again first.
 *   <li>Kerberos is one switch for the whole process. The first login that needs it switches it on; nobody switches it
 *       off. An identity without Kerberos still works, see {@link StorageSocketFactory}.
 * </ol>
 */
final class Login implements AutoCloseable {
    private static final Log LOG = Log.of(Login.class);
    private static final int CHECK_SECONDS = 10;

    private final UserGroupInformation user;
    private final Optional<ScheduledExecutorService> renewal;
    private volatile boolean renewNow;

    private Login(UserGroupInformation user, Optional<ScheduledExecutorService> renewal) {
        this.user = user;
        this.renewal = renewal;
    }

    static Login of(HadoopSettings.Identity identity, Configuration configuration) throws IOException {
        if (identity instanceof HadoopSettings.Identity.Keytab keytab) {
            return fromKeytab(keytab, configuration);
        }
        HadoopSettings.Identity.Named named = (HadoopSettings.Identity.Named) identity;
        return new Login(
                UserGroupInformation.createRemoteUser(named.user().orElseGet(Login::userOfProcess)), Optional.empty());
    }

    private static String userOfProcess() {
        String named = System.getenv("HADOOP_USER_NAME");
        if (named == null) {
            named = System.getProperty("HADOOP_USER_NAME");
        }
        return named == null ? System.getProperty("user.name") : named;
    }

    private static Login fromKeytab(HadoopSettings.Identity.Keytab keytab, Configuration configuration)
            throws IOException {
        switchKerberosOn(configuration);
        String principal = SecurityUtil.getServerPrincipal(
                keytab.principal(), InetAddress.getLocalHost().getCanonicalHostName());
        UserGroupInformation user = UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal, keytab.file());
        ScheduledExecutorService renewal = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "parquetry-kerberos-" + principal);
            thread.setDaemon(true);
            return thread;
        });
        Login login = new Login(user, Optional.of(renewal));
        renewal.scheduleWithFixedDelay(login::renewQuietly, CHECK_SECONDS, CHECK_SECONDS, TimeUnit.SECONDS);
        LOG.info("Logged in as {} with {}", principal, keytab.file());
        return login;
    }

    private static void switchKerberosOn(Configuration configuration) {
        synchronized (Login.class) {
            if (!UserGroupInformation.isSecurityEnabled()) {
                UserGroupInformation.setConfiguration(configuration);
            }
        }
    }

    /** The user name in the file system. */
    String name() {
        return user.getUserName();
    }

    /** The next operation logs in again: the ticket may be why an operation has failed. */
    void expire() {
        renewNow = true;
    }

    private void renewQuietly() {
        try {
            ContextClassLoader.during(() -> {
                renew();
                return null;
            });
        } catch (IOException | RuntimeException e) {
            renewNow = true;
            LOG.warn("Cannot renew the Kerberos ticket of {}, trying again in {} s: {}", name(), CHECK_SECONDS, e);
        }
    }

    private synchronized void renew() throws IOException {
        if (renewNow) {
            user.forceReloginFromKeytab();
            renewNow = false;
            LOG.info("Logged in again as {}", name());
        } else {
            user.checkTGTAndReloginFromKeytab();
        }
    }

    /** Runs an action as this user. */
    <T> T act(PrivilegedExceptionAction<T> action) throws IOException {
        if (user.getAuthenticationMethod() == AuthenticationMethod.KERBEROS) {
            renew();
        }
        try {
            return user.doAs(action);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while using the storage");
            interrupted.initCause(e);
            throw interrupted;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (UndeclaredThrowableException e) {
            throw new IOException("the file system failed with " + e.getCause(), e.getCause());
        }
    }

    @Override
    public void close() {
        renewal.ifPresent(ScheduledExecutorService::shutdownNow);
    }
}
