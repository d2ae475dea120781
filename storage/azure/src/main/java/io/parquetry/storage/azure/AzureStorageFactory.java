package io.parquetry.storage.azure;

import io.parquetry.connect.common.objects.ObjectClient;
import io.parquetry.connect.common.objects.ObjectDiagnosis;
import io.parquetry.connect.common.objects.ObjectSettings;
import io.parquetry.connect.common.objects.ObjectStorageFactory;
import java.time.Duration;
import java.util.Objects;

/** Opens containers with the same settings. */
public final class AzureStorageFactory extends ObjectStorageFactory {
    private static final int ATTEMPTS = 5;
    private static final int PROBE_ATTEMPTS = 2;
    private static final long BLOCK_BYTES = 16L << 20;
    private static final int THREADS = 2;

    private final AzureSettings settings;

    AzureStorageFactory(AzureSettings settings) {
        this.settings = Objects.requireNonNull(settings, "settings");
    }

    @Override
    protected ObjectClient client(String url) {
        return new AzureObjectClient(AzureUrl.parse(url), settings, ATTEMPTS);
    }

    @Override
    protected ObjectClient probingClient(String url) {
        return new AzureObjectClient(AzureUrl.parse(url), settings, PROBE_ATTEMPTS);
    }

    @Override
    protected ObjectSettings objects() {
        return new ObjectSettings(BLOCK_BYTES, THREADS, settings.ofObjectStores());
    }

    @Override
    protected Duration documentTimeMost() {
        return AzureClients.DOCUMENT_TIMES.total();
    }

    @Override
    protected ObjectDiagnosis diagnosis() {
        return new AzureDiagnosis(settings);
    }

    @Override
    public String toString() {
        return "AzureStorageFactory[settings=" + settings + "]";
    }
}
