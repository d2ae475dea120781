package io.parquetry.storage.s3;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.storage.StoragePath;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/**
 * A file on its way into a multipart upload. Its parts are sent from the local disk, each with its checksum, by several
 * threads; the heap holds none of them.
 */
final class FileUpload {
    private static final Log LOG = Log.of(FileUpload.class);

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html">Multipart upload limits</a>. */
    private static final int PARTS_MAX = 10_000;

    private static final int READ_BYTES = 64 << 10;
    private static final String PARQUET = "application/vnd.apache.parquet";

    private final Bucket bucket;
    private final FileChannel file;
    private final long bytes;
    private final long partBytes;
    private final String key;
    private final ExecutorService threads;
    private final CompletableFuture<String> uploadId;
    private final CompletableFuture<Finished> finished;
    private volatile boolean cancelled;

    /** An upload with all its parts. */
    record Finished(String uploadId, List<CompletedPart> parts) {}

    private interface Step<T> {
        T run() throws IOException;
    }

    /**
     * Begins the upload.
     *
     * @param id in the metadata of the object
     */
    FileUpload(Bucket bucket, Path path, String key, String id, ExecutorService threads) throws IOException {
        this.bucket = bucket;
        this.file = open(path, key);
        this.bytes = file.size();
        this.partBytes = Math.max(bucket.settings().upload().partBytes(), (bytes + PARTS_MAX - 1) / PARTS_MAX);
        this.key = key;
        this.threads = threads;
        this.uploadId = inBackground(() -> create(id));
        this.finished = uploadId.thenCompose(this::sendParts);
        finished.whenComplete((done, failure) -> closeFile());
    }

    private static FileChannel open(Path path, String key) throws IOException {
        try {
            return FileChannel.open(path, StandardOpenOption.READ);
        } catch (NoSuchFileException deleted) {
            throw new StagingException(
                    "cannot upload " + key + ": another program has deleted the local file " + path
                            + ", and its records are read again; name a directory in " + S3WriteKeys.STAGING_DIR
                            + " that nobody cleans up",
                    deleted);
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

    private String create(String id) throws IOException {
        Map<String, String> metadata = Map.of(Uploads.ID, id);
        S3Settings.NewObjects objects = bucket.settings().objects();
        CreateMultipartUploadResponse begun = bucket.call(
                S3Action.BEGIN_UPLOAD,
                key,
                client -> client.createMultipartUpload(request -> request.bucket(bucket.name())
                        .key(key)
                        .contentType(PARQUET)
                        .checksumAlgorithm(objects.checksum().orElse(null))
                        .tagging(tags(objects.tags(), key))
                        .metadata(metadata)));
        return bucket.require(S3Action.BEGIN_UPLOAD, key, begun.uploadId());
    }

    /** The tags of a data file as a query; null when there are none. Topics have no characters to be escaped. */
    private static String tags(Set<String> wanted, String key) {
        List<String> tags = new ArrayList<>();
        DataFileName.parse(StoragePath.name(key)).ifPresent(name -> {
            Map<String, String> all = Map.of(
                    S3WriteKeys.TAG_TOPIC, "topic=" + name.topic(),
                    S3WriteKeys.TAG_PARTITION, "partition=" + name.partition(),
                    S3WriteKeys.TAG_OFFSETS,
                            "first.offset=" + name.firstOffset() + "&last.offset=" + name.lastOffset());
            wanted.forEach(tag -> tags.add(all.get(tag)));
        });
        return tags.isEmpty() ? null : String.join("&", tags);
    }

    private CompletableFuture<Finished> sendParts(String upload) {
        List<CompletableFuture<CompletedPart>> parts = new ArrayList<>();
        for (long begin = 0; begin == 0 || begin < bytes; begin += partBytes) {
            long from = begin;
            int number = parts.size() + 1;
            parts.add(inBackground(() -> send(upload, number, from)));
        }
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
                .thenApply(all -> new Finished(
                        upload, parts.stream().map(CompletableFuture::join).toList()));
    }

    private CompletedPart send(String upload, int number, long begin) throws IOException {
        long length = Math.min(partBytes, bytes - begin);
        String checksum = bucket.settings().objects().checksum().orElse(null);
        String md5 = checksum == null ? md5(begin, length) : null;
        RequestBody body = RequestBody.fromContentProvider(
                ContentStreamProvider.fromInputStreamSupplier(() -> part(begin, length)), length, PARQUET);
        UploadPartResponse sent = bucket.call(
                S3Action.SEND_PART,
                key,
                client -> client.uploadPart(
                        request -> request.bucket(bucket.name())
                                .key(key)
                                .uploadId(upload)
                                .partNumber(number)
                                .checksumAlgorithm(checksum)
                                .contentMD5(md5),
                        body));
        bucket.require(S3Action.SEND_PART, key, sent.eTag());
        return Uploads.completed(number, sent);
    }

    private String md5(long begin, long length) throws IOException {
        DigestInputStream part = new DigestInputStream(part(begin, length), Md5.digest());
        part.transferTo(OutputStream.nullOutputStream());
        return Base64.getEncoder().encodeToString(part.getMessageDigest().digest());
    }

    /** The client reads 4 KiB at a time. */
    private InputStream part(long begin, long length) {
        return new BufferedInputStream(new PartStream(file, begin, length), READ_BYTES);
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
            abort(bucket, key, upload);
        } catch (IOException e) {
            LOG.debug("{}: its upload is left to the next owner: {}", key, e.toString());
        }
    }

    /** Aborts an upload if there is one. */
    static void abort(Bucket bucket, String key, String upload) throws IOException {
        bucket.find(
                S3Action.ABORT_UPLOAD,
                key,
                client -> client.abortMultipartUpload(
                        request -> request.bucket(bucket.name()).key(key).uploadId(upload)));
    }
}
