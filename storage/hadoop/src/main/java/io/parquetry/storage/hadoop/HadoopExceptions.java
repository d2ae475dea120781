package io.parquetry.storage.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import javax.security.auth.login.LoginException;
import javax.security.sasl.SaslException;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.ietf.jgss.GSSException;

/** Translates exceptions of Hadoop into those of {@link io.parquetry.connect.common.storage.Storage}. */
final class HadoopExceptions {
    private HadoopExceptions() {}

    /** The exception that {@code Storage} specifies for this failure, or the failure itself. */
    static IOException translated(String what, IOException failure) {
        IOException e = failure instanceof RemoteException remote ? remote.unwrapRemoteException() : failure;
        FileSystemException translation;
        if (e instanceof FileNotFoundException) {
            translation = new NoSuchFileException(what, null, firstLine(e));
        } else if (e instanceof FileAlreadyExistsException) {
            translation = new java.nio.file.FileAlreadyExistsException(what, null, firstLine(e));
        } else if (e instanceof ParentNotDirectoryException) {
            translation = new NotDirectoryException(what + ": " + firstLine(e));
        } else if (e instanceof AccessControlException && !isAboutLogin(e)) {
            translation = new AccessDeniedException(what, null, firstLine(e));
        } else if (e instanceof UnsupportedFileSystemException) {
            return withoutJars(what, firstLine(e), e);
        } else if (e instanceof SocketException) {
            // That of a web server names neither host nor file.
            return new IOException("cannot " + what + ": " + firstLine(e), e);
        } else {
            return e;
        }
        translation.initCause(e);
        return translation;
    }

    /** The failure for a scheme that Hadoop has no class for. */
    static IOException withoutJars(String what, String reason, Exception cause) {
        return new IOException(
                "cannot " + what + ": " + reason + "; put the jars of this file system into the plugin's directory, or"
                        + " name them in PARQUETRY_CLASSPATH for the command line",
                cause);
    }

    /** The message of a remote exception contains the server's stack trace. */
    static String firstLine(Throwable e) {
        String text = String.valueOf(e.getMessage());
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    /** Hadoop has one exception for a missing permission and for a failed authentication. */
    private static boolean isAboutLogin(Throwable e) {
        String line = firstLine(e);
        return line.contains("authenticat") || line.contains("SIMPLE auth");
    }

    /** Whether a Kerberos failure is the exception or one of its causes. */
    static boolean isKerberos(Throwable failure) {
        for (Throwable e = failure; e != null; e = e.getCause()) {
            if (e instanceof SaslException
                    || e instanceof GSSException
                    || e instanceof LoginException
                    || e instanceof AccessControlException && isAboutLogin(e)) {
                return true;
            }
        }
        return false;
    }
}
