package io.parquetry.simulation;

import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Staging;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.MemoryInputFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A local file system or HDFS as one process uses it: each operation is made of the requests that the real storage of
 * this kind makes.
 */
final class SimulatedStorage implements Storage {
    private final SimulatedRequests requests;
    private final boolean isAppender;
    private final World world;
    private final SimulatedDisk disk;
    private final StorageKind kind;
    private final EntryView view;

    /** The storage of a process: for an object store the product's own, on a simulated client. */
    static Storage open(SimulatedProcess process, SimulatedDisk disk) {
        return process.world().kind == StorageKind.OBJECTS
                ? SimulatedObjectClient.storage(process, disk)
                : new SimulatedStorage(process, disk);
    }

    private SimulatedStorage(SimulatedProcess process, SimulatedDisk disk) {
        this.requests = new SimulatedRequests(process);
        this.isAppender = process.name().startsWith("appender");
        this.world = process.world();
        this.disk = disk;
        this.kind = world.kind;
        this.view = EntryView.of(process);
    }

    private <T> T request(Step step, String path, SimulatedRequests.Effect<T> effect) throws IOException {
        return requests.send(step, path, effect);
    }

    @Override
    public String url() {
        return "simulated:/";
    }

    @Override
    public boolean isDirectory(String directory) throws IOException {
        String prefix = prefix(directory);
        return request(Step.LENGTH, directory, () -> !disk.names(prefix).isEmpty());
    }

    private static String prefix(String directory) {
        String checked = StoragePath.requireDirectory(directory);
        return checked.isEmpty() ? "" : checked + "/";
    }

    /**
     * Files that are there from the first to the last request are listed; others may be, as they were when one of the
     * requests saw them.
     */
    @Override
    public void list(String directory, ListingVisitor visitor) throws IOException {
        String prefix = prefix(directory);
        Map<String, StoredFile> ever = new LinkedHashMap<>(request(Step.LIST, directory, () -> page(prefix)));
        Set<String> always = new HashSet<>(ever.keySet());
        int pages = world.dice.below(3);
        for (int page = 0; page < pages; page++) {
            Map<String, StoredFile> next = request(Step.LIST, directory, () -> page(prefix));
            always.retainAll(next.keySet());
            next.forEach(ever::putIfAbsent);
        }
        Map<String, Boolean> entered = new HashMap<>();
        for (Map.Entry<String, StoredFile> file : ever.entrySet()) {
            String path = file.getKey();
            boolean shown = always.contains(path) || world.dice.chance(0.5);
            if (shown && !isHidden(path, ever.keySet()) && entersAll(path, prefix.length(), visitor, entered)) {
                visitor.file(file.getValue());
            }
        }
        if (isAppender && world.has(PlantedBug.SUCCESSOR_NOT_AWAITED)) {
            Optional<String> newest = ever.keySet().stream()
                    .filter(path -> path.endsWith(".commit") && disk.has(path))
                    .max(Comparator.naturalOrder());
            if (newest.isPresent()) {
                String path = view.forgeSuccessor(
                        newest.get(), disk.existing(newest.get()).bytes());
                visitor.file(new StoredFile(path, 1, 0));
            }
        }
    }

    private Map<String, StoredFile> page(String prefix) {
        Map<String, StoredFile> page = new LinkedHashMap<>();
        disk.names(prefix).forEach(path -> page.put(path, listed(path, disk.find(path))));
        return page;
    }

    @Override
    public Optional<StoredFile> find(String path) throws IOException {
        StoragePath.requireFile(path);
        return request(Step.LENGTH, path, () -> {
            SimulatedDisk.Node node = disk.find(path);
            return node == null || path.endsWith("/begun") && world.has(PlantedBug.MARKER_NOT_FOUND)
                    ? Optional.<StoredFile>empty()
                    : Optional.of(listed(path, node));
        });
    }

    private static StoredFile listed(String path, SimulatedDisk.Node node) {
        return new StoredFile(path, node.length() + node.missing(), node.modifiedMs());
    }

    private boolean isHidden(String path, Set<String> all) {
        return world.has(PlantedBug.LISTING_MISSES_THE_NEWEST)
                && path.endsWith(".commit")
                && world.dice.chance(0.1)
                && all.stream().filter(name -> name.endsWith(".commit")).allMatch(name -> name.compareTo(path) <= 0);
    }

    /** Asks the visitor once for each directory. */
    private static boolean entersAll(String path, int from, ListingVisitor visitor, Map<String, Boolean> entered)
            throws IOException {
        for (int slash = path.indexOf('/', from); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            String directory = path.substring(0, slash);
            Boolean known = entered.get(directory);
            if (known == null) {
                known = visitor.enter(directory);
                entered.put(directory, known);
            }
            if (!known) {
                return false;
            }
        }
        return true;
    }

    @Override
    public InputFile open(String path) throws IOException {
        StoragePath.requireFile(path);
        return new MemoryInputFile(
                path, request(Step.READ, path, () -> disk.existing(path).bytes()));
    }

    @Override
    public byte[] read(String path, int bytesMax) throws IOException {
        StoragePath.requireFile(path);
        byte[] bytes;
        try {
            bytes = view.seen(
                    path, request(Step.READ, path, () -> disk.existing(path).bytes()));
        } catch (NoSuchFileException absent) {
            bytes = view.remembered(path).orElseThrow(() -> absent);
        }
        if (bytes.length > bytesMax) {
            throw new IOException(
                    path + ": has " + bytes.length + " bytes, where at most " + bytesMax + " are allowed");
        }
        return bytes;
    }

    @Override
    public Output create(String path) throws IOException {
        StoragePath.requireFile(path);
        SimulatedDisk.Node node = new SimulatedDisk.Node(world.nowMs());
        request(Step.CREATE, path, () -> {
            disk.add(path, node);
            return null;
        });
        return new Output(path, node);
    }

    @Override
    public void publish(StagedFile staged) throws IOException {
        String temporary = staged.temporary();
        String path = staged.path();
        boolean isForgotten = world.has(PlantedBug.PUBLISH_FORGOTTEN) && world.dice.chance(0.01);
        if (isForgotten) {
            request(Step.UNLINK, temporary, () -> disk.remove(temporary));
        } else if (kind == StorageKind.LOCAL) {
            link(temporary, path);
            syncDirectory(path);
            unlink(temporary);
        } else {
            moveTo(temporary, path);
        }
    }

    @Override
    public void rename(StoredFile listed, String newPath) throws IOException {
        StoragePath.requireFile(listed.path());
        StoragePath.requireFile(newPath);
        moveTo(listed.path(), newPath);
        if (kind == StorageKind.LOCAL) {
            syncDirectory(newPath);
            syncDirectory(listed.path());
        }
    }

    @Override
    public void makeDurable(String document) throws IOException {
        StoragePath.requireFile(document);
        if (kind == StorageKind.LOCAL && !world.has(PlantedBug.ENTRY_NOT_DURABLE)) {
            syncDirectory(document);
        }
    }

    @Override
    public boolean createIfAbsent(String path, byte[] document) throws IOException {
        StoragePath.requireFile(path);
        byte[] copy = document.clone();
        view.created(path, copy);
        if (find(path).isPresent() && !world.has(PlantedBug.DOCUMENT_REPLACES_ANOTHER)) {
            return world.has(PlantedBug.DOCUMENT_SAID_TO_BE_CREATED);
        }
        if (world.has(PlantedBug.DOCUMENT_VISIBLE_IN_PART)) {
            return writeInPlace(path, copy);
        }
        String temporary = path + "." + UUID.randomUUID() + ".tmp";
        boolean renamed = false;
        try {
            try (Output out = create(temporary)) {
                out.write(copy, 0, copy.length);
                out.sync();
            }
            if (kind == StorageKind.LOCAL) {
                link(temporary, path);
                syncDirectory(path);
            } else {
                moveTo(temporary, path);
                renamed = true;
            }
            return true;
        } catch (FileAlreadyExistsException taken) {
            return world.has(PlantedBug.DOCUMENT_SAID_TO_BE_CREATED);
        } catch (NoSuchFileException swept) {
            // The name was taken, and its owner has deleted this temporary file.
            if (find(path).isPresent()) {
                return false;
            }
            throw swept;
        } finally {
            if (!renamed) {
                unlinkQuietly(temporary);
            }
        }
    }

    private boolean writeInPlace(String path, byte[] document) throws IOException {
        try (Output out = create(path)) {
            out.write(document, 0, document.length / 2);
            out.write(document, document.length / 2, document.length - document.length / 2);
            out.sync();
            return true;
        } catch (FileAlreadyExistsException taken) {
            return false;
        }
    }

    private void link(String temporary, String path) throws IOException {
        request(Step.LINK, path, () -> {
            SimulatedDisk.Node node = disk.existing(temporary);
            SimulatedDisk.Node present = disk.find(path);
            if (present != null && present != node && !mayReplace(path)) {
                throw new FileAlreadyExistsException(path);
            }
            disk.replace(path, node);
            return null;
        });
    }

    private void moveTo(String temporary, String path) throws IOException {
        request(Step.RENAME, path, () -> {
            SimulatedDisk.Node node = disk.existing(temporary);
            if (disk.has(path) && !mayReplace(path)) {
                throw new FileAlreadyExistsException(path);
            }
            disk.remove(temporary);
            disk.replace(path, node);
            return null;
        });
    }

    private boolean mayReplace(String path) {
        return mayReplace(world, path);
    }

    /** Whether a planted bug lets a file replace another one. */
    static boolean mayReplace(World world, String path) {
        return path.endsWith(".commit")
                ? world.has(PlantedBug.DOCUMENT_REPLACES_ANOTHER) || world.has(PlantedBug.DOCUMENT_CHECKED_THEN_WRITTEN)
                : world.has(PlantedBug.PUBLISH_REPLACES_ANOTHER);
    }

    private void syncDirectory(String path) throws IOException {
        request(Step.SYNC_DIRECTORY, path, () -> {
            if (!world.has(PlantedBug.DIRECTORY_NOT_SYNCED)) {
                disk.syncDirectory(StoragePath.parent(path));
            }
            return null;
        });
    }

    private void unlink(String path) throws IOException {
        request(Step.UNLINK, path, () -> disk.remove(path));
    }

    private void unlinkQuietly(String path) {
        try {
            unlink(path);
        } catch (IOException stays) {
            world.note(path + " stays");
        }
    }

    @Override
    public void delete(String path) throws IOException {
        StoragePath.requireFile(path);
        request(Step.DELETE, path, () -> disk.remove(path));
    }

    @Override
    public void close() {}

    /** A file being written. */
    private final class Output implements TemporaryFile {
        private final String path;
        private final SimulatedDisk.Node node;

        Output(String path, SimulatedDisk.Node node) {
            this.path = path;
            this.node = node;
        }

        @Override
        public String name() {
            return path;
        }

        @Override
        public long position() {
            return node.length();
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            request(Step.WRITE, path, () -> {
                node.append(buffer, offset, length);
                return null;
            });
        }

        @Override
        public Staging stage(String finalPath) throws IOException {
            StagedFile staged = new StagedFile(path, finalPath);
            sync();
            return () -> staged;
        }

        void sync() throws IOException {
            request(Step.SYNC, path, () -> {
                if (world.has(PlantedBug.LAST_BYTES_LOST)
                        && path.matches(".*/[0-9]+-[^/]*")
                        && world.dice.chance(0.01)) {
                    node.loseLastBytes();
                }
                if (!world.has(PlantedBug.BYTES_NOT_SYNCED)) {
                    node.sync();
                    disk.syncDirectory(StoragePath.parent(path));
                }
                return null;
            });
        }

        @Override
        public void close() {}
    }
}
