package io.parquetry.storage.s3;

import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.access.StorageFault;
import io.parquetry.connect.common.access.StorageProvider;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.objects.ObjectDiagnosis;
import io.parquetry.connect.common.objects.ObjectDiagnosis.Remedy;
import io.parquetry.connect.common.objects.ObjectSettings;
import io.parquetry.connect.common.objects.ObjectStorageFactory;
import io.parquetry.storage.s3.S3Settings.Network;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** S3 and stores that speak its protocol; the client is loaded when a storage is opened. */
public final class S3StorageProvider implements StorageProvider {
    private static final String URL = StorageFault.URL_KEY;

    private static final String CUSTOMER_KEY = "The object is encrypted with the key of its writer: set "
            + S3Keys.ENCRYPTION + "=sse-c and " + S3Keys.CUSTOMER_KEY + " to the key that it was written with";

    /** For {@link java.util.ServiceLoader}. */
    public S3StorageProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("s3");
    }

    @Override
    public List<String> urlForms() {
        return List.of("s3://bucket/prefix");
    }

    @Override
    public void requireUrl(String url) {
        S3Url.parse(url);
    }

    @Override
    public KeyGroup<ObjectStorageFactory> keys(StorageAccess access) {
        return new S3Keys(access).map(S3StorageProvider::factory);
    }

    static ObjectStorageFactory factory(S3Settings settings) {
        ObjectDiagnosis diagnosis = new ObjectDiagnosis(store(settings));
        Network network = settings.network();
        return new ObjectStorageFactory(
                new ObjectSettings(settings.partBytes(), settings.ofObjectStores()),
                // Each attempt ends after the total time and the last answer's.
                network.documentTotal().plus(network.documentAttempt()),
                diagnosis,
                (url, attemptsMost) ->
                        new S3ObjectClient(S3Url.parse(url), settings.withAttemptsMost(attemptsMost), diagnosis));
    }

    private static ObjectDiagnosis.Store store(S3Settings settings) {
        String endpointKey = settings.endpoint().isPresent() ? S3Keys.ENDPOINT : URL;
        String place = settings.endpoint().map(endpoint -> " at " + endpoint).orElse("")
                + settings.region().map(region -> " in region " + region).orElse("");
        Map<String, String> hosts = new HashMap<>();
        hosts.put("", settings.endpoint().isPresent() ? S3Keys.ENDPOINT : S3Keys.REGION);
        settings.credentials().role().ifPresent(role -> hosts.put("sts.", S3Keys.ROLE_ARN));
        settings.network().proxy().ifPresent(proxy -> hosts.put(proxy.getHost(), S3Keys.PROXY));
        return new ObjectDiagnosis.Store(
                "S3",
                new StorageFault(endpointKey, place),
                settings.network()
                        .proxy()
                        .map(proxy -> new StorageFault(S3Keys.PROXY, place + " by way of the proxy " + proxy))
                        .orElse(new StorageFault(endpointKey, place)),
                hosts,
                "Give the user or role that permission; docs/how-to/s3.md has the policy",
                Stream.of(ofCodes(place), ofClient()).flatMap(List::stream).toList());
    }

    private static List<Remedy> ofCodes(String place) {
        return List.of(
                new Remedy(
                        "NoSuchBucket",
                        URL,
                        "There is no such bucket" + place + ": create it, or correct its name, " + S3Keys.REGION
                                + " or " + S3Keys.ENDPOINT),
                new Remedy(
                        "InvalidAccessKeyId", S3Keys.ACCESS_KEY, "The store does not know this access key; correct it"),
                new Remedy(
                        "SignatureDoesNotMatch",
                        S3Keys.SECRET_KEY,
                        "The secret key is not that of the access key; correct it"),
                new Remedy(
                        "ExpiredToken|InvalidToken|TokenRefreshRequired",
                        S3Keys.SESSION_TOKEN,
                        "The token of the credentials is not valid any more; renew it, or use a role, whose tokens are"
                                + " renewed"),
                new Remedy(
                        "RequestTimeTooSkewed",
                        URL,
                        "The clocks of this worker and of the store differ too much; synchronize them"),
                new Remedy(
                        "PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException",
                        S3Keys.REGION,
                        "The bucket is in another region; correct " + S3Keys.REGION),
                new Remedy(
                        "NotImplemented",
                        "ncryption",
                        S3Keys.ENCRYPTION,
                        "The store does not encrypt in this way; correct it"),
                new Remedy(
                        "NotImplemented",
                        URL,
                        "The store lacks what exactly-once delivery needs: conditional writes and multipart uploads"),
                new Remedy(
                        "InvalidStorageClass",
                        S3Keys.STORAGE_CLASS,
                        "The store does not have this storage class; correct it"),
                new Remedy(
                        "AccessControlListNotSupported",
                        S3Keys.ACL,
                        "The bucket has no access control lists; remove " + S3Keys.ACL),
                new Remedy(
                        "InvalidObjectState",
                        URL,
                        "The object is in an archive class, from which nothing can be read: restore it first"),
                new Remedy("InvalidRequest", "Server Side Encryption", S3Keys.CUSTOMER_KEY, CUSTOMER_KEY),
                new Remedy("InvalidRequest", "encryption parameters", S3Keys.CUSTOMER_KEY, CUSTOMER_KEY),
                new Remedy(
                        "InvalidRequest",
                        "Object Lock",
                        URL,
                        "The bucket has object lock, and the store demands checksums that this connector does not send;"
                                + " use a bucket without object lock"),
                new Remedy("SlowDown", URL, "The store limits the rate of requests"),
                // The store gives a code with each refusal, except for HEAD requests.
                new Remedy("3..", S3Keys.REGION, "The bucket is in another region, or the endpoint is not S3"),
                new Remedy("503", URL, "The store limits the rate of requests, or is not available"));
    }

    private static List<Remedy> ofClient() {
        return List.of(
                new Remedy(Bucket.OTHER_CUSTOMER_KEY, S3Keys.CUSTOMER_KEY, CUSTOMER_KEY),
                new Remedy(
                        Bucket.NO_CREDENTIALS,
                        S3Keys.ACCESS_KEY,
                        "there are no credentials: neither " + S3Keys.ACCESS_KEY + " is set, nor the variables of AWS"
                                + " in the environment, a profile, or a role of the machine"),
                new Remedy(
                        Bucket.NO_REGION,
                        S3Keys.REGION,
                        "the region is not known: set " + S3Keys.REGION
                                + ", AWS_REGION in the environment, or a profile"),
                new Remedy(Bucket.NO_ROLE, S3Keys.ROLE_ARN, "the role cannot be assumed"));
    }
}
