package io.parquetry.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.StorageProbe;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.storage.s3.FaultyNetwork.Fault;
import io.parquetry.storage.s3.FaultyNetwork.Operation;
import io.parquetry.storage.s3.FaultyNetwork.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a store answers becomes a sentence at the key that has to be changed, without any secret. */
class S3DiagnosisTest {
    private static final String URL = "s3://bucket/archive";

    private static Map<String, String> keys(URI endpoint) {
        return S3ProxyProcess.keys(endpoint);
    }

    /** A request that fails is not sent again. */
    private static S3Settings settings(Map<String, String> keys) {
        return TestSettings.of(keys).withAttemptsMost(1);
    }

    private static Map<String, String> faults(URI endpoint) {
        return StorageProbe.readFaults(
                new StorageSettings(URL, S3StorageProvider.factory(settings(keys(endpoint))), 0));
    }

    private static Map<String, String> faults(Fault fault) throws IOException {
        try (FaultyNetwork network = FaultyNetwork.alone(fault)) {
            return faults(network.endpoint());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "404, NoSuchBucket, storage.url, There is no such bucket",
        "403, InvalidAccessKeyId, s3.access.key.id, does not know this access key",
        "403, SignatureDoesNotMatch, s3.secret.access.key, not that of the access key",
        "400, ExpiredToken, s3.session.token, not valid any more",
        "403, RequestTimeTooSkewed, storage.url, synchronize them",
        "301, PermanentRedirect, s3.region, in another region",
        "400, AuthorizationHeaderMalformed, s3.region, in another region",
        "503, SlowDown, storage.url, limits the rate of requests",
        "403, AccessDenied, storage.url, which needs s3:ListBucket"
    })
    void aRefusalIsExplainedAtItsKey(int status, String code, String key, String text) throws IOException {
        Map<String, String> faults = faults(request -> Reply.refusal(status, code, "words of the store"));

        assertThat(faults).containsOnlyKeys(key);
        assertThat(faults.get(key))
                .contains(text)
                .contains("words of the store")
                .contains("while ")
                .doesNotContain(S3ProxyProcess.SECRET_KEY);
    }

    @Test
    void theRegionThatTheStoreNamesIsTold() throws IOException {
        Map<String, String> faults = faults(request -> new Reply(
                301,
                Map.of("x-amz-bucket-region", "eu-west-3", "Content-Type", "application/xml"),
                "<Error><Code>PermanentRedirect</Code><Message>moved</Message></Error>"
                        .getBytes(StandardCharsets.UTF_8)));
        assertThat(faults.get(S3Keys.REGION)).contains("the bucket is in region eu-west-3");
    }

    @ParameterizedTest
    @CsvSource({"200", "302", "404", "403"})
    void anEndpointThatIsNotS3IsRefused(int status) throws IOException {
        Map<String, String> faults = faults(
                request -> Reply.of(status, "text/html", "<!DOCTYPE html><html><body><h1>Welcome</h1></body></html>"));
        assertThat(faults).hasSize(1);
        assertThat(faults.toString()).containsAnyOf("does not speak S3", "not S3", "no permission to list");
    }

    @Test
    void aPageThatIsNoXmlIsRefused() throws IOException {
        Map<String, String> faults =
                faults(request -> Reply.of(200, "text/html", "<html><head><br></head><p>Log in & go on</html>"));
        assertThat(faults).containsOnlyKeys(S3Keys.ENDPOINT);
        assertThat(faults.get(S3Keys.ENDPOINT)).containsOnlyOnce("does not speak S3");
    }

    @Test
    void anEndpointThatNobodyAnswersIsTold() throws IOException {
        URI gone;
        try (FaultyNetwork network = FaultyNetwork.alone(request -> null)) {
            gone = network.endpoint();
        }
        assertThat(faults(gone).get(S3Keys.ENDPOINT)).contains("nothing answers at " + gone);
        assertThat(faults(URI.create("http://no-such-host.invalid")).get(S3Keys.ENDPOINT))
                .contains("the host is not known");
    }

    @Test
    void aRequestThatReachesNobodyNamesTheHost() throws IOException {
        Map<String, String> keys = new HashMap<>(keys(URI.create("http://no-such-host.invalid")));
        for (boolean isPath : new boolean[] {true, false}) {
            keys.put(S3Keys.PATH_STYLE, String.valueOf(isPath));
            try (Storage storage = S3StorageProvider.factory(settings(keys)).open(URL, 0)) {
                assertThatThrownBy(() -> storage.createIfAbsent("ledger/1", new byte[1]))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("cannot create bucket/archive/ledger/1")
                        .hasMessageContaining(isPath ? ": no-such-host.invalid" : ": bucket.no-such-host.invalid")
                        .message()
                        .matches(text -> isPath != text.contains("needs path style"), "advises paths");
            }
        }
    }

    @Test
    void aTokenThatExpiresWhileATaskRunsIsExplained() throws IOException {
        try (FaultyNetwork network =
                        FaultyNetwork.alone(request -> Reply.refusal(400, "ExpiredToken", "The token has expired"));
                Storage storage = S3StorageProvider.factory(settings(keys(network.endpoint())))
                        .open(URL, 0)) {
            assertThatThrownBy(() -> storage.createIfAbsent("ledger/1", new byte[1]))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot create bucket/archive/ledger/1")
                    .hasMessageContaining("use a role, whose tokens are renewed");
        }
    }

    @Test
    void withoutCredentialsTheErrorIsASentence() {
        assumeThat(System.getenv()).doesNotContainKeys("AWS_ACCESS_KEY_ID", "AWS_PROFILE", "AWS_ROLE_ARN");
        Map<String, String> properties = Map.of(
                "aws.sharedCredentialsFile", "/none",
                "aws.configFile", "/none",
                "aws.disableEc2Metadata", "true");
        properties.forEach(System::setProperty);
        try (Storage storage = S3StorageProvider.factory(
                        TestSettings.of(Map.of(S3Keys.ENDPOINT, "http://127.0.0.1:1", S3Keys.REGION, "eu-central-1")))
                .open(URL, 0)) {
            assertThatThrownBy(() -> storage.list("", file -> {}))
                    .hasMessage(
                            "cannot list bucket/archive/: there are no credentials: neither s3.access.key.id is set,"
                                    + " nor the variables of AWS in the environment, a profile, or a role of the machine");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            properties.keySet().forEach(System::clearProperty);
        }
    }

    @Test
    void aClientWithoutAListOfSourcesIsUnderstoodToo() {
        assertThat(Bucket.failingSources("Unable to load credentials.")).isEmpty();
    }

    @Test
    void aSourceOfCredentialsThatFailsIsNamed() {
        String words = "Unable to load credentials from any of the providers in the chain AwsCredentialsProviderChain("
                + "credentialsProviders=[A(), B()]) : [SystemPropertyCredentialsProvider(): Access key must be specified"
                + " either via, WebIdentityTokenFileCredentialsProvider(): Not authorized to perform"
                + " sts:AssumeRoleWithWebIdentity, InstanceProfileCredentialsProvider(): Failed to load credentials"
                + " from IMDS.]";
        assertThat(Bucket.failingSources(words))
                .isEqualTo(" (WebIdentityTokenFileCredentialsProvider: Not authorized to perform"
                        + " sts:AssumeRoleWithWebIdentity)");
    }

    @ParameterizedTest
    @CsvSource({
        "none, 400, InvalidRequest, The object was stored using a form of Server Side Encryption.",
        "sse-c, 400, InvalidRequest, The provided encryption parameters did not match the ones used originally.",
        "sse-c, 403, AccessDenied, Access Denied"
    })
    void anObjectOfAnotherCustomerKeyIsExplained(String encryption, int status, String code, String words)
            throws IOException {
        try (FaultyNetwork network = FaultyNetwork.alone(request -> Reply.refusal(status, code, words))) {
            Map<String, String> keys = new HashMap<>(keys(network.endpoint()));
            if (encryption.equals("sse-c")) {
                keys.put(S3Keys.ENCRYPTION, encryption);
                keys.put(S3Keys.CUSTOMER_KEY, Base64.getEncoder().encodeToString(new byte[32]));
            }
            try (Storage storage = S3StorageProvider.factory(settings(keys)).open(URL, 0)) {
                Throwable failure = catchThrowable(() -> storage.open("file"));
                assertThat(failure).isInstanceOf(IOException.class);
                assertThat(failure.getMessage())
                        .contains("read bucket/archive/file", words, "with the key of its writer")
                        .contains("set s3.encryption=sse-c and s3.encryption.customer.key to the key that it was");
            }
        }
    }

    @Test
    void documentsHaveTheChecksumThatObjectLockDemands() throws IOException {
        Fault locked = request -> request.operation() == Operation.PUT
                        && request.header("Content-MD5").isEmpty()
                ? Reply.refusal(400, "InvalidRequest", "Content-MD5 header is required with Object Lock parameters")
                : new Reply(200, Map.of("ETag", "\"e\""), new byte[0]);
        try (FaultyNetwork network = FaultyNetwork.alone(locked);
                Storage storage = S3StorageProvider.factory(settings(keys(network.endpoint())))
                        .open(URL, 0)) {
            assertThat(storage.createIfAbsent("ledger/1", new byte[1])).isTrue();
            network.set(request -> Reply.refusal(400, "InvalidRequest", "required with Object Lock parameters"));
            assertThatThrownBy(() -> storage.createIfAbsent("ledger/2", new byte[1]))
                    .hasMessageContaining("use a bucket without object lock");
        }
    }

    @Test
    void secretsAreNotInTheTextOfSettings() {
        Map<String, String> keys = new HashMap<>(keys(URI.create("http://127.0.0.1:1")));
        String customerKey = Base64.getEncoder().encodeToString(new byte[32]);
        keys.put(S3Keys.SESSION_TOKEN, "the-session-token");
        keys.put(S3Keys.ENCRYPTION, "sse-c");
        keys.put(S3Keys.CUSTOMER_KEY, customerKey);

        assertThat(settings(keys).toString())
                .contains(S3ProxyProcess.ACCESS_KEY)
                .doesNotContain(S3ProxyProcess.SECRET_KEY, "the-session-token", customerKey);
        assertThat(new StorageSettings(URL, S3StorageProvider.factory(settings(keys)), 0).toString())
                .doesNotContain(S3ProxyProcess.SECRET_KEY, "the-session-token", customerKey);
    }

    @Test
    void everyFaultOfTheBucketKeepsTheKeyOfTheUrl() throws IOException {
        Map<String, String> faults = faults(request -> Reply.refusal(418, "Unheard", "of"));
        assertThat(faults).containsOnlyKeys(StorageKeys.STORAGE_URL);
        assertThat(faults.get(StorageKeys.STORAGE_URL)).contains("418 Unheard: of");
    }
}
