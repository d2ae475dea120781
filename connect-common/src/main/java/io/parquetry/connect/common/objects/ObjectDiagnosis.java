package io.parquetry.connect.common.objects;

import io.parquetry.connect.common.access.StorageFault;
import io.parquetry.connect.common.objects.ObjectFailure.Answer;
import io.parquetry.connect.common.objects.ObjectFailure.Kind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * Makes the sentences that people read when an object store, or the local disk before it, fails, and names the key that
 * most likely has to be changed. What differs between stores is data, which their keys give; clients and files know no
 * key.
 */
public final class ObjectDiagnosis {
    /** What to do where another program deletes files on the local disk. */
    static final String SAFE_DIRECTORY = "Name a directory in " + ObjectKeys.STAGING_DIR + " that nobody cleans up";

    private final Store store;

    /**
     * What messages say of a store.
     *
     * @param protocol that the store speaks
     * @param place the key that says where the store is, and the place after a blank, such as {@code " at
     *     https://minio:9000"}; "" where the URL alone says it
     * @param way the same for connections, which a proxy may make
     * @param hosts the key that has led to a host, by the beginning of its name; the longest counts
     * @param permissionAdvice what to do about a permission that is missing, a sentence without its dot
     * @param remedies for what the store or its client says; the first that fits counts
     */
    public record Store(
            String protocol,
            StorageFault place,
            StorageFault way,
            Map<String, String> hosts,
            String permissionAdvice,
            List<Remedy> remedies) {
        public Store {
            Objects.requireNonNull(protocol, "protocol");
            Objects.requireNonNull(place, "place");
            Objects.requireNonNull(way, "way");
            hosts = Map.copyOf(hosts);
            Objects.requireNonNull(permissionAdvice, "permissionAdvice");
            remedies = List.copyOf(remedies);
        }
    }

    /**
     * What an answer means.
     *
     * @param codes a regular expression for the code, or for the status where there is no code
     * @param part of the words of the store; empty for any words
     * @param key to be changed
     * @param sentence without its dot
     */
    public record Remedy(String codes, String part, String key, String sentence) {
        public Remedy(String codes, String key, String sentence) {
            this(codes, "", key, sentence);
        }

        private boolean fits(Answer answer) {
            String code = answer.code().isEmpty() ? Integer.toString(answer.status()) : answer.code();
            return code.matches(codes) && answer.words().contains(part);
        }
    }

    public ObjectDiagnosis(Store store) {
        this.store = Objects.requireNonNull(store, "store");
    }

    private Optional<Remedy> remedy(Answer answer) {
        return store.remedies().stream()
                .filter(remedy -> remedy.fits(answer))
                .findFirst()
                .or(() -> ofStranger(answer));
    }

    /** A store gives a code with most refusals. */
    private Optional<Remedy> ofStranger(Answer answer) {
        boolean isUnknown = answer.code().isEmpty() && answer.status() > 0 && answer.status() < 500;
        String key = store.place().key();
        return isUnknown && !key.equals(StorageFault.URL_KEY)
                ? Optional.of(new Remedy("", key, "Perhaps " + stranger()))
                : Optional.empty();
    }

    /** @param what the request does, as in "cannot list bucket/key" */
    public ObjectFailure refusal(Kind kind, String what, Answer answer, Throwable cause) {
        return new ObjectFailure(
                kind,
                "cannot " + what + ": the store answers " + answer.status() + " " + answer.code() + answer.words()
                        + remedy(answer).map(remedy -> ". " + remedy.sentence()).orElse(""),
                answer,
                cause);
    }

    /**
     * A permission is missing.
     *
     * @param root of the storage
     * @param permission that the request needs
     */
    public IOException denial(Object root, String what, String permission, Answer answer, Throwable cause) {
        AccessDeniedException denied = new AccessDeniedException(
                root.toString(),
                null,
                "no permission to " + what + ", which needs " + permission + answer.words()
                        + remedy(answer)
                                .map(remedy -> ". Or: " + remedy.sentence())
                                .orElse(""));
        denied.initCause(cause);
        return denied;
    }

    /**
     * The client cannot send a request.
     *
     * @param code one of the remedies, whose sentence says it
     * @param more of the reason, as it follows that sentence
     */
    public ObjectFailure unsent(String what, String code, String more, Throwable cause) {
        Answer none = new Answer(0, code, more, 0);
        return new ObjectFailure(
                Kind.MISCONFIGURED,
                "cannot " + what + ": " + remedy(none).orElseThrow().sentence() + more,
                none,
                cause);
    }

    /** An answer of success that the store cannot have given. */
    public ObjectFailure unclear(String what, Throwable cause) {
        return new ObjectFailure(Kind.UNCLEAR, "cannot " + what + ": " + stranger(), new Answer(0, "", "", 1), cause);
    }

    private String stranger() {
        String place = store.place().reason();
        return "what answers" + (place.isEmpty() ? " there" : place) + " does not speak " + store.protocol()
                + ", or its answer broke off; if this goes on, correct the URL";
    }

    static StagingException unusableDirectory(Path directory, String reason, IOException cause) {
        return new StagingException(
                "cannot create files in " + directory + ", where files are until they are uploaded: " + reason
                        + "; correct " + ObjectKeys.STAGING_DIR,
                cause);
    }

    static StagingException fullDisk(Path file, IOException cause) {
        return new StagingException(
                "cannot write to " + file + ", where a file is until it is uploaded: " + cause.getMessage()
                        + "; free space there, or correct " + ObjectKeys.STAGING_DIR + " or "
                        + ObjectKeys.STAGING_BYTES,
                cause);
    }

    static StagingException deletedFile(String key, Path file, IOException cause) {
        return new StagingException(
                "cannot upload " + key + ": another program has deleted the local file " + file
                        + ", and its records are read again. " + SAFE_DIRECTORY,
                cause);
    }

    /** Why the storage cannot be used. */
    StorageFault of(IOException failure, String step) {
        if (failure instanceof StagingException) {
            return new StorageFault(ObjectKeys.STAGING_DIR, failure.getMessage());
        }
        StorageFault fault = of(failure);
        return new StorageFault(fault.key(), fault.reason() + " (while " + step + ")");
    }

    private StorageFault of(IOException failure) {
        if (failure instanceof AccessDeniedException denied) {
            return StorageFault.ofUrl(denied.getReason() + ". " + store.permissionAdvice());
        }
        if (failure instanceof ObjectFailure unclear && unclear.is(Kind.UNCLEAR)) {
            return new StorageFault(store.place().key(), unclear.getMessage());
        }
        if (failure instanceof ObjectFailure refused) {
            return new StorageFault(
                    remedy(refused.answer()).map(Remedy::key).orElse(StorageFault.URL_KEY), refused.getMessage());
        }
        return unreached(failure).orElseGet(() -> StorageFault.ofUrl(failure.getMessage()));
    }

    /** Why the store was not reached, if it was not; the words of its client may leave out which host that was. */
    public Optional<StorageFault> unreached(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            Optional<StorageFault> fault = ofNetwork(cause);
            if (fault.isPresent()) {
                return fault;
            }
        }
        return Optional.empty();
    }

    private Optional<StorageFault> ofNetwork(Throwable cause) {
        String reason = String.valueOf(cause.getMessage());
        if (cause instanceof UnknownHostException) {
            return Optional.of(new StorageFault(keyOfHost(reason), "the host is not known on this worker: " + reason));
        }
        if (cause instanceof ConnectException
                || cause instanceof SocketTimeoutException
                || cause instanceof HttpTimeoutException
                || cause instanceof TimeoutException) {
            return Optional.of(new StorageFault(
                    store.way().key(),
                    "nothing answers" + store.way().reason() + (cause.getMessage() == null ? "" : ": " + reason)));
        }
        return cause instanceof SSLException
                ? Optional.of(new StorageFault(
                        store.place().key(),
                        "there is no TLS connection" + store.place().reason() + ": " + reason
                                + ". Correct http:// or https://, or have Java on this worker trust the store's"
                                + " certificate"))
                : Optional.empty();
    }

    private String keyOfHost(String host) {
        return store.hosts().entrySet().stream()
                .filter(known -> host.startsWith(known.getKey()))
                .max(Comparator.comparingInt(known -> known.getKey().length()))
                .map(Map.Entry::getValue)
                .orElse(store.place().key());
    }
}
