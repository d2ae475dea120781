package io.parquetry.storage.s3;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.storage.ReplacedFileException;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Staging;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CopyPartResult;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.ListPartsResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;

/**
 * Multipart uploads: durable and invisible until they are completed, by anybody who knows the id.
 *
 * <ol type="a">
 *   <li>An upload carries a random id in the metadata of its object. So whoever finds an object at the key knows
 *       whether it is this upload's, however it is encrypted.
 *   <li>An upload is completed only if the key is free ({@code If-None-Match: *}).
 *   <li>After any answer but success, the key decides: the object with the id is there, or another one, or none.
 *   <li>An upload is gone when a completion is answered so and the key is free. The parts that the store lists prove
 *       nothing: a part that lands after the upload was aborted is kept and listed by some stores.
 * </ol>
 */
final class Uploads implements Closeable {
    static final String ID = "parquetry-id";

    private static final Log LOG = Log.of(Uploads.class);
    private static final int ATTEMPTS_MAX = 5;

    /** An ETag that no part has. */
    private static final String NO_PART = "\"00000000000000000000000000000000\"";

    private static final long IDLE_SECONDS = 10;
    private static final long CLOSE_SECONDS = 5;
    private static final long COPY_BYTES_MAX = 5L << 30;

    private final Bucket bucket;
    private final ExecutorService threads;

    /** The parts of uploads that this instance has made and not completed, by receipt. */
    private final Map<String, List<CompletedPart>> known = new ConcurrentHashMap<>();

    Uploads(Bucket bucket) {
        this.bucket = bucket;
        int count = bucket.settings().upload().threads();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                count, count, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Uploads::thread);
        pool.allowCoreThreadTimeOut(true);
        this.threads = pool;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "parquetry-s3-upload");
        thread.setDaemon(true);
        return thread;
    }

    /** The receipt of an upload: the id of the object, that of the upload, and the number of its parts. */
    record Receipt(String id, String uploadId, int parts) {
        private static final Pattern TEXT = Pattern.compile("([^ ]+) ([^ ]+) ([0-9]{1,5})");

        static Receipt parse(StagedFile staged) throws IOException {
            Matcher text = TEXT.matcher(staged.receipt());
            if (!text.matches()) {
                throw new IOException("the receipt \"" + staged.receipt() + "\" of " + staged.temporary()
                        + " is not one of an upload to S3");
            }
            return new Receipt(text.group(1), text.group(2), Integer.parseInt(text.group(3)));
        }

        String text() {
            return id + " " + uploadId + " " + parts;
        }
    }

    /** What completing an upload says of a part: the ETag and the checksums of the answer about the part. */
    static CompletedPart completed(int number, SdkPojo answer) {
        CompletedPart.Builder part = CompletedPart.builder();
        for (SdkField<?> field : part.sdkFields()) {
            answer.sdkFields().stream()
                    .filter(known -> known.memberName().equals(field.memberName()))
                    .forEach(known -> field.set(part, known.getValueOrDefault(answer)));
        }
        return part.partNumber(number).build();
    }

    /** Begins to upload a file of the local disk. */
    Staging begin(Path file, String temporary, String path) throws IOException {
        String key = bucket.root().key(path);
        String id = UUID.randomUUID().toString();
        FileUpload upload = new FileUpload(bucket, file, key, id, threads);
        return new Staging() {
            private String receiptText = "";

            @Override
            public StagedFile await() throws IOException {
                FileUpload.Finished finished = upload.await();
                Receipt receipt =
                        new Receipt(id, finished.uploadId(), finished.parts().size());
                receiptText = receipt.text();
                known.put(receiptText, finished.parts());
                return new StagedFile(temporary, receiptText);
            }

            @Override
            public void cancel() {
                known.remove(receiptText);
                upload.cancel();
            }
        };
    }

    /**
     * Completes an upload.
     *
     * @throws NoSuchFileException when there is neither the upload nor its object
     * @throws FileAlreadyExistsException when another object has the key
     */
    void complete(StagedFile staged, String path) throws IOException {
        Receipt receipt = Receipt.parse(staged);
        String key = bucket.root().key(path);
        S3Failure last = null;
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            List<CompletedPart> parts = known.remove(receipt.text());
            if (parts == null) {
                parts = parts(key, receipt.uploadId());
            }
            try {
                if (parts.isEmpty()) {
                    requireThere(receipt, key, path);
                } else {
                    completeAll(parts, receipt, key);
                }
                return;
            } catch (S3Failure e) {
                last = e;
                if (isAt(key, receipt.id(), e, path)) {
                    return;
                }
                if (e.isMissing()) {
                    abortQuietly(key, receipt);
                    requireThere(receipt, key, path);
                    return;
                }
            }
        }
        throw new IOException(
                "cannot publish " + path + " in " + bucket.root() + ": the store refused to complete the upload "
                        + ATTEMPTS_MAX + " times",
                last);
    }

    /**
     * Completes an upload of which these parts are listed. Where some are missing, the store is asked for all the same,
     * with parts that it cannot have: it says whether the upload is gone, and cannot publish the beginning of the file.
     */
    private void completeAll(List<CompletedPart> listed, Receipt receipt, String key) throws IOException {
        if (listed.size() == receipt.parts()) {
            complete(key, receipt, listed);
            return;
        }
        List<CompletedPart> all = new ArrayList<>();
        for (int number = 1; number <= receipt.parts(); number++) {
            all.add(CompletedPart.builder().partNumber(number).eTag(NO_PART).build());
        }
        try {
            complete(key, receipt, all);
        } catch (S3Failure e) {
            if (e.status() != S3Failure.BAD_REQUEST) {
                throw e;
            }
            throw new IOException(
                    "cannot complete the upload of " + bucket.name() + "/" + key + ": the store lists " + listed.size()
                            + " of " + receipt.parts() + " parts",
                    e);
        }
    }

    /** From then on nobody completes it, and the store keeps no part that came after it was aborted before. */
    private void abortQuietly(String key, Receipt receipt) {
        try {
            FileUpload.abort(bucket, key, receipt.uploadId());
        } catch (IOException e) {
            LOG.debug("{}: what is left of its upload {} cannot be aborted: {}", key, receipt.uploadId(), e.toString());
        }
    }

    private void complete(String key, Receipt receipt, List<CompletedPart> parts) throws IOException {
        CompleteMultipartUploadResponse answer = bucket.call(
                S3Action.COMPLETE_UPLOAD,
                key,
                client -> client.completeMultipartUpload(request -> request.bucket(bucket.name())
                        .key(key)
                        .uploadId(receipt.uploadId())
                        .ifNoneMatch("*")
                        .multipartUpload(all -> all.parts(parts))));
        if (answer.eTag() == null && !isAt(key, receipt)) {
            bucket.require(S3Action.COMPLETE_UPLOAD, key, answer.eTag());
        }
    }

    /** Whether the key has the object of this upload. */
    private boolean isAt(String key, Receipt receipt) throws IOException {
        return head(key).filter(object -> hasId(object, receipt.id())).isPresent();
    }

    private static boolean hasId(HeadObjectResponse object, String id) {
        return id.equals(object.metadata().get(ID));
    }

    /** What the key says after a completion was refused. */
    private boolean isAt(String key, String id, S3Failure refusal, String path) throws IOException {
        Optional<HeadObjectResponse> there;
        try {
            there = head(key);
        } catch (IOException e) {
            refusal.addSuppressed(e);
            throw refusal;
        }
        if (there.isPresent() && hasId(there.get(), id)) {
            return true;
        }
        switch (refusal.status()) {
            case S3Failure.PRECONDITION_FAILED -> {
                if (there.isPresent()) {
                    throw new FileAlreadyExistsException(path, null, "another object has its key");
                }
            }
            case S3Failure.CONFLICT ->
                LOG.debug("{}: {}; whether the upload is still there is looked up", key, refusal.getMessage());
            default -> {
                if (!refusal.isMissing()) {
                    throw refusal;
                }
            }
        }
        return false;
    }

    private void requireThere(Receipt receipt, String key, String path) throws IOException {
        if (!isAt(key, receipt)) {
            throw new NoSuchFileException(path, null, "its upload " + receipt.uploadId() + " does not exist any more");
        }
    }

    /** The object at a key; empty when there is none. */
    Optional<HeadObjectResponse> head(String key) throws IOException {
        return bucket.find(
                S3Action.LOOK,
                key,
                client -> client.headObject(
                        request -> request.bucket(bucket.name()).key(key)));
    }

    /** The parts of an upload; empty when there is no such upload. */
    private List<CompletedPart> parts(String key, String uploadId) throws IOException {
        List<CompletedPart> parts = new ArrayList<>();
        Integer marker = null;
        do {
            Integer after = marker;
            Optional<ListPartsResponse> page = bucket.find(
                    S3Action.LIST_PARTS,
                    key,
                    client -> client.listParts(request -> request.bucket(bucket.name())
                            .key(key)
                            .uploadId(uploadId)
                            .partNumberMarker(after)));
            if (page.isEmpty()) {
                return List.of();
            }
            bucket.require(S3Action.LIST_PARTS, key, page.get().uploadId());
            page.get().parts().forEach(part -> parts.add(completed(part.partNumber(), part)));
            marker = Boolean.TRUE.equals(page.get().isTruncated()) ? page.get().nextPartNumberMarker() : null;
            requireNew(marker == null || after == null || marker > after, "parts", key);
        } while (marker != null);
        return parts;
    }

    /** The uploads to keys below a directory whose paths the filter accepts. */
    List<MultipartUpload> found(String directory, Predicate<String> paths) throws IOException {
        List<MultipartUpload> found = new ArrayList<>();
        String prefix = bucket.root().keysBelow(directory);
        String keyMarker = null;
        String idMarker = null;
        do {
            String afterKey = keyMarker;
            String afterId = idMarker;
            ListMultipartUploadsResponse page = bucket.call(
                    S3Action.LIST_UPLOADS,
                    prefix,
                    client -> client.listMultipartUploads(request -> request.bucket(bucket.name())
                            .prefix(prefix)
                            .encodingType(EncodingType.URL)
                            .keyMarker(afterKey)
                            .uploadIdMarker(afterId)));
            page.uploads().stream()
                    .filter(upload -> paths.test(bucket.root().path(upload.key())))
                    .forEach(found::add);
            boolean more = Boolean.TRUE.equals(page.isTruncated());
            keyMarker = more ? page.nextKeyMarker() : null;
            idMarker = more ? page.nextUploadIdMarker() : null;
            boolean isSame = Objects.equals(keyMarker, afterKey) && Objects.equals(idMarker, afterId);
            requireNew(keyMarker == null || !isSame, "uploads", prefix);
        } while (keyMarker != null);
        return found;
    }

    /** A store that repeats a page would be asked without end. */
    private void requireNew(boolean isNew, String what, String key) throws IOException {
        if (!isNew) {
            throw new IOException("cannot list the " + what + " of " + bucket.name() + "/" + key
                    + ": the store lists the same ones again");
        }
    }

    void abort(List<MultipartUpload> found) throws IOException {
        for (MultipartUpload upload : found) {
            FileUpload.abort(bucket, upload.key(), upload.uploadId());
        }
    }

    void abort(StagedFile staged, String path) throws IOException {
        FileUpload.abort(bucket, bucket.root().key(path), Receipt.parse(staged).uploadId());
    }

    /**
     * Moves an object: copies it into an upload, completes that, and deletes the object if it is still the same. The
     * copy has an id that is made of the object's; so a call that was interrupted before the deletion can be repeated.
     * An object that replaces the copied one before the deletion stays: it is as if it had come after the move.
     *
     * @throws NoSuchFileException when there is no object at {@code path}
     * @throws FileAlreadyExistsException when an object has the new key
     */
    void move(String path, String newPath) throws IOException {
        move(path, "", newPath);
    }

    /**
     * Moves an object of this version; of any version when it is empty.
     *
     * @throws ReplacedFileException when the object has another version
     */
    void move(String path, String version, String newPath) throws IOException {
        String key = bucket.root().key(path);
        String newKey = bucket.root().key(newPath);
        HeadObjectResponse object = head(key).orElseThrow(() -> new NoSuchFileException(path));
        if (!version.isEmpty() && !version.equals(ETag.version(object.eTag()))) {
            throw new ReplacedFileException(bucket.root() + path + ": was replaced by another object", null);
        }
        String id = UUID.nameUUIDFromBytes(
                        (key + " " + object.eTag() + " " + object.lastModified()).getBytes(StandardCharsets.UTF_8))
                .toString();
        Optional<HeadObjectResponse> there = head(newKey);
        if (there.isEmpty()) {
            copy(key, object, id, newPath);
        } else if (!hasId(there.get(), id)) {
            throw new FileAlreadyExistsException(newPath);
        }
        try {
            delete(path, object.eTag());
        } catch (S3Failure refused) {
            if (refused.status() != S3Failure.PRECONDITION_FAILED
                    || head(key).filter(now -> now.eTag().equals(object.eTag())).isPresent()) {
                throw refused;
            }
            LOG.debug("{} was replaced by another object after it was copied to {}", key, newKey);
        }
    }

    /** @throws NoSuchFileException when there is no object at the path */
    String eTag(String path) throws IOException {
        return head(bucket.root().key(path))
                .orElseThrow(() -> new NoSuchFileException(path))
                .eTag();
    }

    /** Deletes an object if it has this ETag still, or is gone. */
    void delete(String path, String eTag) throws IOException {
        String key = bucket.root().key(path);
        bucket.find(
                S3Action.DELETE,
                key,
                client -> client.deleteObject(
                        request -> request.bucket(bucket.name()).key(key).ifMatch(eTag)));
    }

    private void copy(String key, HeadObjectResponse object, String id, String newPath) throws IOException {
        String newKey = bucket.root().key(newPath);
        String uploadId = bucket.require(
                S3Action.BEGIN_UPLOAD,
                newKey,
                bucket.call(
                                S3Action.BEGIN_UPLOAD,
                                newKey,
                                client -> client.createMultipartUpload(request -> request.bucket(bucket.name())
                                        .key(newKey)
                                        .contentType(object.contentType())
                                        .metadata(Map.of(ID, id))))
                        .uploadId());
        String receipt = "";
        try {
            List<CompletedPart> parts = copyParts(key, object, newKey, uploadId);
            receipt = new Receipt(id, uploadId, parts.size()).text();
            known.put(receipt, parts);
            complete(new StagedFile(newPath, receipt), newPath);
        } catch (IOException e) {
            known.remove(receipt);
            try {
                FileUpload.abort(bucket, newKey, uploadId);
            } catch (IOException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
    }

    private List<CompletedPart> copyParts(String key, HeadObjectResponse object, String newKey, String uploadId)
            throws IOException {
        List<CompletedPart> parts = new ArrayList<>();
        for (long begin = 0; begin == 0 || begin < object.contentLength(); begin += COPY_BYTES_MAX) {
            String range = "bytes=" + begin + "-" + (Math.min(begin + COPY_BYTES_MAX, object.contentLength()) - 1);
            boolean whole = object.contentLength() <= COPY_BYTES_MAX;
            int number = parts.size() + 1;
            CopyPartResult copied = bucket.call(
                            S3Action.COPY,
                            newKey,
                            client -> client.uploadPartCopy(request -> request.sourceBucket(bucket.name())
                                    .sourceKey(key)
                                    .copySourceIfMatch(object.eTag())
                                    .copySourceRange(whole ? null : range)
                                    .destinationBucket(bucket.name())
                                    .destinationKey(newKey)
                                    .uploadId(uploadId)
                                    .partNumber(number)))
                    .copyPartResult();
            bucket.require(S3Action.COPY, newKey, copied == null ? null : copied.eTag());
            parts.add(completed(number, copied));
        }
        return parts;
    }

    /** Uploads that nobody has cancelled are interrupted; those that were cancelled have a moment to be aborted. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        threads.shutdownNow();
    }
}
