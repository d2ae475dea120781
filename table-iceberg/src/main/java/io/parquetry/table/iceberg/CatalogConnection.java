package io.parquetry.table.iceberg;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.sink.table.TableSettings;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * A catalog that is connected when it is first needed, and again after a failure of that. The clients of catalogs need
 * not have limits of time, so each request is made by a thread of its own, which is given up when the limit is over.
 *
 * <p>Any threads may make requests at the same time. They share a client: those of Iceberg's library are made for that,
 * a pool of connections each, and two requests have no table in common, since each loads it.
 */
final class CatalogConnection implements Closeable {
    /** Requests that may be under way: those of a task and its appending thread, and some that are never answered. */
    private static final int REQUESTS_MAX = 6;

    /** Without it a request whose reply is lost on the network keeps its thread for ever. */
    private static final String SOCKET_TIMEOUT_MS = "rest.client.socket-timeout-ms";

    private static final String CATALOG = "parquetry";
    private static final Duration CLOSING_LIMIT = Duration.ofSeconds(2);
    private static final long IDLE_THREAD_S = 60;

    private final TableSettings settings;
    private final StorageSettings storage;
    private final CatalogSecrets secrets;
    private final Semaphore requests = new Semaphore(REQUESTS_MAX);

    /** Null before it is needed, and after a request that was not answered; guarded by this. */
    private Client client;

    /** Guarded by this. */
    private boolean closed;

    /** A request to the catalog. */
    @FunctionalInterface
    interface Request<T> {
        T run(Catalog catalog) throws IOException;
    }

    CatalogConnection(TableSettings settings, StorageSettings storage) {
        this.settings = settings;
        this.storage = storage;
        this.secrets = new CatalogSecrets(settings.catalog());
    }

    /** One client of the catalog, and the threads that use it. */
    private final class Client extends ThreadPoolExecutor {
        private final String registered = StorageFileIO.register(storage);

        /** Null before it is connected; guarded by this. */
        private Catalog catalog;

        Client() {
            super(
                    0,
                    Integer.MAX_VALUE,
                    IDLE_THREAD_S,
                    TimeUnit.SECONDS,
                    new SynchronousQueue<>(),
                    CatalogConnection::thread);
        }

        private synchronized Catalog connected() {
            if (catalog == null) {
                Map<String, String> properties = properties(registered);
                catalog = isJdbc(properties)
                        ? JdbcConnections.catalog(CATALOG, properties)
                        : CatalogUtil.buildIcebergCatalog(CATALOG, properties, null);
            }
            return catalog;
        }

        /** A request that is given up before its thread begins is not made. */
        private <T> FutureTask<T> start(Request<T> request) {
            FutureTask<T> reply = new FutureTask<>(() -> request.run(connected()));
            execute(() -> {
                try {
                    reply.run();
                } finally {
                    requests.release();
                }
            });
            return reply;
        }

        /** All requests have ended, and no other will come. */
        @Override
        protected synchronized void terminated() {
            try {
                if (catalog instanceof Closeable open) {
                    open.close();
                }
            } catch (IOException stays) {
                // Nobody uses it any more.
            } finally {
                StorageFileIO.forget(registered);
            }
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "parquetry-catalog");
        thread.setContextClassLoader(CatalogConnection.class.getClassLoader());
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Makes a request, whose failures are all IOExceptions, but for the exceptions of Connect. A request that is given
     * up may still be done later.
     *
     * @param limit how long the request may take
     */
    <T> T request(String step, Duration limit, Request<T> request) throws IOException {
        if (!requests.tryAcquire()) {
            throw new IOException(step + " failed: the catalog has not answered the last " + REQUESTS_MAX
                    + " requests, and no more are made before it answers one");
        }
        FutureTask<T> reply;
        Client used;
        synchronized (this) {
            if (closed) {
                requests.release();
                throw new InterruptedIOException(step + " was interrupted");
            }
            client = client == null ? new Client() : client;
            used = client;
            reply = used.start(request);
        }
        try {
            return reply.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            giveUp(used, reply);
            throw new IOException(
                    step + " failed: the catalog did not answer within " + limit.toSeconds()
                            + " s; check its address, whether this worker may reach it, and warnings of"
                            + " org.apache.iceberg in the log, which reads damaged metadata again and again",
                    e);
        } catch (InterruptedException e) {
            giveUp(used, reply);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(step + " was interrupted");
        } catch (ExecutionException e) {
            if (isRefused(e.getCause())) {
                leave(used);
            }
            throw failure(step, e.getCause());
        }
    }

    /** Whether the catalog refuses the client's token; a client whose token was not renewed in time gets no other. */
    private static boolean isRefused(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(NotAuthorizedException.class::isInstance);
    }

    private void giveUp(Client used, Future<?> reply) {
        reply.cancel(true);
        leave(used);
    }

    /** The next request is made by another client. */
    private synchronized void leave(Client used) {
        used.shutdown();
        client = client == used ? null : client;
    }

    private IOException failure(String step, Throwable cause) {
        if (cause instanceof ConnectException connect) {
            throw secrets.hiddenIn(connect);
        }
        if (cause instanceof Error error && !(error instanceof LinkageError)) {
            throw error;
        }
        return secrets.hiddenIn(
                cause instanceof IOException io ? io : new IOException(step + " failed: " + reason(cause), cause));
    }

    private Map<String, String> properties(String registered) {
        Map<String, String> properties = new HashMap<>(settings.catalog());
        if (isJdbc(properties)) {
            properties.putIfAbsent(
                    CatalogProperties.WAREHOUSE_LOCATION, StorageFileIO.location(storage.url(), "_tables"));
        }
        properties.putIfAbsent(SOCKET_TIMEOUT_MS, Long.toString(IcebergTable.APPENDING_LIMIT.toMillis()));
        properties.put(CatalogProperties.FILE_IO_IMPL, StorageFileIO.class.getName());
        properties.put(StorageFileIO.SETTINGS, registered);
        return properties;
    }

    private static boolean isJdbc(Map<String, String> properties) {
        return "jdbc".equalsIgnoreCase(properties.get(IcebergProvider.TYPE));
    }

    /** The message of the library for an unknown outcome is advice for those who do not read the table again. */
    private static String message(Throwable failure) {
        if (failure instanceof CommitStateUnknownException) {
            return "it is not known whether it was done, so the table is read again";
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }

    /** The messages of the exception and its causes, without repetitions. */
    private static String reason(Throwable failure) {
        StringBuilder text = new StringBuilder();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String message = message(each);
            if (text.indexOf(message) < 0) {
                text.append(text.isEmpty() ? "" : ": ").append(message);
            }
        }
        if (text.indexOf("No suitable driver") >= 0) {
            text.append(
                    "; put the jar of the database's JDBC driver into the directory of the plugin on every worker, and"
                            + " for the command line into PARQUETRY_CLASSPATH");
        }
        if (failure instanceof LinkageError || text.indexOf("ClassNotFoundException") >= 0) {
            text.append(
                    "; put the jars of the catalog's client into the directory of the plugin on every worker, and for"
                            + " the command line into PARQUETRY_CLASSPATH");
        }
        return text.toString();
    }

    /** A request that is not answered is not waited for. */
    @Override
    public void close() {
        Client last;
        synchronized (this) {
            closed = true;
            last = client;
        }
        if (last == null) {
            return;
        }
        leave(last);
        try {
            last.awaitTermination(CLOSING_LIMIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
