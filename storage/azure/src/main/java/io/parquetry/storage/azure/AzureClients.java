package io.parquetry.storage.azure;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.util.ClientOptions;
import com.azure.identity.ClientCertificateCredentialBuilder;
import com.azure.identity.ClientSecretCredentialBuilder;
import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.identity.ManagedIdentityCredentialBuilder;
import com.azure.identity.WorkloadIdentityCredentialBuilder;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.common.StorageSharedKeyCredential;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import io.parquetry.storage.azure.AzureSettings.Credentials;
import java.time.Duration;

/** Makes clients of a container. */
final class AzureClients {
    /** For requests that a store answers at once: one that is silent must not hold up a rebalance. */
    static final Times DOCUMENT_TIMES = new Times(3, Duration.ofSeconds(6), Duration.ofMillis(200));

    private static final Times DATA_TIMES = new Times(5, Duration.ofSeconds(60), Duration.ofMillis(400));
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration DELAY_MOST = Duration.ofSeconds(2);

    /** Of all tasks: the client of the JDK has threads, and no end. */
    private static final HttpClient HTTP =
            new JdkHttpClientBuilder().connectionTimeout(CONNECT).build();

    private AzureClients() {}

    /** @param attempts how often a request is sent that the store or the network fails */
    record Times(int attempts, Duration attempt, Duration delay) {
        Times withAttemptsMost(int most) {
            return new Times(Math.min(attempts, most), attempt, delay);
        }

        Duration total() {
            return attempt.plus(DELAY_MOST).multipliedBy(attempts);
        }

        private RequestRetryOptions options() {
            return new RequestRetryOptions(RetryPolicyType.EXPONENTIAL, attempts, attempt, delay, DELAY_MOST, null);
        }
    }

    static BlobContainerClient open(AzureUrl url, AzureSettings settings, int attemptsMost) {
        return open(url, settings, DATA_TIMES.withAttemptsMost(attemptsMost));
    }

    static BlobContainerClient openForDocuments(AzureUrl url, AzureSettings settings, int attemptsMost) {
        return open(url, settings, DOCUMENT_TIMES.withAttemptsMost(attemptsMost));
    }

    private static BlobContainerClient open(AzureUrl url, AzureSettings settings, Times times) {
        BlobServiceClientBuilder builder = new BlobServiceClientBuilder()
                .httpClient(HTTP)
                .clientOptions(new ClientOptions().setApplicationId("parquetry"))
                .retryOptions(times.options())
                .addPolicy(new Attempts());
        settings.encryptionScope().ifPresent(builder::encryptionScope);
        Credentials credentials = settings.credentials();
        if (credentials instanceof Credentials.ConnectionString connection) {
            builder.connectionString(connection.text());
            url.endpoint().or(settings::endpoint).ifPresent(builder::endpoint);
        } else {
            builder.endpoint(endpoint(url, settings));
            if (credentials instanceof Credentials.AccountKey key) {
                builder.credential(new StorageSharedKeyCredential(account(url, settings), key.key()));
            } else if (credentials instanceof Credentials.Sas sas) {
                builder.sasToken(sas.token());
            } else {
                builder.credential(tokens(credentials));
            }
        }
        return builder.buildClient().getBlobContainerClient(url.container());
    }

    private static String endpoint(AzureUrl url, AzureSettings settings) {
        return settings.endpoint()
                .or(url::endpoint)
                .or(() -> settings.account().map(name -> "https://" + name + ".blob.core.windows.net"))
                .orElseThrow(() -> new IllegalArgumentException("cannot open " + url + ": set " + AzureKeys.ACCOUNT
                        + " or " + AzureKeys.ENDPOINT + ", or give abfss://container@account.dfs.core.windows.net"));
    }

    private static String account(AzureUrl url, AzureSettings settings) {
        return settings.account()
                .or(url::account)
                .orElseThrow(() -> new IllegalArgumentException("cannot open " + url + ": " + AzureKeys.ACCOUNT
                        + " is required with " + AzureKeys.ACCOUNT_KEY + " where the URL does not name the account"));
    }

    private static TokenCredential tokens(Credentials credentials) {
        if (credentials instanceof Credentials.ClientSecret client) {
            return new ClientSecretCredentialBuilder()
                    .httpClient(HTTP)
                    .tenantId(client.tenant())
                    .clientId(client.client())
                    .clientSecret(client.secret())
                    .build();
        }
        if (credentials instanceof Credentials.ClientCertificate client) {
            ClientCertificateCredentialBuilder builder = new ClientCertificateCredentialBuilder()
                    .httpClient(HTTP)
                    .tenantId(client.tenant())
                    .clientId(client.client());
            client.password()
                    .ifPresentOrElse(
                            password -> builder.pfxCertificate(client.path()).clientCertificatePassword(password),
                            () -> builder.pemCertificate(client.path()));
            return builder.build();
        }
        if (credentials instanceof Credentials.ManagedIdentity managed) {
            ManagedIdentityCredentialBuilder builder = new ManagedIdentityCredentialBuilder().httpClient(HTTP);
            managed.client().ifPresent(builder::clientId);
            return builder.build();
        }
        if (credentials instanceof Credentials.WorkloadIdentity workload) {
            WorkloadIdentityCredentialBuilder builder = new WorkloadIdentityCredentialBuilder().httpClient(HTTP);
            workload.tenant().ifPresent(builder::tenantId);
            workload.client().ifPresent(builder::clientId);
            return builder.build();
        }
        return new DefaultAzureCredentialBuilder().httpClient(HTTP).build();
    }
}
