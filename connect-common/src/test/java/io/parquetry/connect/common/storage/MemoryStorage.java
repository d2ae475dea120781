package io.parquetry.connect.common.storage;

import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.MemoryInputFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** The storage of one process on a {@link MemoryDisk}, in which a test can fail any step. */
public final class MemoryStorage implements Storage {
    private final MemoryDisk disk;
    private StorageSteps steps = StorageSteps.UNDISTURBED;
    private boolean crashed;

    public MemoryStorage(MemoryDisk disk) {
        this.disk = Objects.requireNonNull(disk, "disk");
    }

    /** Calls this before each further step. */
    public void steps(StorageSteps listener) {
        steps = listener;
    }

    private void step(String what) throws IOException {
        if (crashed) {
            throw new SimulatedCrash(what + " (it was dead before)");
        }
        try {
            steps.before(what);
        } catch (SimulatedCrash crash) {
            crashed = true;
            throw crash;
        }
    }

    private TreeMap<String, MemoryDisk.File> names() {
        return disk.names();
    }

    @Override
    public String url() {
        return "memory:/";
    }

    @Override
    public boolean isDirectory(String directory) throws IOException {
        String prefix = prefix(directory);
        step("look for directory " + directory);
        return names().keySet().stream().anyMatch(path -> path.startsWith(prefix));
    }

    private static String prefix(String directory) {
        String checked = StoragePath.requireDirectory(directory);
        return checked.isEmpty() ? "" : checked + "/";
    }

    @Override
    public void list(String directory, ListingVisitor visitor) throws IOException {
        String prefix = prefix(directory);
        step("list " + directory);
        for (var entry : new TreeMap<>(names()).entrySet()) {
            String path = entry.getKey();
            if (path.startsWith(prefix) && entersAll(path, prefix.length(), visitor)) {
                visitor.file(listed(path, entry.getValue()));
            }
        }
    }

    private static boolean entersAll(String path, int from, ListingVisitor visitor) throws IOException {
        for (int slash = path.indexOf('/', from); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            if (!visitor.enter(path.substring(0, slash))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Optional<StoredFile> find(String path) throws IOException {
        StoragePath.requireFile(path);
        step("look at " + path);
        return Optional.ofNullable(names().get(path)).map(file -> listed(path, file));
    }

    private static StoredFile listed(String path, MemoryDisk.File file) {
        return new StoredFile(path, file.bytes().length, file.modifiedMs());
    }

    @Override
    public InputFile open(String path) throws IOException {
        StoragePath.requireFile(path);
        step("open " + path);
        return new MemoryInputFile(path, existing(path).bytes());
    }

    private MemoryDisk.File existing(String path) throws NoSuchFileException {
        MemoryDisk.File file = names().get(path);
        if (file == null) {
            throw new NoSuchFileException(path);
        }
        return file;
    }

    @Override
    public Output create(String path) throws IOException {
        StoragePath.requireFile(path);
        step("create " + path);
        MemoryDisk.File file = new MemoryDisk.File(0);
        if (names().putIfAbsent(path, file) != null) {
            throw new FileAlreadyExistsException(path);
        }
        return new Output(path, file);
    }

    @Override
    public void publish(StagedFile staged) throws IOException {
        move(staged.temporary(), staged.path());
    }

    @Override
    public void rename(StoredFile listed, String newPath) throws IOException {
        move(StoragePath.requireFile(listed.path()), StoragePath.requireFile(newPath));
    }

    private void move(String temporary, String path) throws IOException {
        step("link " + temporary + " to " + path);
        MemoryDisk.File file = existing(temporary);
        MemoryDisk.File present = names().putIfAbsent(path, file);
        if (present != null && present != file) {
            throw new FileAlreadyExistsException(path);
        }
        step("sync the directory of " + path);
        disk.syncDirectory(StoragePath.parent(path));
        step("unlink " + temporary);
        names().remove(temporary);
        step("done publishing " + path);
    }

    @Override
    public boolean createIfAbsent(String path, byte[] document) throws IOException {
        StoragePath.requireFile(path);
        step("look at " + path);
        if (names().containsKey(path)) {
            return false;
        }
        String temporary = path + "." + UUID.randomUUID() + ".tmp";
        try {
            return createFrom(temporary, path, document);
        } catch (IOException e) {
            names().remove(temporary);
            throw e;
        }
    }

    private boolean createFrom(String temporary, String path, byte[] document) throws IOException {
        Output out = create(temporary);
        out.write(document, 0, document.length);
        out.sync();
        step("link " + temporary + " to " + path);
        if (!names().containsKey(temporary)) {
            if (names().containsKey(path)) {
                return false;
            }
            throw new NoSuchFileException(temporary);
        }
        boolean created = names().putIfAbsent(path, names().get(temporary)) == null;
        step("sync the directory of " + path);
        disk.syncDirectory(StoragePath.parent(path));
        step("unlink " + temporary);
        names().remove(temporary);
        step("done creating " + path);
        return created;
    }

    @Override
    public void makeDurable(String document) throws IOException {
        step("sync the directory of " + document);
        disk.syncDirectory(StoragePath.parent(document));
    }

    @Override
    public byte[] read(String path, int bytesMax) throws IOException {
        StoragePath.requireFile(path);
        step("read " + path);
        byte[] bytes = existing(path).bytes();
        if (bytes.length > bytesMax) {
            throw new IOException(
                    path + ": has " + bytes.length + " bytes, where at most " + bytesMax + " are allowed");
        }
        return bytes.clone();
    }

    @Override
    public void delete(String path) throws IOException {
        StoragePath.requireFile(path);
        step("delete " + path);
        names().remove(path);
    }

    @Override
    public void close() {}

    final class Output implements TemporaryFile {
        private final String path;
        private final MemoryDisk.File file;
        private long position;

        Output(String path, MemoryDisk.File file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public String name() {
            return path;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            step("write " + path);
            file.append(buffer, offset, length);
            position += length;
        }

        void sync() throws IOException {
            step("sync " + path);
            file.sync();
            disk.syncDirectory(StoragePath.parent(path));
            step("done syncing " + path);
        }

        @Override
        public Staging stage(String finalPath) throws IOException {
            StagedFile staged = new StagedFile(path, finalPath);
            sync();
            return () -> staged;
        }

        @Override
        public void close() {}
    }
}
