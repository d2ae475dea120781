package io.parquetry.storage.azure;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.storage.blob.models.BlobStorageException;
import io.parquetry.connect.common.access.StorageFault;
import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.objects.ObjectFailure;
import io.parquetry.connect.common.objects.ObjectFailure.Kind;
import io.parquetry.connect.common.objects.ObjectKeys;
import io.parquetry.connect.common.objects.StagingException;
import io.parquetry.storage.azure.AzureSettings.Credentials;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.file.AccessDeniedException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** Says why a container cannot be used, and which key has to be changed. */
final class AzureDiagnosis {
    private AzureDiagnosis() {}

    /** What a refusal of the store is. */
    static IOException refusal(
            AzureAction action, String what, BlobStorageException e, int attempts, AzureSettings settings) {
        String code = e.getErrorCode() == null ? "" : e.getErrorCode().toString();
        Kind kind = kind(action, e.getStatusCode(), code);
        boolean isDenied =
                e.getStatusCode() == 403 && kind == Kind.MISCONFIGURED && !code.equals("AuthenticationFailed");
        if (isDenied) {
            String reason = code.isEmpty() ? "" : ": " + code;
            AccessDeniedException denied = new AccessDeniedException(
                    what, null, "no permission to " + what + ", which needs " + action.permission() + reason);
            denied.initCause(e);
            return denied;
        }
        StorageFault fault = fault(code, settings);
        return new ObjectFailure(
                kind,
                "cannot " + what + ": the store answers " + e.getStatusCode() + " " + code
                        + (fault.reason().isEmpty() ? "" : ". " + fault.reason()),
                fault.key(),
                attempts,
                e);
    }

    private static Kind kind(AzureAction action, int status, String code) {
        return switch (code) {
            case "BlobAlreadyExists" -> Kind.TAKEN;
            // What a create-only role or SAS gets at a taken name.
            case "UnauthorizedBlobOverwrite" -> action.isCreation() ? Kind.TAKEN : Kind.MISCONFIGURED;
            case "ConditionNotMet" -> action.isCreation() ? Kind.TAKEN : Kind.REPLACED;
            case "BlobNotFound", "InvalidBlockList" -> Kind.NOT_THERE;
            case "BlobArchived", "BlobBeingRehydrated" -> Kind.ARCHIVED;
            case "ContainerBeingDeleted" -> Kind.AWAY;
            default -> status >= 500 || status == 429 ? Kind.AWAY : Kind.MISCONFIGURED;
        };
    }

    private static StorageFault fault(String code, AzureSettings settings) {
        return switch (code) {
            case "ContainerNotFound" ->
                StorageFault.ofUrl("There is no such container: create it, or correct its name, " + AzureKeys.ACCOUNT
                        + " or " + AzureKeys.ENDPOINT);
            case "AuthenticationFailed", "InvalidAuthenticationInfo" ->
                new StorageFault(
                        credentialsKey(settings),
                        "The store does not accept " + credentialsKey(settings) + ": it is wrong, was rotated or has"
                                + " expired, or the clock of this worker is wrong");
            case "BlobImmutableDueToPolicy" ->
                StorageFault.ofUrl("An immutability policy protects the blob; use a container without one");
            case "LeaseIdMissing" ->
                StorageFault.ofUrl("Another program has a lease on the blob; have it end the lease");
            default -> StorageFault.ofUrl("");
        };
    }

    private static String credentialsKey(AzureSettings settings) {
        Credentials credentials = settings.credentials();
        if (credentials instanceof Credentials.AccountKey) {
            return AzureKeys.ACCOUNT_KEY;
        }
        if (credentials instanceof Credentials.Sas) {
            return AzureKeys.SAS;
        }
        if (credentials instanceof Credentials.ConnectionString) {
            return AzureKeys.CONNECTION_STRING;
        }
        if (credentials instanceof Credentials.ClientSecret) {
            return AzureKeys.CLIENT_SECRET;
        }
        return credentials instanceof Credentials.ClientCertificate ? AzureKeys.CERTIFICATE : AzureKeys.IDENTITY;
    }

    static StorageFault of(IOException failure, String step, AzureSettings settings) {
        String whileStep = " (while " + step + ")";
        if (failure instanceof AccessDeniedException denied) {
            return StorageFault.ofUrl(
                    denied.getReason() + ". Give the identity a role with that action, or have the firewall of"
                            + " the account let this worker in; docs/how-to/azure.md has the roles" + whileStep);
        }
        if (failure instanceof StagingException) {
            return new StorageFault(ObjectKeys.STAGING_DIR, failure.getMessage());
        }
        if (failure instanceof ObjectFailure refused) {
            return new StorageFault(refused.key(), refused.getMessage() + whileStep);
        }
        return ofClient(failure, settings, whileStep);
    }

    private static StorageFault ofClient(IOException failure, AzureSettings settings, String whileStep) {
        String placeKey = settings.endpoint().isPresent() ? AzureKeys.ENDPOINT : StorageKeys.STORAGE_URL;
        for (Throwable e = failure; e != null; e = e.getCause()) {
            if (e instanceof UnknownHostException) {
                return new StorageFault(
                        placeKey, "the host is not known on this worker: " + e.getMessage() + whileStep);
            }
            if (e instanceof ConnectException || e instanceof HttpTimeoutException || e instanceof TimeoutException) {
                return new StorageFault(placeKey, "nothing answers: " + e.getMessage() + whileStep);
            }
            if (e instanceof SSLException) {
                return new StorageFault(
                        placeKey,
                        "there is no TLS connection: " + e.getMessage() + ". Correct http:// or https://, or have Java"
                                + " on this worker trust the certificate" + whileStep);
            }
            if (e instanceof ClientAuthenticationException) {
                return new StorageFault(
                        credentialsKey(settings),
                        "there is no token of Microsoft Entra: " + e.getMessage() + whileStep);
            }
        }
        return StorageFault.ofUrl(failure.getMessage() + whileStep);
    }
}
