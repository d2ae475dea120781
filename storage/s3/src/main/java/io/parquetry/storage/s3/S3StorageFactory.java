package io.parquetry.storage.s3;

import io.parquetry.connect.common.objects.ObjectClient;
import io.parquetry.connect.common.objects.ObjectDiagnosis;
import io.parquetry.connect.common.objects.ObjectSettings;
import io.parquetry.connect.common.objects.ObjectStorageFactory;
import java.time.Duration;
import java.util.Objects;

/** Opens buckets with the same settings. */
public final class S3StorageFactory extends ObjectStorageFactory {
    private static final int PROBE_ATTEMPTS = 2;

    private final S3Settings settings;

    S3StorageFactory(S3Settings settings) {
        this.settings = Objects.requireNonNull(settings, "settings");
    }

    @Override
    protected ObjectClient client(String url) {
        return new S3ObjectClient(S3Url.parse(url), settings);
    }

    @Override
    protected ObjectClient probingClient(String url) {
        return new S3ObjectClient(S3Url.parse(url), settings.withAttempts(PROBE_ATTEMPTS));
    }

    @Override
    protected ObjectSettings objects() {
        S3Settings.Upload upload = settings.upload();
        return new ObjectSettings(upload.partBytes(), upload.threads(), settings.ofObjectStores());
    }

    /** Each attempt ends after the total time and the last answer's. */
    @Override
    protected Duration documentTimeMost() {
        S3Settings.Network network = settings.network();
        return network.documentTotal().plus(network.documentAttempt());
    }

    @Override
    protected ObjectDiagnosis diagnosis() {
        return new S3Diagnosis(settings);
    }

    @Override
    public String toString() {
        return "S3StorageFactory[settings=" + settings + "]";
    }
}
