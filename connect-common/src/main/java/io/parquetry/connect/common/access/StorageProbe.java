package io.parquetry.connect.common.access;

import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Tests a storage as a connector will use it, with files and directories of its own that it deletes, and gives the
 * fault of the key that has to be changed. A storage that has not answered after {@link StorageFactory#probeTimeout} is
 * interrupted and abandoned.
 */
public final class StorageProbe {
    private final StorageSettings settings;
    private final Test test;
    private final String directory;
    private volatile String step = "opening the storage";
    private volatile String key = StorageKeys.STORAGE_URL;

    /** What is tested once the storage can be reached. */
    @FunctionalInterface
    private interface Test {
        void run(StorageFactory factory, Storage storage, String directory, StepListener progress) throws IOException;
    }

    private StorageProbe(StorageSettings settings, Test test, String directory) {
        this.settings = settings;
        this.test = test;
        this.directory = directory;
    }

    /** The faults of a storage that is only read; empty when it can be reached and listed. */
    public static Map<String, String> readFaults(StorageSettings settings) {
        return new StorageProbe(settings, StorageProbe::list, "")
                .faults(settings.factory().probeTimeout());
    }

    /**
     * The faults of a storage that is written; empty when files can be created, published and deleted.
     *
     * @param directory where to write, inside the storage
     */
    public static Map<String, String> writeFaults(StorageSettings settings, String directory) {
        return writeFaults(settings, directory, settings.factory().probeTimeout());
    }

    public static Map<String, String> writeFaults(StorageSettings settings, String directory, Duration timeout) {
        return new StorageProbe(settings, StorageFactory::tryWrites, directory).faults(timeout);
    }

    /**
     * The faults of a storage in which files of others are deleted or moved; empty when that loses none.
     *
     * @param directory where to write, inside the storage
     */
    public static Map<String, String> moveFaults(StorageSettings settings, String directory) {
        return new StorageProbe(settings, StorageFactory::tryMoves, directory)
                .faults(settings.factory().probeTimeout());
    }

    private Map<String, String> faults(Duration timeout) {
        FutureTask<Map<String, String>> attempt = new FutureTask<>(this::attempt);
        Thread thread = new Thread(attempt, "parquetry-storage-probe");
        thread.setDaemon(true);
        thread.start();
        try {
            return attempt.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            attempt.cancel(true);
            return Map.of(key, "no answer within " + timeout.toSeconds() + " s while " + step);
        } catch (InterruptedException e) {
            attempt.cancel(true);
            Thread.currentThread().interrupt();
            return Map.of(key, "interrupted while " + step);
        } catch (ExecutionException e) {
            return Map.of(key, "it failed while " + step + ": " + e.getCause());
        }
    }

    private Map<String, String> attempt() {
        try (Storage storage = settings.factory().connect(settings.url(), this::at)) {
            test(storage);
            return Map.of();
        } catch (IOException e) {
            StorageFault fault = settings.factory().explain(e, step);
            return Map.of(fault.key(), fault.reason());
        } catch (IllegalArgumentException e) {
            return Map.of(StorageKeys.STORAGE_URL, e.getMessage());
        }
    }

    private void at(String nextStep, String nextKey) {
        step = nextStep;
        key = nextKey;
    }

    private void test(Storage storage) throws IOException {
        at("reaching " + settings.url(), StorageKeys.STORAGE_URL);
        storage.isDirectory("");
        test.run(settings.factory(), storage, directory, this::at);
    }

    /** Lists the root only: an empty storage is no fault. */
    private static void list(StorageFactory factory, Storage storage, String directory, StepListener progress)
            throws IOException {
        progress.at("listing " + storage.url());
        storage.list("", new RootOnly());
    }

    private static final class RootOnly implements ListingVisitor {
        @Override
        public void file(StoredFile file) {}

        @Override
        public boolean enter(String subdirectory) {
            return false;
        }
    }
}
