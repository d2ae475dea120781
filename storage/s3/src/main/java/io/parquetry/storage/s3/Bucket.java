package io.parquetry.storage.s3;

import io.parquetry.connect.common.access.StorageFault;
import io.parquetry.connect.common.objects.ObjectFailure.Kind;
import io.parquetry.connect.common.objects.UnclearAnswerException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** A bucket with its client, which connects with the first request. Threads may use it concurrently. */
final class Bucket implements Closeable {
    private static final int FORBIDDEN = 403;

    private final S3Url root;
    private final S3Settings settings;
    private S3Client client;
    private S3Client documents;
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
     * @param key or a prefix of keys, for messages
     * @throws AccessDeniedException when the user has no permission
     * @throws S3Failure when the store refuses for another reason
     */
    <T> T call(S3Action action, String key, Request<T> request) throws IOException {
        String what = action.verb() + " " + name() + "/" + key;
        try {
            return request.send(client(action));
        } catch (S3Exception e) {
            throw refusal(action, what, e);
        } catch (AbortedException e) {
            InterruptedIOException interrupted = new InterruptedIOException("interrupted: cannot " + what);
            interrupted.initCause(e);
            throw interrupted;
        } catch (SdkException e) {
            throw new IOException("cannot " + what + ": " + S3Diagnosis.reason(e), e);
        }
    }

    /** As {@link #call}; empty when what the request is about does not exist. */
    <T> Optional<T> find(S3Action action, String key, Request<T> request) throws IOException {
        try {
            return Optional.of(call(action, key, request));
        } catch (S3Failure e) {
            if (e.is(Kind.NOT_THERE)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * Returns what the store must have said in an answer with the status 200. Where it is missing, the answer was
     * written by something else, such as a proxy, and nothing is known of the effect.
     */
    <T> T require(S3Action action, String key, T said) throws IOException {
        if (said == null) {
            throw new UnclearAnswerException(
                    "cannot " + action.verb() + " " + name() + "/" + key + ": " + S3Diagnosis.NO_S3);
        }
        return said;
    }

    private IOException refusal(S3Action action, String what, S3Exception e) {
        Optional<AwsErrorDetails> details = Optional.ofNullable(e.awsErrorDetails());
        String code = details.map(AwsErrorDetails::errorCode).orElse("");
        String reason = details.map(AwsErrorDetails::errorMessage)
                .filter(text -> !text.isEmpty())
                .map(text -> ": " + text)
                .orElse("");
        if (e.statusCode() == FORBIDDEN && (code.isEmpty() || code.equals("AccessDenied") || code.equals("403"))) {
            AccessDeniedException denied = new AccessDeniedException(
                    root.toString(),
                    null,
                    "no permission to " + what + ", which needs " + action.permission() + reason
                            + (readsWithCustomerKey(action) ? ". Or: " + S3Diagnosis.CUSTOMER_KEY : ""));
            denied.initCause(e);
            return denied;
        }
        String region = details.map(AwsErrorDetails::sdkHttpResponse)
                .flatMap(answer -> answer.firstMatchingHeader("x-amz-bucket-region"))
                .map(name -> "; the bucket is in region " + name)
                .orElse("");
        StorageFault fault = new S3Diagnosis(settings).fault(e.statusCode(), code, reason);
        return new S3Failure(
                "cannot " + what + ": the store answers " + e.statusCode() + " " + code + reason + region
                        + (fault.reason().isEmpty() ? "" : ". " + fault.reason()),
                kind(action, e.statusCode(), code),
                e.statusCode(),
                fault.key(),
                e);
    }

    private static Kind kind(S3Action action, int status, String code) {
        boolean creates = action == S3Action.CREATE || action == S3Action.COMPLETE_UPLOAD;
        return switch (status) {
            case 404 -> code.equals("NoSuchBucket") ? Kind.MISCONFIGURED : Kind.NOT_THERE;
            case 409 -> Kind.CONTESTED;
            case 412 -> creates ? Kind.TAKEN : Kind.REPLACED;
            case 429 -> Kind.AWAY;
            default -> {
                if (code.equals("InvalidObjectState")) {
                    yield Kind.ARCHIVED;
                }
                yield status >= 500 ? Kind.AWAY : Kind.MISCONFIGURED;
            }
        };
    }

    /** A store answers a wrong key as a missing permission. */
    private boolean readsWithCustomerKey(S3Action action) {
        return (action == S3Action.READ || action == S3Action.LOOK)
                && settings.objects().encryption() instanceof S3Settings.Encryption.Customer;
    }

    private synchronized S3Client client(S3Action action) throws IOException {
        if (closed) {
            throw new IOException(root + " is closed");
        }
        if (client == null) {
            AwsCredentialsProvider credentials = Clients.credentials(settings);
            client = Clients.open(settings, credentials);
            documents = Clients.openForDocuments(settings, credentials);
        }
        return action.isLong() ? client : documents;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (client != null) {
            client.close();
            documents.close();
            client = null;
        }
    }
}
