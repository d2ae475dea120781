package io.parquetry.connect.common.objects;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.objects.ObjectClient.Page;
import io.parquetry.connect.common.objects.ObjectClient.Position;
import io.parquetry.connect.common.objects.ObjectClient.StoredObject;
import io.parquetry.connect.common.objects.ObjectClient.Upload;
import io.parquetry.connect.common.objects.ObjectFailure.Kind;
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
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Uploads: durable and invisible until they are completed, by anybody who knows the id.
 *
 * <ol type="a">
 *   <li>An upload carries a random id, which its object has. So the object at the key can be told from any other,
 *       however it is encrypted.
 *   <li>An upload is completed only if the key is free.
 *   <li>After any answer but success, the key decides: the object with the id is there, or another one, or none.
 *   <li>An upload is gone when a completion is answered so and the key is free. The parts that the store lists prove
 *       nothing: a part that arrives after the upload was aborted is kept and listed by some stores.
 * </ol>
 */
final class Uploads implements Closeable {
    private static final Log LOG = Log.of(Uploads.class);
    private static final int ATTEMPTS_MAX = 5;
    private static final long IDLE_SECONDS = 10;

    /** How many parts a task uploads at a time, beside the records that it writes. */
    private static final int THREADS = 2;

    private static final long CLOSE_SECONDS = 5;

    private final ObjectClient client;
    private final long partBytes;
    private final ExecutorService threads;

    Uploads(ObjectClient client, long partBytes, ExecutorService threads) {
        this.client = client;
        this.partBytes = partBytes;
        this.threads = threads;
    }

    static ExecutorService threads() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Uploads::thread);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "parquetry-upload");
        thread.setDaemon(true);
        return thread;
    }

    /** The handle of an upload: the id of the object, that of the upload, and the number of its parts. */
    record Handle(String id, String uploadId, int parts) {
        private static final Pattern TEXT = Pattern.compile("([^ ]+) ([^ ]+) ([0-9]{1,5})");

        static Handle parse(StagedFile staged) throws IOException {
            Matcher text = TEXT.matcher(staged.upload());
            if (!text.matches()) {
                throw new IOException("the handle \"" + staged.upload() + "\" of " + staged.temporary()
                        + " is not one of an upload to an object store");
            }
            return new Handle(text.group(1), text.group(2), Integer.parseInt(text.group(3)));
        }

        String text() {
            return id + " " + uploadId + " " + parts;
        }
    }

    ObjectTraits traits() {
        return client.traits();
    }

    /** Begins to upload a file of the local disk. */
    Staging begin(Path file, String temporary, String path) throws IOException {
        String key = client.root().key(path);
        String id = UUID.randomUUID().toString();
        FileUpload upload = new FileUpload(client, partBytes, file, key, id, threads);
        return new Staging() {
            @Override
            public StagedFile await() throws IOException {
                FileUpload.Finished finished = upload.await();
                return new StagedFile(temporary, path, new Handle(id, finished.uploadId(), finished.parts()).text());
            }

            @Override
            public void cancel() {
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
    void complete(StagedFile staged) throws IOException {
        Handle handle = Handle.parse(staged);
        String path = staged.path();
        String key = client.root().key(path);
        Upload upload = new Upload(key, handle.uploadId());
        ObjectFailure last = null;
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            try {
                client.completeIfAbsent(upload, handle.parts());
                return;
            } catch (ObjectFailure e) {
                last = e;
                if (isAt(key, handle.id(), e, path)) {
                    return;
                }
                if (e.is(Kind.NOT_THERE)) {
                    abortQuietly(upload);
                    requireThere(handle, key, path);
                    return;
                }
            }
        }
        throw new IOException(
                "cannot publish " + path + " in " + client.root() + ": the store refused to complete the upload "
                        + ATTEMPTS_MAX + " times",
                last);
    }

    /** From then on nobody completes it, and the store keeps no part that came after it was aborted before. */
    private void abortQuietly(Upload upload) {
        try {
            client.abort(upload);
        } catch (IOException e) {
            LOG.debug(
                    "{}: what is left of its upload {} cannot be aborted: {}", upload.key(), upload.id(), e.toString());
        }
    }

    /** The object at a key; one without our id is asked for twice: the answer of a broken connection is cut off. */
    private Optional<StoredObject> headTwice(String key, String id) throws IOException {
        Optional<StoredObject> object = client.head(key);
        return object.isPresent() && !object.get().id().equals(id) ? client.head(key) : object;
    }

    /** Whether the key has the object of this upload. */
    private boolean isAt(String key, Handle handle) throws IOException {
        return headTwice(key, handle.id())
                .filter(object -> object.id().equals(handle.id()))
                .isPresent();
    }

    /** What the key says after a completion was refused. */
    private boolean isAt(String key, String id, ObjectFailure refusal, String path) throws IOException {
        Optional<StoredObject> there;
        try {
            there = headTwice(key, id);
        } catch (IOException e) {
            refusal.addSuppressed(e);
            throw refusal;
        }
        if (there.isPresent() && there.get().id().equals(id)) {
            return true;
        }
        switch (refusal.kind()) {
            case TAKEN -> {
                if (there.isPresent()) {
                    throw new FileAlreadyExistsException(path, null, "another object has its key");
                }
            }
            case CONTESTED, NOT_THERE ->
                LOG.debug("{}: {}; whether the upload is still there is looked up", key, refusal.getMessage());
            case REPLACED, ARCHIVED, AWAY, MISCONFIGURED, UNCLEAR -> throw refusal;
        }
        return false;
    }

    private void requireThere(Handle handle, String key, String path) throws IOException {
        if (!isAt(key, handle)) {
            throw new NoSuchFileException(path, null, "its upload " + handle.uploadId() + " does not exist any more");
        }
    }

    /** The uploads to keys below a directory whose paths the filter accepts. */
    List<Upload> found(String directory, Predicate<String> paths) throws IOException {
        List<Upload> found = new ArrayList<>();
        String prefix = client.root().keysBelow(directory);
        Optional<Position> next = Optional.of(Position.FIRST);
        while (next.isPresent()) {
            Position from = next.get();
            Page<Upload> page = client.uploads(prefix, from);
            page.items().stream()
                    .filter(upload -> paths.test(client.root().path(upload.key())))
                    .forEach(found::add);
            next = page.next();
            if (next.filter(from::equals).isPresent()) {
                throw new IOException("cannot list the uploads below " + client.root() + directory
                        + ": the store lists the same ones again");
            }
        }
        return found;
    }

    void abort(List<Upload> found) throws IOException {
        for (Upload upload : found) {
            client.abort(upload);
        }
    }

    void abort(StagedFile staged) throws IOException {
        client.abort(new Upload(
                client.root().key(staged.path()), Handle.parse(staged).uploadId()));
    }

    /**
     * Moves an object: copies it into an upload, completes that, and deletes the object if it is still the same. The
     * copy has an id that is made of the object's; so a call that was interrupted before the deletion can be repeated.
     * An object that replaces the copied one before the deletion stays: it is as if it had come after the move.
     *
     * @param version that the object must have; empty for whichever it has
     * @throws NoSuchFileException when there is no object at {@code path}
     * @throws FileAlreadyExistsException when an object has the new key
     * @throws ReplacedFileException when the object has another version
     */
    void move(String path, String version, String newPath) throws IOException {
        String key = client.root().key(path);
        String newKey = client.root().key(newPath);
        StoredObject object = client.head(key).orElseThrow(() -> new NoSuchFileException(path));
        if (!version.isEmpty() && !version.equals(object.version())) {
            throw new ReplacedFileException(client.root() + path + ": was replaced by another object", null);
        }
        String id = UUID.nameUUIDFromBytes(
                        (key + " " + object.version() + " " + object.modifiedMs()).getBytes(StandardCharsets.UTF_8))
                .toString();
        Optional<StoredObject> there = headTwice(newKey, id);
        if (there.isEmpty()) {
            copy(object, id, newPath);
        } else if (!there.get().id().equals(id)) {
            throw new FileAlreadyExistsException(newPath);
        }
        try {
            client.delete(key, object.version());
        } catch (ObjectFailure refused) {
            if (!refused.is(Kind.REPLACED)
                    || client.head(key)
                            .filter(now -> now.version().equals(object.version()))
                            .isPresent()) {
                throw refused;
            }
            LOG.debug("{} was replaced by another object after it was copied to {}", key, newKey);
        }
    }

    /** @throws NoSuchFileException when there is no object at the path */
    String version(String path) throws IOException {
        return client.head(client.root().key(path))
                .orElseThrow(() -> new NoSuchFileException(path))
                .version();
    }

    /** Deletes an object if it has this version still, or is gone. */
    void delete(String path, String version) throws IOException {
        client.delete(client.root().key(path), version);
    }

    private void copy(StoredObject object, String id, String newPath) throws IOException {
        String newKey = client.root().key(newPath);
        Upload upload = new Upload(newKey, client.begin(newKey, id));
        try {
            int parts = copyParts(object, upload);
            complete(new StagedFile(newPath, newPath, new Handle(id, upload.id(), parts).text()));
        } catch (IOException e) {
            try {
                client.abort(upload);
            } catch (IOException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
    }

    private int copyParts(StoredObject object, Upload upload) throws IOException {
        long most = client.traits().copyBytesMax();
        int parts = 0;
        for (long begin = 0; begin == 0 || begin < object.bytes(); begin += most) {
            long length = Math.min(most, object.bytes() - begin);
            parts++;
            client.part(
                    upload,
                    parts,
                    new PartContent.OfObject(object.key(), object.version(), begin, length, object.bytes() <= most));
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
