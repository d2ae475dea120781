package io.parquetry.connect.common.objects;

import io.parquetry.connect.common.access.StepListener;
import io.parquetry.connect.common.access.StorageFactory;
import io.parquetry.connect.common.access.StorageFault;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.time.Duration;

/** Opens storages of an object store with the same settings. */
public abstract class ObjectStorageFactory implements StorageFactory {
    /** A client that connects with its first request. */
    protected abstract ObjectClient client(String url);

    /** The same with few attempts, for a configuration that is validated. */
    protected abstract ObjectClient probingClient(String url);

    protected abstract ObjectSettings objects();

    /** How long a request for a small object may take with all its attempts. */
    protected abstract Duration documentTimeMost();

    /** Explains failures of the storages that this opens. */
    protected abstract ObjectDiagnosis diagnosis();

    @Override
    public final StorageFault explain(IOException failure, String step) {
        return diagnosis().of(failure, step);
    }

    @Override
    public final Storage open(String url, long blockBytesLeast) {
        return new ObjectStorage(client(url), objects());
    }

    @Override
    public final Storage connect(String url, StepListener progress) throws IOException {
        progress.at("reaching " + url);
        ObjectStorage storage = new ObjectStorage(probingClient(url), objects());
        try {
            storage.isDirectory("");
            return storage;
        } catch (IOException | RuntimeException e) {
            storage.close();
            throw e;
        }
    }

    @Override
    public final void tryWrites(Storage storage, String directory, StepListener progress) throws IOException {
        ObjectStorage objects = (ObjectStorage) storage;
        progress.at("creating a local directory", ObjectKeys.STAGING_DIR);
        objects.requireLocalDirectory();
        if (objects().keys().isProbed()) {
            objects.preflight(directory, progress).run();
        }
    }

    @Override
    public final void tryMoves(Storage storage, String directory, StepListener progress) throws IOException {
        if (objects().keys().isProbed()) {
            ((ObjectStorage) storage).preflight(directory, progress).runForMoves();
        }
    }

    /** Some 35 requests; Connect's REST interface waits 90 s for a validation. */
    @Override
    public final Duration probeTimeout() {
        return Duration.ofSeconds(60);
    }

    /** A document is created with some attempts. */
    @Override
    public final Duration requestTimeMost() {
        return documentTimeMost().multipliedBy(ObjectStorage.ATTEMPTS_MAX);
    }
}
