package io.parquetry.storage.s3;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.util.Objects;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** A bucket with its client, which connects with the first request. Threads may use it concurrently. */
final class Bucket implements Closeable {
    private final S3Url root;
    private final S3Settings settings;
    private S3Client client;
    private boolean closed;

    /** A request to the store. */
    @FunctionalInterface
    interface Request<T> {
        T send(S3Client client) throws IOException;
    }

    Bucket(S3Url root, S3Settings settings) {
        this.root = Objects.requireNonNull(root, "root");
        this.settings = Objects.requireNonNull(settings, "settings");
    }

    S3Url root() {
        return root;
    }

    S3Settings settings() {
        return settings;
    }

    String name() {
        return root.bucket();
    }

    /**
     * Sends a request.
     *
     * @param what is done, as in "cannot list s3://b/p: ..."
     * @throws S3Failure when the store refuses
     */
    <T> T call(String what, Request<T> request) throws IOException {
        try {
            return request.send(client());
        } catch (S3Exception e) {
            throw refusal(what, e);
        } catch (AbortedException e) {
            InterruptedIOException interrupted = new InterruptedIOException("interrupted: cannot " + what);
            interrupted.initCause(e);
            throw interrupted;
        } catch (SdkException e) {
            throw new IOException("cannot " + what + ": " + e.getMessage(), e);
        }
    }

    private static IOException refusal(String what, S3Exception e) {
        String code = e.awsErrorDetails() == null || e.awsErrorDetails().errorCode() == null
                ? ""
                : e.awsErrorDetails().errorCode();
        String reason = e.awsErrorDetails() == null || e.awsErrorDetails().errorMessage() == null
                ? ""
                : ": " + e.awsErrorDetails().errorMessage();
        if (e.statusCode() == 403 && (code.isEmpty() || code.equals("AccessDenied") || code.equals("403"))) {
            AccessDeniedException denied = new AccessDeniedException(what, null, "no permission to " + what + reason);
            denied.initCause(e);
            return denied;
        }
        return new S3Failure(
                "cannot " + what + ": the store answers " + e.statusCode() + " " + code + reason,
                e.statusCode(),
                code,
                e);
    }

    private synchronized S3Client client() throws IOException {
        if (closed) {
            throw new IOException(root + " is closed");
        }
        if (client == null) {
            client = Clients.open(settings);
        }
        return client;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (client != null) {
            client.close();
            client = null;
        }
    }
}
