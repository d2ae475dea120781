package io.parquetry.storage.azure;

import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.access.StorageProvider;
import io.parquetry.connect.common.config.KeyGroup;
import java.util.List;
import java.util.Set;

/** Azure Blob Storage; the client is loaded when a storage is opened. */
public final class AzureStorageProvider implements StorageProvider {
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
    public KeyGroup<AzureStorageFactory> keys(StorageAccess access) {
        return new AzureKeys(access).map(AzureStorageFactory::new);
    }
}
