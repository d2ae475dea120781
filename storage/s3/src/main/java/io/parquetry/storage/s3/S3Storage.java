package io.parquetry.storage.s3;

import io.parquetry.connect.common.access.StorageProbe;
import io.parquetry.connect.common.storage.DurableOutputFile;
import io.parquetry.connect.common.storage.Leftovers;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Staging;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * A bucket, or what is below a prefix in it.
 *
 * <ol type="a">
 *   <li>Temporary files are on the local disk, and only this instance lists them. Staging uploads them, publishing
 *       completes the upload.
 *   <li>A directory is what keys have in common: it exists while there is a file in it.
 *   <li>What a request has changed is durable, and seen by every later request, when the store has answered.
 * </ol>
 */
public final class S3Storage implements Storage {
    /** Sorts behind all characters that a path may have. */
    private static final String LAST = new String(Character.toChars(Character.MAX_CODE_POINT));

    /** How often a document is sent that other requests get in the way of. */
    static final int ATTEMPTS_MAX = 5;

    private final Bucket bucket;
    private final LocalFiles local;
    private final Uploads uploads;

    S3Storage(S3Url root, S3Settings settings) {
        this.bucket = new Bucket(root, settings);
        this.local = new LocalFiles(settings.staging());
        this.uploads = new Uploads(bucket);
    }

    @Override
    public String url() {
        return bucket.root().toString();
    }

    @Override
    public void requirePath(String path) {
        bucket.root().key(path);
    }

    @Override
    public boolean isDirectory(String directory) throws IOException {
        String prefix = bucket.root().keysBelow(directory);
        boolean hasFiles = !page(prefix, null, 1).contents().isEmpty();
        return hasFiles || directory.isEmpty();
    }

    /** The next keys; none only where there are none: pages of deleted keys, which stores send, are passed over. */
    private ListObjectsV2Response page(String prefix, String after, int keysMax) throws IOException {
        ListObjectsV2Response page = page(prefix, after, null, keysMax);
        String token = null;
        while (page.contents().isEmpty() && page.isTruncated()) {
            String next = bucket.require(S3Action.LIST, prefix, page.nextContinuationToken());
            requireNew(!next.equals(token), after);
            token = next;
            page = page(prefix, after, token, keysMax);
        }
        return page;
    }

    private ListObjectsV2Response page(String prefix, String after, String token, int keysMax) throws IOException {
        ListObjectsV2Response page = bucket.call(
                S3Action.LIST,
                prefix,
                client -> client.listObjectsV2(request -> request.bucket(bucket.name())
                        .prefix(prefix)
                        .startAfter(token == null ? after : null)
                        .continuationToken(token)
                        .encodingType(EncodingType.URL)
                        .maxKeys(keysMax)));
        // A page of HTML is parsed as an empty listing, which would say that nothing was ever written.
        bucket.require(S3Action.LIST, prefix, page.isTruncated());
        return page;
    }

    /** A store that repeats a page would be asked without end. */
    private void requireNew(boolean isNew, String after) throws IOException {
        if (!isNew) {
            throw new IOException("cannot list " + bucket.root() + ": the store lists the same keys again"
                    + (after == null ? "" : ", from " + after + " on"));
        }
    }

    @Override
    public void list(String directory, ListingVisitor visitor) throws IOException {
        String prefix = bucket.root().keysBelow(directory);
        Entered entered = new Entered(directory, visitor);
        String after = null;
        boolean more = true;
        while (more) {
            ListObjectsV2Response page = page(prefix, after, 1_000);
            String before = after;
            String refused = null;
            for (S3Object object : page.contents()) {
                after = object.key();
                String path = bucket.root().path(object.key());
                if (refused != null && path.startsWith(refused) || !isPath(path, visitor)) {
                    continue;
                }
                refused = entered.refusedOf(path);
                if (refused == null) {
                    visitor.file(new StoredFile(
                            path, object.size(), object.lastModified().toEpochMilli(), ETag.version(object.eTag())));
                }
            }
            more = page.isTruncated();
            requireNew(!more || !after.equals(before), after);
            if (refused != null) {
                after = bucket.root().prefix() + refused + LAST;
            }
        }
        for (StoredFile file : local.below(directory)) {
            if (entered.refusedOf(file.path()) == null) {
                visitor.file(file);
            }
        }
    }

    /** Keys are listed in order, a thousand at once, whatever slashes they have. */
    @Override
    public boolean listsTrees() {
        return true;
    }

    /** Other programs write keys that are no paths; those of empty "directories" end in a slash, and are no files. */
    private static boolean isPath(String path, ListingVisitor visitor) throws IOException {
        try {
            StoragePath.requireFile(path);
            return true;
        } catch (IllegalArgumentException other) {
            if (!path.isEmpty() && !path.endsWith("/")) {
                visitor.unreadable(path, other.getMessage());
            }
            return false;
        }
    }

    /** Asks the visitor once for each directory. */
    private static final class Entered {
        private final String root;
        private final ListingVisitor visitor;
        private final Set<String> entered = new HashSet<>();
        private String last = "";

        Entered(String root, ListingVisitor visitor) {
            this.root = root;
            this.visitor = visitor;
        }

        /** The directory, with a slash, that the visitor refuses to enter for a file; null when it enters all. */
        String refusedOf(String path) throws IOException {
            String parent = StoragePath.parent(path);
            if (parent.equals(last)) {
                return null;
            }
            int end = root.isEmpty() ? path.indexOf('/') : path.indexOf('/', root.length() + 1);
            for (; end >= 0; end = path.indexOf('/', end + 1)) {
                String directory = path.substring(0, end);
                if (!entered.contains(directory)) {
                    if (!visitor.enter(directory)) {
                        return directory + "/";
                    }
                    entered.add(directory);
                }
            }
            last = parent;
            return null;
        }
    }

    @Override
    public OptionalLong length(String path) throws IOException {
        String key = bucket.root().key(path);
        if (local.has(path)) {
            return OptionalLong.of(local.length(path));
        }
        return uploads.head(key)
                .map(object -> OptionalLong.of(object.contentLength()))
                .orElse(OptionalLong.empty());
    }

    @Override
    public Optional<StoredFile> find(String path) throws IOException {
        return uploads.head(bucket.root().key(path))
                .map(object -> new StoredFile(
                        path,
                        object.contentLength(),
                        object.lastModified().toEpochMilli(),
                        ETag.version(object.eTag())));
    }

    @Override
    public InputFile open(String path) throws IOException {
        StoragePath.requireFile(path);
        return local.has(path) ? local.open(path) : S3InputFile.open(bucket, path, "");
    }

    @Override
    public InputFile open(StoredFile listed) throws IOException {
        return listed.hasVersion() ? S3InputFile.open(bucket, listed.path(), listed.version()) : open(listed.path());
    }

    @Override
    public DurableOutputFile create(String path) throws IOException {
        StoragePath.requireFile(path);
        return local.create(path);
    }

    @Override
    public long temporaryBytesLeft() {
        return local.bytesLeft();
    }

    @Override
    public Staging stage(String temporary, String path) throws IOException {
        return uploads.begin(local.file(temporary), temporary, path);
    }

    @Override
    public void publish(StagedFile staged, String path) throws IOException {
        uploads.complete(staged, path);
        local.delete(staged.temporary());
    }

    @Override
    public Leftovers staged(String directory, Predicate<String> paths) throws IOException {
        List<MultipartUpload> found = uploads.found(directory, paths);
        return () -> uploads.abort(found);
    }

    @Override
    public void publish(String temporary, String path) throws IOException {
        StoragePath.requireFile(temporary);
        bucket.root().key(path);
        if (!local.has(temporary)) {
            uploads.move(temporary, path);
            return;
        }
        StagedFile staged = stage(temporary, path).await();
        try {
            publish(staged, path);
        } catch (FileAlreadyExistsException taken) {
            uploads.abort(staged, path);
            throw taken;
        }
    }

    @Override
    public void rename(StoredFile listed, String newPath) throws IOException {
        uploads.move(listed.path(), listed.version(), newPath);
    }

    @Override
    public boolean createIfAbsent(String path, byte[] document) throws IOException {
        String key = bucket.root().key(path);
        S3Failure last = null;
        boolean repeated = false;
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            try {
                PutObjectResponse created = bucket.call(
                        S3Action.CREATE,
                        key,
                        client -> client.putObject(
                                request -> request.bucket(bucket.name())
                                        .key(key)
                                        .contentMD5(Md5.base64(document))
                                        .ifNoneMatch("*"),
                                RequestBody.fromBytes(document)));
                bucket.require(S3Action.CREATE, key, created.eTag());
                return true;
            } catch (S3Failure e) {
                repeated |= e.attempts() > 1;
                if (e.status() == S3Failure.PRECONDITION_FAILED) {
                    return repeated && isThere(path, document);
                }
                if (e.status() != S3Failure.CONFLICT) {
                    throw e;
                }
                last = e;
            }
        }
        throw last;
    }

    /** Whether a key is taken by this document: when a reply is lost, the request that is sent again finds it. */
    private boolean isThere(String path, byte[] document) throws IOException {
        return length(path).equals(OptionalLong.of(document.length))
                && Arrays.equals(read(path, document.length), document);
    }

    @Override
    public void delete(String path) throws IOException {
        String key = bucket.root().key(path);
        if (local.has(path)) {
            local.delete(path);
            return;
        }
        bucket.find(
                S3Action.DELETE,
                key,
                client -> client.deleteObject(
                        request -> request.bucket(bucket.name()).key(key)));
    }

    /** @throws StagingException when no files can be created on the local disk */
    void requireLocalDirectory() throws IOException {
        local.directory();
    }

    Preflight preflight(String directory, StorageProbe.Progress progress) {
        return new Preflight(this, uploads, directory, progress);
    }

    @Override
    public void close() throws IOException {
        uploads.close();
        try {
            local.close();
        } finally {
            bucket.close();
        }
    }
}
