package io.parquetry.connect.common.objects;

import io.parquetry.connect.common.access.StepListener;
import io.parquetry.connect.common.access.StorageFactory;
import io.parquetry.connect.common.access.StorageFault;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;

/**
 * Opens storages of an object store with the same settings.
 *
 * @param documentTimeMost how long a request for a small object may take with all its attempts
 * @param diagnosis explains failures of the storages that this opens
 */
public record ObjectStorageFactory(
        ObjectSettings settings, Duration documentTimeMost, ObjectDiagnosis diagnosis, ClientFactory clients)
        implements StorageFactory {
    private static final int PROBE_ATTEMPTS = 2;

    /** Makes clients of a store. */
    @FunctionalInterface
    public interface ClientFactory {
        /**
         * A client that connects with its first request.
         *
         * @param attemptsMost how often a request is sent at most
         * @throws IllegalArgumentException with the reason when the URL is malformed
         */
        ObjectClient open(String url, int attemptsMost);
    }

    public ObjectStorageFactory {
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(documentTimeMost, "documentTimeMost");
        Objects.requireNonNull(diagnosis, "diagnosis");
        Objects.requireNonNull(clients, "clients");
    }

    @Override
    public StorageFault explain(IOException failure, String step) {
        return diagnosis.of(failure, step);
    }

    @Override
    public Storage open(String url, long blockBytesLeast) {
        return new ObjectStorage(clients.open(url, Integer.MAX_VALUE), settings);
    }

    @Override
    public Storage connect(String url, StepListener progress) throws IOException {
        progress.at("reaching " + url);
        ObjectStorage storage = new ObjectStorage(clients.open(url, PROBE_ATTEMPTS), settings);
        try {
            storage.isDirectory("");
            return storage;
        } catch (IOException | RuntimeException e) {
            storage.close();
            throw e;
        }
    }

    @Override
    public void tryWrites(Storage storage, String directory, StepListener progress) throws IOException {
        ObjectStorage objects = (ObjectStorage) storage;
        progress.at("creating a local directory", ObjectKeys.STAGING_DIR);
        objects.requireLocalDirectory();
        if (settings.keys().isProbed()) {
            objects.preflight(directory, progress).run();
        }
    }

    @Override
    public void tryMoves(Storage storage, String directory, StepListener progress) throws IOException {
        if (settings.keys().isProbed()) {
            ((ObjectStorage) storage).preflight(directory, progress).runForMoves();
        }
    }

    /** Some 35 requests; Connect's REST interface waits 90 s for a validation. */
    @Override
    public Duration probeTimeout() {
        return Duration.ofSeconds(60);
    }

    /** A document is created with some attempts. */
    @Override
    public Duration requestTimeMost() {
        return documentTimeMost.multipliedBy(ObjectStorage.ATTEMPTS_MAX);
    }
}
