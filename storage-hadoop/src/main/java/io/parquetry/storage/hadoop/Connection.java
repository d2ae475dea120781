package io.parquetry.storage.hadoop;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** A file system of our own and the identity that uses it; made with the first operation, so that it can fail and be tried again. */
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

    /** What is done with the file system. */
    @FunctionalInterface
    interface Action<T> {
        T on(FileSystem files) throws IOException;
    }

    /**
     * Does something as our user.
     *
     * @param what what is done, for messages: "cannot " goes before it
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
                login.doubt();
            }
            throw HadoopExceptions.translated(what, e);
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new IOException("cannot " + what + ": " + e, e);
        }
    }

    /** Logs in, unless that was done before; {@link #call} does so by itself. */
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
