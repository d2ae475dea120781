package io.parquetry.simulation;

import io.parquetry.connect.common.objects.ObjectClient;
import io.parquetry.connect.common.objects.ObjectFailure;
import io.parquetry.connect.common.objects.ObjectFailure.Kind;
import io.parquetry.connect.common.objects.ObjectKeys;
import io.parquetry.connect.common.objects.ObjectRoot;
import io.parquetry.connect.common.objects.ObjectSettings;
import io.parquetry.connect.common.objects.ObjectStorage;
import io.parquetry.connect.common.objects.ObjectTraits;
import io.parquetry.connect.common.objects.PartContent;
import io.parquetry.connect.common.storage.Storage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An object store as one process uses it, under the product's own kit: each verb is one request. Parts may come late and
 * twice, replies may be lost, and a listing takes several requests, between which other processes run.
 */
final class SimulatedObjectClient implements ObjectClient {
    private static final ObjectRoot ROOT = new ObjectRoot("simulated:/", "", "the simulated store", 1_024);
    private static final ObjectTraits TRAITS = new ObjectTraits(3, 700, true, "");
    private static final long STAGING_BYTES = 1L << 40;

    /** Small enough that files of a few hundred bytes have several parts. */
    private static final int[] PART_BYTES = {8, 700, 1 << 20};

    private static final Path STAGING = Path.of(System.getProperty("java.io.tmpdir"), "parquetry-simulation");

    private final SimulatedRequests requests;
    private final World world;
    private final SimulatedDisk disk;
    private final EntryView view;

    private SimulatedObjectClient(SimulatedProcess process, SimulatedDisk disk) {
        this.requests = new SimulatedRequests(process);
        this.world = process.world();
        this.disk = disk;
        this.view = EntryView.of(process);
    }

    /** The product's storage on this client; the process uploads parts itself, one after the other. */
    static Storage storage(SimulatedProcess process, SimulatedDisk disk) {
        World world = process.world();
        ObjectSettings settings = new ObjectSettings(
                PART_BYTES[world.dice.below(PART_BYTES.length)],
                new ObjectKeys.Settings(Optional.of(STAGING), OptionalLong.of(STAGING_BYTES), false));
        Storage storage = new ObjectStorage(new SimulatedObjectClient(process, disk), settings, new CallerThread());
        world.closeAtEnd(storage);
        return storage;
    }

    @Override
    public ObjectRoot root() {
        return ROOT;
    }

    @Override
    public ObjectTraits traits() {
        return TRAITS;
    }

    private static ObjectFailure refusal(Kind kind, String key) {
        return new ObjectFailure(kind, key + ": " + kind);
    }

    @Override
    public void putIfAbsent(String key, byte[] content) throws IOException {
        SimulatedDisk.Node node = new SimulatedDisk.Node(world.nowMs());
        node.append(content, 0, content.length);
        node.sync();
        view.created(key, content.clone());
        boolean replaces = world.has(PlantedBug.DOCUMENT_REPLACES_ANOTHER);
        if (world.has(PlantedBug.DOCUMENT_CHECKED_THEN_WRITTEN)) {
            if (head(key).isPresent()) {
                throw refusal(Kind.TAKEN, key);
            }
            replaces = true;
        }
        boolean mayReplace = replaces;
        requests.send(Step.PUT, key, () -> {
            if (!disk.has(key) || mayReplace) {
                disk.replace(key, node);
            } else if (!world.has(PlantedBug.DOCUMENT_SAID_TO_BE_CREATED)) {
                throw refusal(Kind.TAKEN, key);
            }
            return null;
        });
    }

    @Override
    public String begin(String key, String id) throws IOException {
        return requests.send(Step.UPLOAD, key, () -> disk.upload(new SimulatedDisk.Upload(key, id)));
    }

    @Override
    public void part(Upload upload, int number, PartContent content) throws IOException {
        byte[] bytes = bytes(content);
        requests.send(Step.PART, upload.key(), () -> {
            disk.part(upload.id(), number, bytes);
            return null;
        });
    }

    private byte[] bytes(PartContent content) throws IOException {
        if (content instanceof PartContent.OfFile file) {
            try (InputStream in = file.open()) {
                return in.readAllBytes();
            }
        }
        PartContent.OfObject object = (PartContent.OfObject) content;
        byte[] all = existing(object.key(), object.version()).bytes();
        int begin = (int) object.begin();
        return Arrays.copyOfRange(all, begin, begin + (int) object.length());
    }

    @Override
    public void completeIfAbsent(Upload upload, int parts) throws IOException {
        String key = upload.key();
        if (world.has(PlantedBug.PUBLISH_FORGOTTEN) && world.dice.chance(0.01)) {
            abort(upload);
            return;
        }
        requests.send(Step.COMPLETE, key, () -> {
            try {
                disk.complete(upload.id(), key, parts, world.nowMs(), SimulatedStorage.mayReplace(world, key));
                return null;
            } catch (NoSuchFileException gone) {
                boolean isBelieved = world.has(PlantedBug.LISTED_PARTS_BELIEVED) && disk.hasParts(upload.id());
                throw refusal(isBelieved ? Kind.CONTESTED : Kind.NOT_THERE, key);
            } catch (FileAlreadyExistsException taken) {
                throw refusal(Kind.TAKEN, key);
            }
        });
    }

    @Override
    public void abort(Upload upload) throws IOException {
        requests.send(Step.ABORT, upload.key(), () -> {
            disk.abort(upload.id());
            return null;
        });
    }

    @Override
    public Page<Upload> uploads(String prefix, Position from) throws IOException {
        return requests.send(Step.LIST, "uploads", () -> {
            List<Upload> found = new ArrayList<>();
            disk.uploads().forEach((id, key) -> {
                if (key.startsWith(prefix)) {
                    found.add(new Upload(key, id));
                }
            });
            return new Page<>(found, Optional.empty());
        });
    }

    @Override
    public Optional<StoredObject> head(String key) throws IOException {
        return requests.send(Step.LENGTH, key, () -> {
            boolean isHidden = key.endsWith("/begun") && world.has(PlantedBug.MARKER_NOT_FOUND);
            return isHidden
                    ? Optional.empty()
                    : Optional.ofNullable(disk.find(key)).map(node -> stored(key, node));
        });
    }

    private static StoredObject stored(String key, SimulatedDisk.Node node) {
        return new StoredObject(key, node.length(), node.modifiedMs(), version(node.bytes()), node.objectId());
    }

    /** As an ETag, it is made of the content. */
    private static String version(byte[] content) {
        return Integer.toHexString(Arrays.hashCode(content));
    }

    private SimulatedDisk.Node existing(String key, String version) throws ObjectFailure {
        SimulatedDisk.Node node = disk.find(key);
        if (node == null) {
            throw refusal(Kind.NOT_THERE, key);
        }
        if (!version.isEmpty() && !version.equals(version(node.bytes()))) {
            throw refusal(Kind.REPLACED, key);
        }
        return node;
    }

    @Override
    public <T> T read(String key, ByteRange range, String version, RangeReader<T> reader) throws IOException {
        byte[] all = content(key, version);
        long begin = 0;
        long end = all.length;
        if (range instanceof ByteRange.Last last) {
            begin = Math.max(0, end - last.count());
        } else if (range instanceof ByteRange.Between between) {
            begin = between.begin();
            end = between.end();
        }
        InputStream bytes = new ByteArrayInputStream(all, (int) begin, (int) (end - begin));
        return reader.read(new Content(begin, all.length, version(all), bytes));
    }

    private byte[] content(String key, String version) throws IOException {
        boolean isEntry = key.endsWith(".commit");
        try {
            byte[] stored =
                    requests.send(Step.READ, key, () -> existing(key, version).bytes());
            return isEntry ? view.seen(key, stored) : stored;
        } catch (ObjectFailure absent) {
            Optional<byte[]> remembered = isEntry ? view.remembered(key) : Optional.empty();
            return remembered.orElseThrow(() -> absent);
        }
    }

    @Override
    public Page<StoredObject> list(String prefix, Position from, int most) throws IOException {
        int count = Math.min(most, world.dice.between(2, 8));
        return requests.send(Step.LIST, prefix, () -> {
            List<String> all = disk.names(prefix);
            List<String> keys = new ArrayList<>(all);
            keys.removeIf(key -> key.compareTo(from.afterKey()) <= 0 || isHidden(key, all));
            keys.sort(null);
            List<StoredObject> items = keys.stream()
                    .limit(count)
                    .map(key -> stored(key, disk.find(key)))
                    .toList();
            return new Page<>(
                    items,
                    keys.size() > count
                            ? Optional.of(new Position(items.get(count - 1).key(), ""))
                            : Optional.empty());
        });
    }

    private boolean isHidden(String key, List<String> all) {
        return world.has(PlantedBug.LISTING_MISSES_THE_NEWEST)
                && key.endsWith(".commit")
                && world.dice.chance(0.1)
                && all.stream().filter(name -> name.endsWith(".commit")).allMatch(name -> name.compareTo(key) <= 0);
    }

    @Override
    public void delete(String key, String version) throws IOException {
        requests.send(Step.DELETE, key, () -> {
            if (disk.has(key)) {
                existing(key, version);
                disk.remove(key);
            }
            return null;
        });
    }

    @Override
    public void close() {}
}
