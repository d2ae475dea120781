package io.parquetry.storage.azure;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.storage.blob.models.BlobStorageException;
import io.parquetry.connect.common.access.StorageFault;
import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.objects.ObjectDiagnosis;
import io.parquetry.connect.common.objects.ObjectFailure;
import io.parquetry.connect.common.objects.ObjectFailure.Kind;
import io.parquetry.storage.azure.AzureSettings.Credentials;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.Optional;

/** Says why a container cannot be used, and which key has to be changed. */
final class AzureDiagnosis extends ObjectDiagnosis {
    private final AzureSettings settings;

    AzureDiagnosis(AzureSettings settings) {
        this.settings = settings;
    }

    /** What a refusal of the store is. */
    IOException refusal(AzureAction action, String what, BlobStorageException e, int attempts) {
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
        StorageFault fault = fault(code);
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

    private StorageFault fault(String code) {
        return switch (code) {
            case "ContainerNotFound" ->
                StorageFault.ofUrl("There is no such container: create it, or correct its name, " + AzureKeys.ACCOUNT
                        + " or " + AzureKeys.ENDPOINT);
            case "AuthenticationFailed", "InvalidAuthenticationInfo" ->
                new StorageFault(
                        credentialsKey(),
                        "The store does not accept " + credentialsKey() + ": it is wrong, was rotated or has"
                                + " expired, or the clock of this worker is wrong");
            case "BlobImmutableDueToPolicy" ->
                StorageFault.ofUrl("An immutability policy protects the blob; use a container without one");
            case "LeaseIdMissing" ->
                StorageFault.ofUrl("Another program has a lease on the blob; have it end the lease");
            default -> StorageFault.ofUrl("");
        };
    }

    private String credentialsKey() {
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

    @Override
    protected String permissionAdvice() {
        return "Give the identity a role with that action, or have the firewall of the account let this worker in;"
                + " docs/how-to/azure.md has the roles";
    }

    @Override
    protected String placeKey() {
        return settings.endpoint().isPresent() ? AzureKeys.ENDPOINT : StorageKeys.STORAGE_URL;
    }

    @Override
    protected String place() {
        return settings.endpoint().map(endpoint -> " at " + endpoint).orElse("");
    }

    @Override
    protected Optional<StorageFault> ofClient(Throwable cause) {
        return cause instanceof ClientAuthenticationException
                ? Optional.of(new StorageFault(
                        credentialsKey(), "there is no token of Microsoft Entra: " + cause.getMessage()))
                : Optional.empty();
    }
}
