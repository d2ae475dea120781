package io.parquetry.storage.s3;

import io.parquetry.connect.common.access.StorageFault;
import io.parquetry.connect.common.access.StorageKeys;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;

/** Finds out of an exception why a bucket cannot be used, and which key has to be changed. */
final class S3Diagnosis {
    private S3Diagnosis() {}

    static StorageFault of(IOException failure, String step, S3Settings settings) {
        String whileStep = " (while " + step + ")";
        if (failure instanceof AccessDeniedException denied) {
            return urlFault(denied.getReason() + "; give the user or role that permission, docs/s3.md has the policy"
                    + whileStep);
        }
        if (failure instanceof S3Failure refused) {
            StorageFault fault = of(refused, settings);
            return new StorageFault(fault.key(), fault.reason() + whileStep);
        }
        return ofClient(failure, settings, whileStep);
    }

    private static StorageFault of(S3Failure refused, S3Settings settings) {
        return switch (refused.code()) {
            case "NoSuchBucket" ->
                urlFault("there is no such bucket" + at(settings) + "; create it, or correct its name, " + S3Keys.REGION
                        + " or " + S3Keys.ENDPOINT);
            case "InvalidAccessKeyId" ->
                new StorageFault(S3Keys.ACCESS_KEY, "the store does not know this access key; correct it");
            case "SignatureDoesNotMatch" ->
                new StorageFault(S3Keys.SECRET_KEY, "the secret key is not that of the access key; correct it");
            case "ExpiredToken", "InvalidToken" ->
                new StorageFault(
                        S3Keys.SESSION_TOKEN,
                        "the token of the credentials has expired; renew it, or use a role, whose tokens are renewed");
            case "RequestTimeTooSkewed" ->
                urlFault(
                        "the clock of this worker and that of the store differ by more than 15 minutes; synchronize them");
            case "PermanentRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraintException" ->
                new StorageFault(
                        S3Keys.REGION, "the bucket is in another region" + at(settings) + ": " + refused.getMessage());
            case "AccessPointNotFound", "MethodNotAllowed" ->
                new StorageFault(S3Keys.ENDPOINT, "what answers there does not speak S3: " + refused.getMessage());
            case "NotImplemented" ->
                urlFault("the store lacks what exactly once needs, conditional writes and" + " multipart uploads: "
                        + refused.getMessage());
            default -> urlFault(refused.getMessage());
        };
    }

    private static StorageFault ofClient(IOException failure, S3Settings settings, String whileStep) {
        String message = failure.getMessage();
        for (Throwable e = failure; e != null; e = e.getCause()) {
            if (e instanceof UnknownHostException) {
                return new StorageFault(
                        settings.endpoint().isPresent() ? S3Keys.ENDPOINT : S3Keys.REGION,
                        "the host is not known on this worker: " + e.getMessage() + whileStep);
            }
            if (e instanceof ConnectException || e instanceof SocketTimeoutException) {
                return new StorageFault(
                        settings.endpoint().isPresent() ? S3Keys.ENDPOINT : StorageKeys.STORAGE_URL,
                        "nothing answers" + at(settings) + ": " + e.getMessage() + whileStep);
            }
        }
        if (message.contains("Unable to load credentials")) {
            return new StorageFault(
                    S3Keys.ACCESS_KEY,
                    "this worker has no credentials: neither " + S3Keys.ACCESS_KEY + " is set, nor the variables of"
                            + " AWS in the environment, a profile, or a role of the machine");
        }
        if (message.contains("Unable to load region")) {
            return new StorageFault(S3Keys.REGION, "the region is not known; set this key");
        }
        return urlFault(message + whileStep);
    }

    private static String at(S3Settings settings) {
        return settings.endpoint().map(endpoint -> " at " + endpoint).orElse("")
                + settings.region().map(region -> " in region " + region).orElse("");
    }

    private static StorageFault urlFault(String reason) {
        return new StorageFault(StorageKeys.STORAGE_URL, reason);
    }
}
