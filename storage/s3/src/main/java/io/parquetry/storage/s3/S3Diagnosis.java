package io.parquetry.storage.s3;

import io.parquetry.connect.common.access.StorageFault;
import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.objects.ObjectDiagnosis;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sts.model.StsException;

/** Says why a bucket cannot be used, and which key has to be changed. */
final class S3Diagnosis extends ObjectDiagnosis {
    static final String NO_S3 = "what answers there does not speak S3; correct the URL";

    private static final String NO_CREDENTIALS = "there are no credentials: neither " + S3Keys.ACCESS_KEY
            + " is set, nor the variables of AWS in the environment, a profile, or a role of the machine";

    static final String CUSTOMER_KEY = "The object is encrypted with the key of its writer: set " + S3Keys.ENCRYPTION
            + "=sse-c and " + S3Keys.CUSTOMER_KEY + " to the key that it was written with";

    private static final String NO_REGION =
            "the region is not known: set " + S3Keys.REGION + ", AWS_REGION in the environment, or a profile";

    /** What a source of credentials says where there is nothing to use. */
    private static final Pattern NOTHING_THERE =
            Pattern.compile("must be (set|specified)|contained no credentials|are set\\.|IMDS");

    /** A source of credentials with its reason, as the client lists them. */
    private static final Pattern SOURCE =
            Pattern.compile("(\\w+CredentialsProvider)\\([^)]*\\): (.*?)(?=, \\w+CredentialsProvider\\(|]$)");

    private final S3Settings settings;

    S3Diagnosis(S3Settings settings) {
        this.settings = settings;
    }

    /** Why the client sent no request. Its own words list its classes. */
    static String reason(SdkException failure) {
        String words = String.valueOf(failure.getMessage());
        if (words.contains("Unable to load region")) {
            return NO_REGION;
        }
        if (!words.contains("Unable to load credentials")) {
            return words;
        }
        String others = SOURCE.matcher(words)
                .results()
                .map(source -> source.group(1) + ": " + source.group(2))
                .filter(source -> !NOTHING_THERE.matcher(source).find())
                .collect(Collectors.joining("; "));
        return NO_CREDENTIALS + (others.isEmpty() ? "" : " (" + others + ")");
    }

    /** What a refusal of the store means; the reason is empty where the answer of the store says enough. */
    StorageFault fault(int status, String code, String reason) {
        return switch (code) {
            case "NoSuchBucket" ->
                StorageFault.ofUrl("There is no such bucket" + place() + ": create it, or correct its name, "
                        + S3Keys.REGION + " or " + S3Keys.ENDPOINT);
            case "InvalidAccessKeyId" ->
                new StorageFault(S3Keys.ACCESS_KEY, "The store does not know this access key; correct it");
            case "SignatureDoesNotMatch" ->
                new StorageFault(S3Keys.SECRET_KEY, "The secret key is not that of the access key; correct it");
            case "ExpiredToken", "InvalidToken", "TokenRefreshRequired" ->
                new StorageFault(
                        S3Keys.SESSION_TOKEN,
                        "The token of the credentials is not valid any more; renew it, or use a role, whose tokens are"
                                + " renewed");
            case "RequestTimeTooSkewed" ->
                StorageFault.ofUrl("The clocks of this worker and of the store differ too much; synchronize them");
            case "PermanentRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraintException" ->
                new StorageFault(S3Keys.REGION, "The bucket is in another region; correct " + S3Keys.REGION);
            case "NotImplemented" ->
                reason.contains("ncryption")
                        ? new StorageFault(S3Keys.ENCRYPTION, "The store does not encrypt in this way; correct it")
                        : StorageFault.ofUrl(
                                "The store lacks what exactly-once delivery needs: conditional writes and multipart"
                                        + " uploads");
            case "InvalidStorageClass" ->
                new StorageFault(S3WriteKeys.STORAGE_CLASS, "The store does not have this storage class; correct it");
            case "AccessControlListNotSupported" ->
                new StorageFault(S3Keys.ACL, "The bucket has no access control lists; remove " + S3Keys.ACL);
            case "InvalidObjectState" ->
                StorageFault.ofUrl(
                        "The object is in an archive class, from which nothing can be read: restore it first");
            case "InvalidRequest" -> invalidRequest(reason);
            case "SlowDown" -> StorageFault.ofUrl("The store limits the rate of requests");
            case "" -> withoutCode(status);
            default -> StorageFault.ofUrl("");
        };
    }

    private static StorageFault invalidRequest(String reason) {
        if (reason.contains("Server Side Encryption") || reason.contains("encryption parameters")) {
            return new StorageFault(S3Keys.CUSTOMER_KEY, CUSTOMER_KEY);
        }
        return StorageFault.ofUrl(
                reason.contains("Object Lock")
                        ? "The bucket has object lock, and the store demands checksums that this connector does"
                                + " not send; use a bucket without object lock"
                        : "");
    }

    /** The store gives a code with each refusal, except for HEAD requests. */
    private StorageFault withoutCode(int status) {
        if (status >= 300 && status < 400) {
            return new StorageFault(S3Keys.REGION, "The bucket is in another region, or the endpoint is not S3");
        }
        if (status == 503) {
            return StorageFault.ofUrl("The store limits the rate of requests, or is not available");
        }
        boolean isOther = status < 500 && settings.endpoint().isPresent();
        return isOther ? new StorageFault(S3Keys.ENDPOINT, "Perhaps " + NO_S3) : StorageFault.ofUrl("");
    }

    @Override
    protected String permissionAdvice() {
        return "Give the user or role that permission; docs/how-to/s3.md has the policy";
    }

    @Override
    protected String placeKey() {
        return settings.endpoint().isPresent() ? S3Keys.ENDPOINT : StorageKeys.STORAGE_URL;
    }

    @Override
    protected String place() {
        return settings.endpoint().map(endpoint -> " at " + endpoint).orElse("")
                + settings.region().map(region -> " in region " + region).orElse("");
    }

    @Override
    protected String keyOfHost(String host) {
        if (settings.network()
                .proxy()
                .filter(proxy -> host.contains(proxy.getHost()))
                .isPresent()) {
            return S3Keys.PROXY;
        }
        if (settings.credentials().role().isPresent() && host.startsWith("sts.")) {
            return S3Keys.ROLE_ARN;
        }
        return settings.endpoint().isPresent() ? S3Keys.ENDPOINT : S3Keys.REGION;
    }

    @Override
    protected StorageFault unanswered(String reason) {
        return settings.network()
                .proxy()
                .map(proxy -> new StorageFault(
                        S3Keys.PROXY, "nothing answers" + place() + " by way of the proxy " + proxy + ": " + reason))
                .orElseGet(() -> super.unanswered(reason));
    }

    @Override
    protected Optional<StorageFault> ofClient(Throwable cause) {
        return cause instanceof StsException
                ? Optional.of(new StorageFault(S3Keys.ROLE_ARN, "the role cannot be assumed: " + cause.getMessage()))
                : Optional.empty();
    }

    @Override
    protected StorageFault ofMessage(String message) {
        if (message.contains(NO_CREDENTIALS)) {
            return new StorageFault(S3Keys.ACCESS_KEY, message);
        }
        if (message.contains(NO_REGION)) {
            return new StorageFault(S3Keys.REGION, message);
        }
        return message.contains(NO_S3) || message.contains("parse XML")
                ? new StorageFault(placeKey(), NO_S3 + place() + ": " + message)
                : StorageFault.ofUrl(message);
    }
}
