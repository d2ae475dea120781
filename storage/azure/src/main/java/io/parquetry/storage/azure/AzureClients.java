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
import io.parquetry.storage.azure.AzureSettings.Times;
import java.time.Duration;

/** Makes clients of a container. */
final class AzureClients {
    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** Of all tasks: the client of the JDK has threads, and no end. */
    private static final HttpClient HTTP =
            new JdkHttpClientBuilder().connectionTimeout(CONNECT).build();

    private AzureClients() {}

    /** @param settings with the account and the endpoint, unless a connection string has them */
    static BlobContainerClient open(String container, AzureSettings settings, Times times) {
        BlobServiceClientBuilder builder = new BlobServiceClientBuilder()
                .httpClient(HTTP)
                .clientOptions(new ClientOptions().setApplicationId("parquetry"))
                .retryOptions(new RequestRetryOptions(
                        RetryPolicyType.EXPONENTIAL,
                        times.attempts(),
                        times.attempt(),
                        times.delay(),
                        times.delayMost(),
                        null))
                .addPolicy(new Answers());
        settings.encryptionScope().ifPresent(builder::encryptionScope);
        Credentials credentials = settings.credentials();
        if (credentials instanceof Credentials.ConnectionString connection) {
            builder.connectionString(connection.text());
        } else if (credentials instanceof Credentials.AccountKey key) {
            builder.credential(new StorageSharedKeyCredential(settings.account().orElseThrow(), key.key()));
        } else if (credentials instanceof Credentials.Sas sas) {
            builder.sasToken(sas.token());
        } else {
            builder.credential(tokens(credentials));
        }
        settings.endpoint().ifPresent(builder::endpoint);
        return builder.buildClient().getBlobContainerClient(container);
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
