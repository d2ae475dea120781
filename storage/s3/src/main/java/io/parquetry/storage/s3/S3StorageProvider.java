package io.parquetry.storage.s3;

import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.access.StorageProvider;
import io.parquetry.connect.common.config.KeyGroup;
import java.util.List;
import java.util.Set;

/** S3 and stores that speak its protocol; the client is loaded when a storage is opened. */
public final class S3StorageProvider implements StorageProvider {
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
    public KeyGroup<S3StorageFactory> keys(StorageAccess access) {
        return new S3Keys(access).map(S3StorageFactory::new);
    }
}
