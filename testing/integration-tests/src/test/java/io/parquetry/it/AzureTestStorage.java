package io.parquetry.it;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobListDetails;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.models.ListBlobsOptions;
import io.parquetry.storage.azure.AzuriteProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Azurite in a process of its own. The blobs below the URL are copied to a directory each time somebody wants to see
 * them: a blob is copied when its ETag is another one, and a file is deleted when its blob is gone.
 */
final class AzureTestStorage implements TestStorage {
    private static final String CONTAINER = "archive";
    private static final String PREFIX = "data/";
    private static final int NOT_FOUND = 404;

    private final AzuriteProcess store;
    private final BlobContainerClient client;
    private final Path copy;
    private final Map<String, String> copied = new HashMap<>();
    private final Set<String> abandoned = new HashSet<>();

    AzureTestStorage(Path directory) {
        try {
            this.copy = Files.createDirectories(directory.resolve("copy"));
            this.store = AzuriteProcess.start(directory, CONTAINER);
        } catch (IOException e) {
            throw new UncheckedIOException("no Azurite", e);
        }
        this.client = store.client(CONTAINER);
    }

    @Override
    public String url() {
        return "azure://" + CONTAINER + "/data";
    }

    @Override
    public Map<String, String> config() {
        return store.keys();
    }

    @Override
    public ParquetTree tree() {
        try {
            refresh();
        } catch (IOException e) {
            throw new UncheckedIOException("the blobs cannot be copied", e);
        }
        return new ParquetTree(copy);
    }

    private void refresh() throws IOException {
        Set<String> found = new HashSet<>();
        for (BlobItem blob : client.listBlobs(new ListBlobsOptions().setPrefix(PREFIX), null)) {
            String name = blob.getName().substring(PREFIX.length());
            String version = blob.getProperties().getETag();
            found.add(name);
            if (!version.equals(copied.get(name)) && copy(name)) {
                copied.put(name, version);
            }
        }
        for (String gone : Set.copyOf(copied.keySet())) {
            if (!found.contains(gone)) {
                copied.remove(gone);
                Files.delete(copy.resolve(gone));
            }
        }
    }

    /** False when the blob is gone since it was listed. */
    private boolean copy(String name) throws IOException {
        byte[] bytes;
        try {
            bytes = client.getBlobClient(PREFIX + name).downloadContent().toBytes();
        } catch (BlobStorageException e) {
            if (e.getStatusCode() == NOT_FOUND) {
                return false;
            }
            throw e;
        }
        Path file = copy.resolve(name);
        Files.createDirectories(file.getParent());
        Path begun = Files.write(file.resolveSibling(file.getFileName() + ".copying"), bytes);
        Files.move(begun, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        return true;
    }

    /** Blobs that have only blocks which are not committed, and had none at the last call. */
    @Override
    public int unpublished() {
        ListBlobsOptions all = new ListBlobsOptions()
                .setPrefix(PREFIX)
                .setDetails(new BlobListDetails().setRetrieveUncommittedBlobs(true));
        Set<String> names = new HashSet<>();
        client.listBlobs(all, null).forEach(blob -> names.add(blob.getName()));
        client.listBlobs(new ListBlobsOptions().setPrefix(PREFIX), null).forEach(blob -> names.remove(blob.getName()));
        names.removeAll(abandoned);
        abandoned.addAll(names);
        return names.size();
    }

    /** The service deletes blocks that nobody commits, after seven days. */
    @Override
    public boolean isSwept() {
        return false;
    }

    @Override
    public void close() {
        store.close();
    }
}
