package io.parquetry.connect.common.objects;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.objects.ObjectClient.Upload;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;

/**
 * A file on its way into an upload. Its parts are sent from the local disk by several threads; the heap holds none of
 * them.
 */
final class FileUpload {
    private static final Log LOG = Log.of(FileUpload.class);

    private final ObjectClient client;
    private final FileChannel file;
    private final long bytes;
    private final long partBytes;
    private final String key;
    private final ExecutorService threads;
    private final CompletableFuture<String> uploadId;
    private final CompletableFuture<Finished> finished;
    private volatile boolean cancelled;

    /** An upload with all its parts. */
    record Finished(String uploadId, int parts) {}

    private interface Step<T> {
        T run() throws IOException;
    }

    /**
     * Begins the upload.
     *
     * @param id in the metadata of the object
     */
    FileUpload(ObjectClient client, long partBytes, Path path, String key, String id, ExecutorService threads)
            throws IOException {
        this.client = client;
        this.file = open(path, key);
        this.bytes = file.size();
        int partsMax = client.traits().partsMax();
        this.partBytes = Math.max(partBytes, (bytes + partsMax - 1) / partsMax);
        this.key = key;
        this.threads = threads;
        this.uploadId = inBackground(() -> client.begin(key, id));
        this.finished = uploadId.thenCompose(this::sendParts);
        finished.whenComplete((done, failure) -> closeFile());
    }

    private static FileChannel open(Path path, String key) throws IOException {
        try {
            return FileChannel.open(path, StandardOpenOption.READ);
        } catch (NoSuchFileException deleted) {
            throw ObjectDiagnosis.deletedFile(key, path, deleted);
        }
    }

    private <T> CompletableFuture<T> inBackground(Step<T> step) {
        return CompletableFuture.supplyAsync(
                () -> {
                    if (cancelled || threads.isShutdown()) {
                        throw new CompletionException(new IOException("the upload of " + key + " is cancelled"));
                    }
                    try {
                        return step.run();
                    } catch (IOException e) {
                        throw new CompletionException(e);
                    }
                },
                threads);
    }

    private CompletableFuture<Finished> sendParts(String uploadId) {
        Upload upload = new Upload(key, uploadId);
        List<CompletableFuture<Void>> parts = new ArrayList<>();
        for (long begin = 0; begin == 0 || begin < bytes; begin += partBytes) {
            PartContent content = new PartContent.OfFile(file, begin, Math.min(partBytes, bytes - begin));
            int number = parts.size() + 1;
            parts.add(inBackground(() -> {
                client.part(upload, number, content);
                return null;
            }));
        }
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
                .thenApply(all -> new Finished(uploadId, parts.size()));
    }

    private void closeFile() {
        try {
            file.close();
        } catch (IOException e) {
            LOG.debug("{}: its local file cannot be closed: {}", key, e.toString());
        }
    }

    Finished await() throws IOException {
        try {
            return finished.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + key + " is uploaded");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IOException("cannot upload " + key + ": " + e.getCause(), e.getCause());
        }
    }

    /** Ends the upload without waiting for the store. */
    void cancel() {
        cancelled = true;
        finished.whenComplete((done, failed) -> uploadId.thenAcceptAsync(this::abortQuietly, threads));
    }

    private void abortQuietly(String upload) {
        try {
            client.abort(new Upload(key, upload));
        } catch (IOException e) {
            LOG.debug("{}: its upload is left to the next owner: {}", key, e.toString());
        }
    }
}
