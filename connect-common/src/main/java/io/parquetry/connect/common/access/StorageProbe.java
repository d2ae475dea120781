package io.parquetry.connect.common.access;

import io.parquetry.connect.common.hadoop.HadoopFault;
import io.parquetry.connect.common.hadoop.HadoopSettings;
import io.parquetry.connect.common.hadoop.HadoopStorage;
import io.parquetry.connect.common.storage.DurableOutputFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Tries a storage as a connector will use it, on files of its own that are gone afterwards, and says for each key what is
 * wrong with it. It takes ten seconds at most: what has not answered by then is interrupted and left to end by itself.
 */
public final class StorageProbe {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final StorageSettings settings;
    private final StorageUse use;
    private final String directory;
    private volatile String step = "opening the storage";
    private volatile String blamed = StorageKeys.STORAGE_URL;

    private StorageProbe(StorageSettings settings, StorageUse use, String directory) {
        this.settings = settings;
        this.use = use;
        this.directory = directory;
    }

    /** Looks whether a storage can be reached and read. */
    public static Map<String, String> readFaults(StorageSettings settings) {
        return new StorageProbe(settings, StorageUse.READ, "").faults(PATIENCE);
    }

    /** @param directory where to write, inside the storage */
    public static Map<String, String> writeFaults(StorageSettings settings, String directory) {
        return writeFaults(settings, directory, PATIENCE);
    }

    static Map<String, String> writeFaults(StorageSettings settings, String directory, Duration patience) {
        return new StorageProbe(settings, StorageUse.WRITE, directory).faults(patience);
    }

    private Map<String, String> faults(Duration patience) {
        FutureTask<Map<String, String>> attempt = new FutureTask<>(this::attempt);
        Thread thread = new Thread(attempt, "parquetry-storage-probe");
        thread.setDaemon(true);
        thread.start();
        try {
            return attempt.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            attempt.cancel(true);
            return Map.of(blamed, "no answer within " + patience.toSeconds() + " s while " + step);
        } catch (InterruptedException e) {
            attempt.cancel(true);
            Thread.currentThread().interrupt();
            return Map.of(blamed, "interrupted while " + step);
        } catch (ExecutionException e) {
            return Map.of(blamed, "it failed while " + step + ": " + e.getCause());
        }
    }

    private Map<String, String> attempt() {
        HadoopSettings hadoop = settings.hadoop().with("ipc.client.connect.max.retries", "1");
        Optional<String> missing = missingKeytab(hadoop);
        if (missing.isPresent() && !Storages.isLocal(settings.url())) {
            return Map.of(StorageKeys.KEYTAB, missing.get());
        }
        try (Storage storage = Storages.open(new StorageSettings(settings.url(), hadoop, settings.blockBytesLeast()))) {
            if (storage instanceof HadoopStorage remote) {
                return attemptRemote(remote, hadoop);
            }
            return attemptLocal(storage);
        } catch (IOException e) {
            return Map.of(StorageKeys.STORAGE_URL, "it cannot be closed: " + e);
        } catch (IllegalArgumentException e) {
            return Map.of(StorageKeys.STORAGE_URL, e.getMessage());
        }
    }

    private static Optional<String> missingKeytab(HadoopSettings hadoop) {
        return hadoop.identity() instanceof HadoopSettings.Identity.Keytab keytab
                        && !Files.isReadable(Path.of(keytab.file()))
                ? Optional.of("there is no file " + keytab.file() + " on this worker that it may read")
                : Optional.empty();
    }

    private Map<String, String> attemptRemote(HadoopStorage storage, HadoopSettings hadoop) {
        try {
            if (hadoop.identity() instanceof HadoopSettings.Identity.Keytab keytab) {
                at("logging in as " + keytab.principal(), StorageKeys.PRINCIPAL);
            }
            storage.logIn();
            tryOut(storage);
            return Map.of();
        } catch (AccessDeniedException e) {
            return Map.of(StorageKeys.STORAGE_URL, "no permission while " + step + ": " + e.getReason());
        } catch (IOException e) {
            HadoopFault fault = HadoopFault.of(e, hadoop);
            return Map.of(key(fault.blame()), fault.words() + " (while " + step + ")");
        }
    }

    private static String key(HadoopFault.Blame blame) {
        return switch (blame) {
            case URL -> StorageKeys.STORAGE_URL;
            case CONFIGURATION_DIRECTORY -> StorageKeys.HADOOP_CONF_DIR;
            case KERBEROS -> StorageKeys.KERBEROS;
            case PRINCIPAL -> StorageKeys.PRINCIPAL;
            case KEYTAB -> StorageKeys.KEYTAB;
            case NAMENODE_PRINCIPAL -> StorageKeys.NAMENODE_PRINCIPAL;
        };
    }

    private Map<String, String> attemptLocal(Storage storage) {
        try {
            tryOut(storage);
            return Map.of();
        } catch (AccessDeniedException e) {
            return Map.of(
                    StorageKeys.STORAGE_URL,
                    "no permission for " + e.getMessage() + "; let the user that runs the Connect worker in, or choose"
                            + " another storage");
        } catch (FileAlreadyExistsException | NotDirectoryException e) {
            return Map.of(StorageKeys.STORAGE_URL, e.getMessage() + " is in the way: it is no directory");
        } catch (IOException e) {
            return Map.of(StorageKeys.STORAGE_URL, "it failed while " + step + ": " + e);
        }
    }

    private void at(String what, String key) {
        step = what;
        blamed = key;
    }

    private void tryOut(Storage storage) throws IOException {
        at("reaching " + settings.url(), StorageKeys.STORAGE_URL);
        storage.isDirectory("");
        switch (use) {
            case READ -> read(storage);
            case WRITE -> write(storage);
        }
    }

    /** One directory is enough; whether there is something in it is seen when it is scanned. */
    private void read(Storage storage) throws IOException {
        step = "listing " + settings.url();
        storage.list("", new FirstLevel());
    }

    private void write(Storage storage) throws IOException {
        String path = StoragePath.in(directory, UUID.randomUUID().toString());
        String first = path + ".1.tmp";
        String second = path + ".2.tmp";
        try {
            writeFile(storage, first);
            step = "giving a file its name";
            storage.publish(first, path);
            writeFile(storage, second);
            step = "seeing that no file is overwritten";
            requireRefused(storage, second, path);
            step = "deleting a file";
            if (!storage.delete(path)) {
                throw new IOException("a file was published as " + path + ", but is not there");
            }
        } finally {
            String failedAt = step;
            deleteQuietly(storage, first);
            deleteQuietly(storage, second);
            step = failedAt;
        }
    }

    private void writeFile(Storage storage, String path) throws IOException {
        step = "creating a file";
        try (DurableOutputFile out = storage.create(path)) {
            step = "writing to a file";
            out.write(new byte[] {'P', 'A', 'R', '1'}, 0, 4);
            step = "forcing a file to the disk";
            out.sync();
        }
    }

    private static void requireRefused(Storage storage, String temporary, String taken) throws IOException {
        try {
            storage.publish(temporary, taken);
        } catch (FileAlreadyExistsException asItShould) {
            return;
        }
        throw new IOException("a file was given the name of another, which it should have been refused");
    }

    private static void deleteQuietly(Storage storage, String path) {
        try {
            storage.delete(path);
        } catch (IOException unreachable) {
            // What failed before is what the user has to know.
        }
    }
}
