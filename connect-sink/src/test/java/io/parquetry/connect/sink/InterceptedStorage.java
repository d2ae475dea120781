package io.parquetry.connect.sink;

import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.OpenUploads;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A real storage that calls a listener before each step of a commit. */
final class InterceptedStorage implements Storage {
    /** The steps of a commit. */
    enum Step {
        CREATE_IF_ABSENT,
        PUBLISH
    }

    /** Called before each step. */
    @FunctionalInterface
    interface Disturbance {
        /** @param number how many steps of this kind were tried before */
        void before(Step step, int number);
    }

    private final Storage storage;
    private final Disturbance disturbance;
    private final Map<Step, Integer> counts = new EnumMap<>(Step.class);

    InterceptedStorage(Storage storage, Disturbance disturbance) {
        this.storage = storage;
        this.disturbance = disturbance;
    }

    private void before(Step step) {
        disturbance.before(step, counts.merge(step, 1, Integer::sum) - 1);
    }

    @Override
    public String url() {
        return storage.url();
    }

    @Override
    public void requirePath(String path) {
        storage.requirePath(path);
    }

    @Override
    public boolean isDirectory(String directory) throws IOException {
        return storage.isDirectory(directory);
    }

    @Override
    public void list(String directory, ListingVisitor visitor) throws IOException {
        storage.list(directory, visitor);
    }

    @Override
    public Optional<StoredFile> find(String path) throws IOException {
        return storage.find(path);
    }

    @Override
    public InputFile open(String path) throws IOException {
        return storage.open(path);
    }

    @Override
    public TemporaryFile create(String path) throws IOException {
        return storage.create(path);
    }

    @Override
    public void publish(StagedFile staged) throws IOException {
        before(Step.PUBLISH);
        storage.publish(staged);
    }

    @Override
    public OpenUploads uploads(String directory, Predicate<String> paths) throws IOException {
        return storage.uploads(directory, paths);
    }

    @Override
    public void rename(StoredFile listed, String newPath) throws IOException {
        storage.rename(listed, newPath);
    }

    @Override
    public boolean createIfAbsent(String path, byte[] document) throws IOException {
        before(Step.CREATE_IF_ABSENT);
        return storage.createIfAbsent(path, document);
    }

    @Override
    public byte[] read(String path, int bytesMax) throws IOException {
        return storage.read(path, bytesMax);
    }

    @Override
    public void deleteUnshared(String directory) throws IOException {
        storage.deleteUnshared(directory);
    }

    @Override
    public void delete(String path) throws IOException {
        storage.delete(path);
    }

    @Override
    public void close() throws IOException {
        storage.close();
    }
}
