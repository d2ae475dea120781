package io.parquetry.storage.s3;

import io.parquetry.connect.common.log.Log;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * A file on its way into a multipart upload. Its parts are sent from the local disk, each with its MD5, by several
 * threads; the heap holds none of them.
 */
final class FileUpload {
    private static final Log LOG = Log.of(FileUpload.class);

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html">Multipart upload limits</a>. */
    private static final int PARTS_MAX = 10_000;

    private static final int BUFFER_BYTES = 64 << 10;
    private static final String BINARY = "application/vnd.apache.parquet";

    private final Bucket bucket;
    private final Path file;
    private final long bytes;
    private final long partBytes;
    private final String key;
    private final String id;
    private final Executor threads;
    private CompletableFuture<String> uploadId;
    private CompletableFuture<Finished> finished;
    private volatile boolean cancelled;

    /** An upload with all its parts. */
    record Finished(String uploadId, List<CompletedPart> parts) {}

    FileUpload(Bucket bucket, Path file, long bytes, String key, String id, Executor threads) {
        this.bucket = bucket;
        this.file = file;
        this.bytes = bytes;
        this.partBytes = Math.max(bucket.settings().upload().partBytes(), (bytes + PARTS_MAX - 1) / PARTS_MAX);
        this.key = key;
        this.id = id;
        this.threads = threads;
    }

    void begin() {
        uploadId = CompletableFuture.supplyAsync(() -> unchecked(this::create), threads);
        finished = uploadId.thenCompose(this::sendParts);
    }

    private CompletableFuture<Finished> sendParts(String upload) {
        List<CompletableFuture<CompletedPart>> parts = new ArrayList<>();
        for (long begin = 0; begin == 0 || begin < bytes; begin += partBytes) {
            long from = begin;
            int number = parts.size() + 1;
            parts.add(CompletableFuture.supplyAsync(() -> unchecked(() -> send(upload, number, from)), threads));
        }
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
                .thenApply(all -> new Finished(
                        upload, parts.stream().map(CompletableFuture::join).toList()));
    }

    private interface Step<T> {
        T run() throws IOException;
    }

    private <T> T unchecked(Step<T> step) {
        if (cancelled) {
            throw new CompletionException(new IOException("the upload of " + key + " is cancelled"));
        }
        try {
            return step.run();
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private String create() throws IOException {
        return bucket.call(
                        "begin an upload of " + key,
                        client -> client.createMultipartUpload(request -> request.bucket(bucket.name())
                                .key(key)
                                .contentType(BINARY)
                                .metadata(Map.of(Uploads.ID, id))))
                .uploadId();
    }

    private CompletedPart send(String upload, int number, long begin) throws IOException {
        long length = Math.min(partBytes, bytes - begin);
        String md5 = md5(begin, length);
        RequestBody body = RequestBody.fromContentProvider(
                ContentStreamProvider.fromInputStreamSupplier(() -> range(begin, length)), length, BINARY);
        String eTag = bucket.call(
                        "upload part " + number + " of " + key,
                        client -> client.uploadPart(
                                request -> request.bucket(bucket.name())
                                        .key(key)
                                        .uploadId(upload)
                                        .partNumber(number)
                                        .contentMD5(md5),
                                body))
                .eTag();
        return CompletedPart.builder().partNumber(number).eTag(eTag).build();
    }

    private String md5(long begin, long length) throws IOException {
        MessageDigest md5;
        try {
            md5 = MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IOException("this Java has no MD5, which the checks of uploads need", e);
        }
        byte[] buffer = new byte[BUFFER_BYTES];
        long left = length;
        try (InputStream in = range(begin, length)) {
            for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
                md5.update(buffer, 0, read);
                left -= read;
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (left > 0) {
            throw new IOException(file + " was truncated by another program: " + left + " bytes are missing");
        }
        return Base64.getEncoder().encodeToString(md5.digest());
    }

    private InputStream range(long begin, long length) {
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
            channel.position(begin);
            return new RangeStream(Channels.newInputStream(channel), length);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
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
                throw new IOException(failure.getMessage(), failure);
            }
            throw new IOException("cannot upload " + key + ": " + e.getCause(), e.getCause());
        }
    }

    void cancel() {
        cancelled = true;
        finished.whenComplete((done, failed) -> uploadId.thenAccept(this::abortQuietly));
    }

    private void abortQuietly(String upload) {
        try {
            abort(bucket, key, upload);
        } catch (IOException e) {
            LOG.debug("{}: its upload is left to the next owner: {}", key, e.toString());
        }
    }

    /** Aborts an upload if there is one. */
    static void abort(Bucket bucket, String key, String upload) throws IOException {
        try {
            bucket.call(
                    "abort the upload of " + key,
                    client -> client.abortMultipartUpload(
                            request -> request.bucket(bucket.name()).key(key).uploadId(upload)));
        } catch (S3Failure e) {
            if (e.status() != S3Failure.NOT_FOUND) {
                throw e;
            }
        }
    }
}
