package io.parquetry.storage.s3;

import io.parquetry.connect.common.access.StorageFault;
import io.parquetry.connect.common.objects.ObjectDiagnosis;
import io.parquetry.connect.common.objects.ObjectFailure;
import io.parquetry.connect.common.objects.ObjectFailure.Answer;
import io.parquetry.connect.common.objects.ObjectFailure.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.sts.model.StsException;

/** A bucket with its client, which connects with the first request. Threads may use it concurrently. */
final class Bucket implements Closeable {
    /** What the client finds out itself, as if it were codes of the store. */
    static final String NO_CREDENTIALS = "NoCredentials";

    static final String NO_REGION = "NoRegion";
    static final String NO_ROLE = "NoRole";
    static final String OTHER_CUSTOMER_KEY = "OtherCustomerKey";

    private static final int FORBIDDEN = 403;
    private static final String DENIED = "AccessDenied";

    /** What a source of credentials says where there is nothing to use. */
    private static final Pattern NOTHING_THERE =
            Pattern.compile("must be (set|specified)|contained no credentials|are set\\.|IMDS");

    /** A source of credentials with its reason, as the client lists them. */
    private static final Pattern SOURCE =
            Pattern.compile("(\\w+CredentialsProvider)\\([^)]*\\): (.*?)(?=, \\w+CredentialsProvider\\(|]$)");

    private final S3Url root;
    private final S3Settings settings;
    private final ObjectDiagnosis diagnosis;
    private S3Client client;
    private S3Client documents;
    private boolean closed;

    /** A request to the store. */
    @FunctionalInterface
    interface Request<T> {
        T send(S3Client client) throws IOException;
    }

    Bucket(S3Url root, S3Settings settings, ObjectDiagnosis diagnosis) {
        this.root = Objects.requireNonNull(root, "root");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.diagnosis = Objects.requireNonNull(diagnosis, "diagnosis");
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
     * @throws ObjectFailure when the store refuses for another reason
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
            throw failure(what, e);
        } catch (UncheckedIOException e) {
            // A connection that breaks between the headers of an answer and its body.
            IOException broken = e.getCause();
            throw new IOException(
                    "cannot " + what + ": " + Objects.requireNonNullElse(broken.getMessage(), broken.toString()), e);
        }
    }

    /** As {@link #call}; empty when what the request is about does not exist. */
    <T> Optional<T> find(S3Action action, String key, Request<T> request) throws IOException {
        try {
            return Optional.of(call(action, key, request));
        } catch (ObjectFailure e) {
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
            throw diagnosis.unclear(action.verb() + " " + name() + "/" + key, null);
        }
        return said;
    }

    private IOException refusal(S3Action action, String what, S3Exception e) {
        Optional<AwsErrorDetails> details = Optional.ofNullable(e.awsErrorDetails());
        String code = details.map(AwsErrorDetails::errorCode).orElse("");
        String words = details.map(AwsErrorDetails::errorMessage)
                .filter(text -> !text.isEmpty())
                .map(text -> ": " + text)
                .orElse("");
        int attempts = Objects.requireNonNullElse(e.numAttempts(), 1);
        if (e.statusCode() == FORBIDDEN && (code.isEmpty() || code.equals(DENIED) || code.equals("403"))) {
            String meant = readsWithCustomerKey(action) ? OTHER_CUSTOMER_KEY : DENIED;
            return diagnosis.denial(root, what, action.permission(), new Answer(FORBIDDEN, meant, words, attempts), e);
        }
        String region = details.map(AwsErrorDetails::sdkHttpResponse)
                .flatMap(answer -> answer.firstMatchingHeader("x-amz-bucket-region"))
                .map(name -> "; the bucket is in region " + name)
                .orElse("");
        return diagnosis.refusal(
                kind(action, e.statusCode(), code),
                what,
                new Answer(e.statusCode(), code, words + region, attempts),
                e);
    }

    /** What keeps the client from a request, or from an answer. */
    private IOException failure(String what, SdkException e) {
        String words = String.valueOf(e.getMessage());
        if (e instanceof StsException) {
            return diagnosis.unsent(what, NO_ROLE, ": " + words, e);
        }
        if (words.contains("Unable to load region")) {
            return diagnosis.unsent(what, NO_REGION, "", e);
        }
        if (words.contains("Unable to load credentials")) {
            return diagnosis.unsent(what, NO_CREDENTIALS, failingSources(words), e);
        }
        if (words.contains("parse XML")) {
            return diagnosis.unclear(what, e);
        }
        return new IOException(
                "cannot " + what + ": "
                        + diagnosis
                                .unreached(e)
                                .map(StorageFault::reason)
                                .map(this::withPathStyle)
                                .orElse(words),
                e);
    }

    /** Few stores but that of AWS have a host for each bucket. */
    private String withPathStyle(String reason) {
        return settings.endpoint().isPresent() && reason.contains(": " + name() + ".")
                ? reason + "; a store without a host for each bucket needs path style"
                : reason;
    }

    /** The sources of credentials that have some and fail, with their reasons. The client's words list its classes. */
    static String failingSources(String words) {
        String failing = SOURCE.matcher(words)
                .results()
                .map(source -> source.group(1) + ": " + source.group(2))
                .filter(source -> !NOTHING_THERE.matcher(source).find())
                .collect(Collectors.joining("; "));
        return failing.isEmpty() ? "" : " (" + failing + ")";
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
