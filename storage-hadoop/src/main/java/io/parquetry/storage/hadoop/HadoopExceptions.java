package io.parquetry.storage.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import javax.security.auth.login.LoginException;
import javax.security.sasl.SaslException;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.ietf.jgss.GSSException;

/** What an exception of Hadoop means in the words of {@link io.parquetry.connect.common.storage.Storage}. */
final class HadoopExceptions {
    private HadoopExceptions() {}

    /** The exception that the storage's contract has for it, or the same. */
    static IOException translated(String what, IOException trouble) {
        IOException e = trouble instanceof RemoteException remote ? remote.unwrapRemoteException() : trouble;
        FileSystemException translation;
        if (e instanceof FileNotFoundException) {
            translation = new NoSuchFileException(what, null, firstLine(e));
        } else if (e instanceof FileAlreadyExistsException) {
            translation = new java.nio.file.FileAlreadyExistsException(what, null, firstLine(e));
        } else if (e instanceof ParentNotDirectoryException) {
            translation = new NotDirectoryException(what + ": " + firstLine(e));
        } else if (e instanceof AccessControlException && !isAboutLogin(e)) {
            translation = new AccessDeniedException(what, null, firstLine(e));
        } else {
            return e;
        }
        translation.initCause(e);
        return translation;
    }

    /** A remote exception brings the server's stack trace in its message. */
    static String firstLine(Throwable e) {
        String text = String.valueOf(e.getMessage());
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    /** The same exception says that a user may not do something, and that nobody knows who the user is. */
    private static boolean isAboutLogin(Throwable e) {
        String line = firstLine(e);
        return line.contains("authenticat") || line.contains("SIMPLE auth");
    }

    /** Whether Kerberos is why something failed, at any depth. */
    static boolean isKerberos(Throwable trouble) {
        for (Throwable e = trouble; e != null; e = e.getCause()) {
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
