package io.parquetry.storage.s3;

import io.parquetry.storage.s3.S3Settings.AccessKey;
import io.parquetry.storage.s3.S3Settings.Network;
import io.parquetry.storage.s3.S3Settings.Role;
import java.time.Duration;
import java.util.function.Consumer;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.ProxyConfiguration;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.StsClientBuilder;
import software.amazon.awssdk.services.sts.auth.StsAssumeRoleCredentialsProvider;

/** Makes clients of a store. */
final class Clients {
    private Clients() {}

    /**
     * A client that sends no checksum of its own: not every store knows them. Bodies of uploads carry an MD5, which all
     * stores check.
     */
    static S3Client open(S3Settings settings, AwsCredentialsProvider credentials) {
        return open(settings, credentials, settings.network(), config -> {});
    }

    /** The same for requests that a store answers at once: one that is silent must not hold up a rebalance. */
    static S3Client openForDocuments(S3Settings settings, AwsCredentialsProvider credentials) {
        Network network = settings.network();
        int attemptMs = (int) network.documentAttempt().toMillis();
        return open(
                settings,
                credentials,
                new Network(network.attempts(), Math.min(network.connectMs(), attemptMs), attemptMs, network.proxy()),
                config -> config.apiCallTimeout(network.documentTotal()));
    }

    private static S3Client open(
            S3Settings settings,
            AwsCredentialsProvider credentials,
            Network network,
            Consumer<ClientOverrideConfiguration.Builder> more) {
        S3ClientBuilder client = S3Client.builder()
                .httpClient(http(network))
                .overrideConfiguration(config -> {
                    config.retryStrategy(AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                    .maxAttempts(network.attempts())
                                    .build())
                            .addExecutionInterceptor(new ObjectHeaders(settings.objects()));
                    more.accept(config);
                })
                .forcePathStyle(settings.pathStyle())
                .credentialsProvider(credentials)
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
        settings.region().map(Region::of).ifPresent(client::region);
        settings.endpoint().ifPresent(client::endpointOverride);
        return client.build();
    }

    private static SdkHttpClient http(Network network) {
        UrlConnectionHttpClient.Builder http = UrlConnectionHttpClient.builder()
                .connectionTimeout(Duration.ofMillis(network.connectMs()))
                .socketTimeout(Duration.ofMillis(network.readMs()));
        network.proxy()
                .ifPresent(proxy -> http.proxyConfiguration(
                        ProxyConfiguration.builder().endpoint(proxy).build()));
        return http.build();
    }

    static AwsCredentialsProvider credentials(S3Settings settings) {
        AwsCredentialsProvider own = settings.credentials()
                .key()
                .map(key -> (AwsCredentialsProvider) StaticCredentialsProvider.create(credentials(key)))
                .orElseGet(() -> DefaultCredentialsProvider.builder().build());
        return settings.credentials()
                .role()
                .map(role -> assuming(role, own, settings))
                .orElse(own);
    }

    private static AwsCredentials credentials(AccessKey key) {
        return key.token().isPresent()
                ? AwsSessionCredentials.create(
                        key.id(), key.secret(), key.token().get())
                : AwsBasicCredentials.create(key.id(), key.secret());
    }

    private static AwsCredentialsProvider assuming(Role role, AwsCredentialsProvider own, S3Settings settings) {
        StsClientBuilder sts =
                StsClient.builder().httpClient(http(settings.network())).credentialsProvider(own);
        settings.region().map(Region::of).ifPresent(sts::region);
        return StsAssumeRoleCredentialsProvider.builder()
                .stsClient(sts.build())
                .refreshRequest(request -> request.roleArn(role.arn())
                        .roleSessionName(role.sessionName())
                        .externalId(role.externalId().orElse(null)))
                .build();
    }
}
