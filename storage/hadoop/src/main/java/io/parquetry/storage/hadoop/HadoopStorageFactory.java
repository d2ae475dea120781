package io.parquetry.storage.hadoop;

import io.parquetry.connect.common.access.StepListener;
import io.parquetry.connect.common.access.StorageFactory;
import io.parquetry.connect.common.access.StorageFault;
import io.parquetry.connect.common.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/** Opens directories of Hadoop file systems with the same settings. */
public record HadoopStorageFactory(HadoopSettings settings) implements StorageFactory {
    public HadoopStorageFactory {
        Objects.requireNonNull(settings, "settings");
    }

    @Override
    public Storage open(String url, long blockBytesLeast) {
        return new HadoopStorage(url, settings, blockBytesLeast);
    }

    @Override
    public Storage connect(String url, StepListener progress) throws IOException {
        if (settings.identity() instanceof HadoopSettings.Identity.Keytab keytab) {
            requireFile(keytab);
            progress.at("logging in as " + keytab.principal(), HadoopKeys.PRINCIPAL);
        }
        HadoopStorage storage = new HadoopStorage(url, settings.with("ipc.client.connect.max.retries", "1"), 0);
        try {
            storage.logIn();
            return storage;
        } catch (IOException | RuntimeException e) {
            closeAfter(e, storage);
            throw e;
        }
    }

    @Override
    public void tryWrites(Storage storage, String directory, StepListener progress) throws IOException {
        Closeable newDirectories = ((HadoopStorage) storage).removingNewDirectories(directory);
        try {
            StorageFactory.super.tryWrites(storage, directory, progress);
        } finally {
            newDirectories.close();
        }
    }

    /** Where the configuration cannot be read, opening the storage says so. */
    @Override
    public Duration requestTimeMost() {
        try {
            return CallTime.most(Configurations.of(settings));
        } catch (IOException unreadable) {
            return Duration.ZERO;
        }
    }

    private static void requireFile(HadoopSettings.Identity.Keytab keytab) throws IOException {
        if (!Files.isReadable(Path.of(keytab.file()))) {
            throw new HadoopDiagnosis.KeytabException(keytab.file());
        }
    }

    private static void closeAfter(Exception failure, Storage storage) {
        try {
            storage.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public StorageFault explain(IOException failure, String step) {
        if (failure instanceof AccessDeniedException denied) {
            return StorageFault.ofUrl("no permission while " + step + ": " + denied.getReason());
        }
        StorageFault fault = HadoopDiagnosis.of(failure, settings);
        return new StorageFault(fault.key(), fault.reason() + " (while " + step + ")");
    }
}
