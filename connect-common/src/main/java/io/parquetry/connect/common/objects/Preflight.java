package io.parquetry.connect.common.objects;

import io.parquetry.connect.common.access.StepListener;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.objects.ObjectFailure.Kind;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.TemporaryFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Proves what exactly-once delivery needs of a store, with objects below a directory of its own that it deletes. Stores
 * that answer "not implemented" fail anyway; those that ignore a condition would lose or duplicate records silently.
 */
final class Preflight {
    private static final int CONTENDERS = 8;
    private static final String IMPOSSIBLE = ". Exactly-once delivery is impossible on it. ";

    /** The version of no object here. */
    private static final String OTHER_VERSION = "00000000000000000000000000000000";

    private final ObjectStorage storage;
    private final Uploads uploads;
    private final StepListener progress;
    private final String directory;
    private final String document;
    private final String contested;
    private final String file;

    Preflight(ObjectStorage storage, Uploads uploads, String parent, StepListener progress) {
        this.storage = storage;
        this.uploads = uploads;
        this.progress = progress;
        this.directory = StoragePath.in(parent, UUID.randomUUID().toString());
        this.document = StoragePath.in(directory, "document");
        this.contested = StoragePath.in(directory, "contested");
        this.file = StoragePath.in(directory, new DataFileName("preflight", 0, 0, 0, 0).format());
    }

    void run() throws IOException {
        try {
            create();
            contest();
            completeAndAbort();
            at("deleting an object");
            for (String path : List.of(document, contested, file)) {
                storage.delete(path);
                require(storage.find(path).isEmpty(), "keeps an object that was deleted");
            }
        } catch (IOException e) {
            cleanUp();
            throw e;
        }
    }

    /** For a source that deletes or moves objects, which others may replace at the last moment. */
    void runForMoves() throws IOException {
        try {
            create();
            at("checking that no other version of an object is deleted");
            try {
                uploads.delete(document, OTHER_VERSION);
            } catch (ObjectFailure refused) {
                if (!refused.is(Kind.REPLACED)) {
                    throw refused;
                }
            }
            require(
                    storage.find(document).isPresent(),
                    "deletes an object although the request forbids it (DELETE with If-Match)");
            at("deleting a version of an object");
            uploads.delete(document, uploads.version(document));
            require(storage.find(document).isEmpty(), "keeps an object that was deleted (DELETE with If-Match)");
        } catch (IOException e) {
            cleanUp();
            throw e;
        }
    }

    private void at(String step) {
        progress.at(step);
    }

    private void require(boolean holds, String fault) throws IOException {
        if (!holds) {
            throw new IOException(
                    "this store " + fault + IMPOSSIBLE + uploads.traits().advice());
        }
    }

    private static byte[] content(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private boolean has(String path, String text) throws IOException {
        try {
            return Arrays.equals(storage.read(path, text.length() + 1), content(text));
        } catch (ObjectFailure e) {
            if (e.is(Kind.ARCHIVED)) {
                return storage.find(path)
                        .filter(object -> object.bytes() == text.length())
                        .isPresent();
            }
            throw e;
        }
    }

    private void create() throws IOException {
        at("creating an object");
        require(storage.createIfAbsent(document, content("first")), "refuses to create an object at a free key");
        at("checking that no object is overwritten");
        require(
                !storage.createIfAbsent(document, content("second")) && has(document, "first"),
                "overwrites an object although the request forbids it (PUT with If-None-Match)");
    }

    private void contest() throws IOException {
        at("creating an object " + CONTENDERS + " times at once");
        ExecutorService threads = Executors.newFixedThreadPool(CONTENDERS);
        try {
            List<Callable<Boolean>> attempts = new ArrayList<>();
            for (int i = 0; i < CONTENDERS; i++) {
                byte[] content = content("contender " + i);
                attempts.add(() -> storage.createIfAbsent(contested, content));
            }
            List<Future<Boolean>> results = threads.invokeAll(attempts);
            int winner = -1;
            for (int i = 0; i < CONTENDERS; i++) {
                if (results.get(i).get()) {
                    require(winner < 0, "lets several of " + CONTENDERS + " requests create the same object");
                    winner = i;
                }
            }
            require(winner >= 0, "lets none of " + CONTENDERS + " concurrent requests create an object");
            require(has(contested, "contender " + winner), "overwrites an object that was created at the same time");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private void completeAndAbort() throws IOException {
        at("uploading a file");
        StagedFile first = stage("first");
        at("checking that an upload is invisible before it is completed");
        require(storage.find(file).isEmpty(), "shows an upload before it is completed");
        boolean dropsUploads = uploads.traits().dropsUploads();
        require(
                !dropsUploads || isUploading(),
                "does not list uploads, so that those of dead tasks would never be aborted");
        at("completing an upload");
        storage.publish(first);
        require(has(file, "first"), "changes what is uploaded");
        requireRepeatable(first);

        StagedFile second = stage("second");
        at("checking that no upload is completed over an object");
        requireRefused(second);
        at("aborting an upload");
        uploads.abort(second);
        require(!isUploading(), "keeps an upload that was aborted");
    }

    private StagedFile stage(String content) throws IOException {
        String temporary = StoragePath.in(directory, content + ".tmp");
        try (TemporaryFile out = storage.create(temporary)) {
            out.write(content(content), 0, content.length());
            return out.stage(file).await();
        }
    }

    private boolean isUploading() throws IOException {
        return !uploads.found(directory, file::equals).isEmpty();
    }

    private void requireRepeatable(StagedFile published) throws IOException {
        at("completing an upload again");
        try {
            storage.publish(published);
        } catch (NoSuchFileException | FileAlreadyExistsException e) {
            throw new IOException(
                    "this store does not keep the metadata of an object" + IMPOSSIBLE
                            + uploads.traits().advice(),
                    e);
        }
    }

    private void requireRefused(StagedFile staged) throws IOException {
        try {
            storage.publish(staged);
        } catch (FileAlreadyExistsException refused) {
            require(has(file, "first"), "changes an object although it refuses to");
            return;
        }
        require(false, "completes an upload over an existing object");
    }

    /** Of what a failure has left; the failure is what the user has to know. */
    private void cleanUp() {
        for (String path : List.of(document, contested, file)) {
            try {
                if (storage.find(path).isPresent()) {
                    storage.delete(path);
                }
            } catch (IOException unreachable) {
                // The next path may be deletable.
            }
        }
        try {
            uploads.abort(uploads.found(directory, file::equals));
        } catch (IOException unreachable) {
            // Said before, or dropped by the store when it is old.
        }
    }
}
