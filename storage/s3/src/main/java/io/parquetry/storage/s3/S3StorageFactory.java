package io.parquetry.storage.s3;

import io.parquetry.connect.common.access.StorageFactory;
import io.parquetry.connect.common.access.StorageFault;
import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.StorageProbe;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;

/** Opens buckets with the same settings. */
public record S3StorageFactory(S3Settings settings) implements StorageFactory {
    private static final int PROBE_ATTEMPTS = 2;

    public S3StorageFactory {
        Objects.requireNonNull(settings, "settings");
    }

    @Override
    public Storage open(String url, long blockBytesLeast) {
        return new S3Storage(S3Url.parse(url), settings);
    }

    @Override
    public Storage connect(String url, StorageProbe.Progress progress) throws IOException {
        progress.at("reaching " + url, StorageKeys.STORAGE_URL);
        S3Storage storage = new S3Storage(S3Url.parse(url), settings.withAttempts(PROBE_ATTEMPTS));
        try {
            storage.isDirectory("");
            return storage;
        } catch (IOException | RuntimeException e) {
            storage.close();
            throw e;
        }
    }

    @Override
    public void tryWrites(Storage storage, String directory, StorageProbe.Progress progress) throws IOException {
        S3Storage bucket = (S3Storage) storage;
        progress.at("creating a local directory", S3WriteKeys.STAGING_DIR);
        bucket.requireLocalDirectory();
        if (settings.isProbed()) {
            bucket.preflight(directory, progress).run();
        }
    }

    @Override
    public void tryMoves(Storage storage, String directory, StorageProbe.Progress progress) throws IOException {
        if (settings.isProbed()) {
            ((S3Storage) storage).preflight(directory, progress).runForMoves();
        }
    }

    /** Some 35 requests; Connect's REST interface waits 90 s for a validation. */
    @Override
    public Duration probeTimeout() {
        return Duration.ofSeconds(60);
    }

    /** An entry is created with some attempts, each of which ends after its total time and the last answer's. */
    @Override
    public Duration requestTimeMost() {
        S3Settings.Network network = settings.network();
        return network.documentTotal().plus(network.documentAttempt()).multipliedBy(S3Storage.ATTEMPTS_MAX);
    }

    @Override
    public StorageFault explain(IOException failure, String step) {
        return S3Diagnosis.of(failure, step, settings);
    }
}
