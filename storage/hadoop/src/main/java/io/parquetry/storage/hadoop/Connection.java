package io.parquetry.storage.hadoop;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** One file system and its login; opened by the first operation, and by the next operation again when that fails. */
final class Connection implements AutoCloseable {
    private final URI uri;
    private final HadoopSettings settings;
    private Login login;
    private FileSystem files;
    private boolean closed;

    Connection(URI uri, HadoopSettings settings) {
        this.uri = uri;
        this.settings = settings;
    }

    /** An operation on the file system. */
    @FunctionalInterface
    interface Action<T> {
        T on(FileSystem files) throws IOException;
    }

    /**
     * Runs an operation as the user of the login.
     *
     * @param what the operation, for messages, as in "cannot " + what
     */
    <T> T call(String what, Action<T> action) throws IOException {
        if (closed) {
            throw new IOException("cannot " + what + ": the storage has been closed");
        }
        try {
            return ContextClassLoader.during(() -> {
                if (files == null) {
                    open();
                }
                return login.act(() -> action.on(files));
            });
        } catch (IOException e) {
            if (login != null && HadoopExceptions.isKerberos(e)) {
                login.expire();
            }
            throw HadoopExceptions.translated(what, e);
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new IOException("cannot " + what + ": " + e, e);
        } catch (RuntimeException e) {
            // Hadoop wraps it so where its configuration names the class of a scheme.
            if (e.getCause() instanceof ClassNotFoundException missing) {
                throw HadoopExceptions.withoutJars(what, missing.getMessage(), e);
            }
            throw e;
        }
    }

    /** Logs in, unless that was done before; {@link #call} does so when needed. */
    void logIn() throws IOException {
        ContextClassLoader.during(() -> {
            logIn(Configurations.of(settings));
            return null;
        });
    }

    private void logIn(Configuration configuration) throws IOException {
        if (login == null) {
            login = Login.of(settings.identity(), configuration);
        }
    }

    private void open() throws IOException {
        Configuration configuration = Configurations.of(settings);
        logIn(configuration);
        files = login.act(() -> FileSystem.newInstance(uri, configuration));
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        if (login == null) {
            return;
        }
        try {
            if (files != null) {
                FileSystem open = files;
                files = null;
                ContextClassLoader.during(() -> login.act(() -> {
                    open.close();
                    return null;
                }));
            }
        } finally {
            login.close();
            login = null;
        }
    }
}
