package io.parquetry.storage.azure;

import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.access.StorageFault;
import io.parquetry.connect.common.access.StorageProvider;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.objects.ObjectDiagnosis;
import io.parquetry.connect.common.objects.ObjectDiagnosis.Remedy;
import io.parquetry.connect.common.objects.ObjectSettings;
import io.parquetry.connect.common.objects.ObjectStorageFactory;
import io.parquetry.storage.azure.AzureSettings.Credentials;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Azure Blob Storage; the client is loaded when a storage is opened. */
public final class AzureStorageProvider implements StorageProvider {
    private static final long BLOCK_BYTES = 16L << 20;
    private static final String URL = StorageFault.URL_KEY;

    /** For {@link java.util.ServiceLoader}. */
    public AzureStorageProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("abfs", "abfss", "azure");
    }

    @Override
    public List<String> urlForms() {
        return List.of("abfss://container@account.dfs.core.windows.net/prefix", "azure://container/prefix");
    }

    @Override
    public void requireUrl(String url) {
        AzureUrl.parse(url);
    }

    @Override
    public KeyGroup<ObjectStorageFactory> keys(StorageAccess access) {
        return new AzureKeys(access).map(AzureStorageProvider::factory);
    }

    static ObjectStorageFactory factory(AzureSettings settings) {
        ObjectDiagnosis diagnosis = new ObjectDiagnosis(store(settings));
        return new ObjectStorageFactory(
                new ObjectSettings(BLOCK_BYTES, settings.ofObjectStores()),
                AzureSettings.DOCUMENT_TIMES.total(),
                diagnosis,
                (url, attemptsMost) -> {
                    AzureUrl place = AzureUrl.parse(url);
                    return new AzureObjectClient(place, located(settings, place), attemptsMost, diagnosis);
                });
    }

    /** The settings with what the URL says of the account. */
    private static AzureSettings located(AzureSettings settings, AzureUrl url) {
        Optional<String> account = settings.account().or(url::account);
        Optional<String> endpoint = settings.endpoint().or(url::endpoint);
        if (settings.credentials() instanceof Credentials.ConnectionString) {
            return settings.at(account, endpoint);
        }
        if (settings.credentials() instanceof Credentials.AccountKey && account.isEmpty()) {
            throw new IllegalArgumentException("cannot open " + url + ": " + AzureKeys.ACCOUNT + " is required with "
                    + AzureKeys.ACCOUNT_KEY + " where the URL does not name the account");
        }
        Optional<String> usual = account.map(name -> "https://" + name + ".blob.core.windows.net");
        if (endpoint.or(() -> usual).isEmpty()) {
            throw new IllegalArgumentException("cannot open " + url + ": set " + AzureKeys.ACCOUNT + " or "
                    + AzureKeys.ENDPOINT + ", or give abfss://container@account.dfs.core.windows.net");
        }
        return settings.at(account, endpoint.or(() -> usual));
    }

    private static ObjectDiagnosis.Store store(AzureSettings settings) {
        StorageFault place = settings.endpoint()
                .map(endpoint -> new StorageFault(AzureKeys.ENDPOINT, " at " + endpoint))
                .orElse(StorageFault.ofUrl(""));
        return new ObjectDiagnosis.Store(
                "the protocol of Azure Blob Storage",
                place,
                place,
                Map.of(),
                "Give the identity a role with that action, or have the firewall of the account let this worker in;"
                        + " docs/how-to/azure.md has the roles",
                remedies(credentialsKey(settings.credentials())));
    }

    private static String credentialsKey(Credentials credentials) {
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

    private static List<Remedy> remedies(String credentialsKey) {
        return List.of(
                new Remedy(
                        "ContainerNotFound",
                        URL,
                        "There is no such container: create it, or correct its name, " + AzureKeys.ACCOUNT + " or "
                                + AzureKeys.ENDPOINT),
                new Remedy(
                        "AuthenticationFailed|InvalidAuthenticationInfo",
                        credentialsKey,
                        "The store does not accept " + credentialsKey + ": it is wrong, was rotated or has expired, or"
                                + " the clock of this worker is wrong"),
                new Remedy(
                        "BlobImmutableDueToPolicy",
                        URL,
                        "An immutability policy protects the blob; use a container without one"),
                new Remedy("LeaseIdMissing", URL, "Another program has a lease on the blob; have it end the lease"),
                new Remedy(AzureObjectClient.NO_TOKEN, credentialsKey, "there is no token of Microsoft Entra"));
    }
}
