package io.parquetry.connect.common.objects;

import io.parquetry.connect.common.access.StepListener;
import io.parquetry.connect.common.objects.ObjectClient.Page;
import io.parquetry.connect.common.objects.ObjectClient.Position;
import io.parquetry.connect.common.objects.ObjectClient.StoredObject;
import io.parquetry.connect.common.objects.ObjectClient.Upload;
import io.parquetry.connect.common.objects.ObjectFailure.Kind;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.OpenUploads;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.Predicate;

/**
 * A bucket or container of an object store, or what is below a prefix in it.
 *
 * <ol type="a">
 *   <li>Temporary files are on the local disk, and only this instance lists them. Staging uploads them, publishing
 *       completes the upload.
 *   <li>A directory is what keys have in common: it exists while there is a file in it.
 *   <li>What a request has changed is durable, and seen by every later request, when the store has answered.
 * </ol>
 */
public final class ObjectStorage implements Storage {
    /** Sorts behind all characters that a path may have. */
    private static final String LAST = new String(Character.toChars(Character.MAX_CODE_POINT));

    /** How often a document is sent that other requests get in the way of. */
    static final int ATTEMPTS_MAX = 5;

    private final ObjectClient client;
    private final ObjectRoot root;
    private final LocalFiles local;
    private final Uploads uploads;

    public ObjectStorage(ObjectClient client, ObjectSettings settings) {
        this(client, settings, Uploads.threads());
    }

    /** @param threads that upload parts; they are shut down with the storage */
    public ObjectStorage(ObjectClient client, ObjectSettings settings, ExecutorService threads) {
        this.client = client;
        this.root = client.root();
        this.local = new LocalFiles(settings.keys());
        this.uploads = new Uploads(client, settings.partBytes(), threads);
    }

    @Override
    public String url() {
        return root.url();
    }

    @Override
    public void requirePath(String path) {
        root.key(path);
    }

    @Override
    public boolean isDirectory(String directory) throws IOException {
        String prefix = root.keysBelow(directory);
        boolean hasFiles = !client.list(prefix, Position.FIRST, 1).items().isEmpty();
        return hasFiles || directory.isEmpty();
    }

    @Override
    public void list(String directory, ListingVisitor visitor) throws IOException {
        String prefix = root.keysBelow(directory);
        Entered entered = new Entered(directory, visitor);
        Optional<Position> next = Optional.of(Position.FIRST);
        while (next.isPresent()) {
            Position from = next.get();
            Page<StoredObject> page = client.list(prefix, from, 1_000);
            String refused = null;
            for (StoredObject object : page.items()) {
                String path = root.path(object.key());
                if (refused != null && path.startsWith(refused) || !isPath(path, visitor)) {
                    continue;
                }
                refused = entered.refusedOf(path);
                if (refused == null) {
                    visitor.file(stored(path, object));
                }
            }
            next = page.next();
            if (next.filter(from::equals).isPresent()) {
                throw new IOException("cannot list " + root + ": the store lists the same keys again"
                        + (from.afterKey().isEmpty() ? "" : ", from " + from.afterKey() + " on"));
            }
            if (refused != null && next.isPresent()) {
                next = Optional.of(
                        new Position(root.prefix() + refused + LAST, next.get().token()));
            }
        }
        for (StoredFile file : local.below(directory)) {
            if (entered.refusedOf(file.path()) == null) {
                visitor.file(file);
            }
        }
    }

    private static StoredFile stored(String path, StoredObject object) {
        return new StoredFile(path, object.bytes(), object.modifiedMs(), object.version());
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
    public Optional<StoredFile> find(String path) throws IOException {
        String key = root.key(path);
        Optional<StoredFile> temporary = local.find(path);
        return temporary.isPresent() ? temporary : client.head(key).map(object -> stored(path, object));
    }

    @Override
    public InputFile open(String path) throws IOException {
        StoragePath.requireFile(path);
        return local.has(path) ? local.open(path) : ObjectInputFile.open(client, path, "", OptionalLong.empty());
    }

    @Override
    public InputFile open(StoredFile listed) throws IOException {
        return listed.hasVersion()
                ? ObjectInputFile.open(client, listed.path(), listed.version(), OptionalLong.of(listed.bytes()))
                : open(listed.path());
    }

    @Override
    public TemporaryFile create(String path) throws IOException {
        StoragePath.requireFile(path);
        return local.create(path, uploads);
    }

    @Override
    public long temporaryBytesLeft() {
        return local.bytesLeft();
    }

    @Override
    public void publish(StagedFile staged) throws IOException {
        root.key(staged.path());
        if (staged.isUpload()) {
            uploads.complete(staged);
            local.delete(staged.temporary());
        } else {
            uploads.move(staged.temporary(), "", staged.path());
        }
    }

    @Override
    public OpenUploads uploads(String directory, Predicate<String> paths) throws IOException {
        List<Upload> found = uploads.found(directory, paths);
        return () -> uploads.abort(found);
    }

    @Override
    public void rename(StoredFile listed, String newPath) throws IOException {
        uploads.move(listed.path(), listed.version(), newPath);
    }

    @Override
    public boolean createIfAbsent(String path, byte[] document) throws IOException {
        String key = root.key(path);
        ObjectFailure last = null;
        boolean repeated = false;
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            try {
                client.putIfAbsent(key, document);
                return true;
            } catch (ObjectFailure e) {
                repeated |= e.answer().attempts() > 1;
                if (e.is(Kind.TAKEN)) {
                    return repeated && isThere(path, document);
                }
                if (!e.is(Kind.CONTESTED)) {
                    throw e;
                }
                last = e;
            }
        }
        throw last;
    }

    /** Whether a key is taken by this document: when a reply is lost, the request that is sent again finds it. */
    private boolean isThere(String path, byte[] document) throws IOException {
        return find(path).filter(file -> file.bytes() == document.length).isPresent()
                && Arrays.equals(read(path, document.length), document);
    }

    @Override
    public void delete(String path) throws IOException {
        String key = root.key(path);
        if (local.has(path)) {
            local.delete(path);
            return;
        }
        client.delete(key, "");
    }

    @Override
    public void deleteUnshared(String directory) throws IOException {
        local.deleteBelow(directory);
    }

    /** @throws StagingException when no files can be created on the local disk */
    void requireLocalDirectory() throws IOException {
        local.directory();
    }

    Preflight preflight(String directory, StepListener progress) {
        return new Preflight(this, uploads, directory, progress);
    }

    @Override
    public void close() throws IOException {
        uploads.close();
        try {
            local.close();
        } finally {
            client.close();
        }
    }
}
