package io.parquetry.connect.common.objects;

import io.parquetry.connect.common.access.StorageFault;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.file.AccessDeniedException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** Says why an object store cannot be used, and which key has to be changed. */
public abstract class ObjectDiagnosis {
    /** What to do about a permission that is missing, a sentence without its dot. */
    protected abstract String permissionAdvice();

    /** The key that says where the store is. */
    protected abstract String placeKey();

    /** Where the store is, after a blank, such as {@code " at https://minio:9000"}; "" where the URL alone says it. */
    protected abstract String place();

    /** What an exception of the store's client means; empty for all that other clients have, too. */
    protected abstract Optional<StorageFault> ofClient(Throwable cause);

    /** The key that has led to a host which is not known. */
    protected String keyOfHost(String host) {
        return placeKey();
    }

    /** Nothing accepts a connection, or answers in time. */
    protected StorageFault unanswered(String reason) {
        return new StorageFault(placeKey(), "nothing answers" + place() + ": " + reason);
    }

    /** What no exception explains. */
    protected StorageFault ofMessage(String message) {
        return StorageFault.ofUrl(message);
    }

    final StorageFault of(IOException failure, String step) {
        if (failure instanceof StagingException) {
            return new StorageFault(ObjectKeys.STAGING_DIR, failure.getMessage());
        }
        StorageFault fault = of(failure);
        return new StorageFault(fault.key(), fault.reason() + " (while " + step + ")");
    }

    private StorageFault of(IOException failure) {
        if (failure instanceof AccessDeniedException denied) {
            return StorageFault.ofUrl(denied.getReason() + ". " + permissionAdvice());
        }
        if (failure instanceof ObjectFailure refused) {
            return new StorageFault(refused.key(), refused.getMessage());
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            Optional<StorageFault> fault = ofCause(cause);
            if (fault.isPresent()) {
                return fault.get();
            }
        }
        return ofMessage(failure.getMessage());
    }

    private Optional<StorageFault> ofCause(Throwable cause) {
        String reason = cause.getMessage();
        if (cause instanceof UnknownHostException) {
            return Optional.of(new StorageFault(
                    keyOfHost(String.valueOf(reason)), "the host is not known on this worker: " + reason));
        }
        if (cause instanceof ConnectException
                || cause instanceof SocketTimeoutException
                || cause instanceof HttpTimeoutException
                || cause instanceof TimeoutException) {
            return Optional.of(unanswered(reason));
        }
        if (cause instanceof SSLException) {
            return Optional.of(new StorageFault(
                    placeKey(),
                    "there is no TLS connection" + place() + ": " + reason + ". Correct http:// or https://, or have"
                            + " Java on this worker trust the store's certificate"));
        }
        return ofClient(cause);
    }
}
