package io.parquetry.simulation;

import io.parquetry.connect.common.storage.StoragePath;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What all processes see of a storage, and what of it survives a power failure. Names keep the order in which they
 * came, since names with UUIDs have no other that a seed decides.
 */
final class SimulatedDisk {
    private final Map<String, Node> visible = new LinkedHashMap<>();
    private final Map<String, Node> durable = new LinkedHashMap<>();
    private final boolean namesAreDurable;

    /** The uploads by their ids. */
    private final Map<String, Upload> uploads = new LinkedHashMap<>();

    private int uploadsBegun;

    /** The parts that landed, by the ids of their uploads; some belong to uploads that were gone when they landed. */
    private final Map<String, SortedMap<Integer, byte[]>> parts = new HashMap<>();

    private Listener listener = new Listener() {};

    /** Told of each change of a visible name; a call may throw a {@link Violation}. */
    interface Listener {
        default void appeared(String path, Node node) {}

        default void vanished(String path) {}
    }

    /**
     * A file that is durable and invisible.
     *
     * @param objectId that the object will have
     */
    record Upload(String path, String objectId) {}

    /** A file without its names. */
    static final class Node {
        private byte[] room = new byte[64];
        private int length;
        private int durableLength;
        private int missing;
        private final long modifiedMs;
        private final String objectId;

        Node(long modifiedMs) {
            this(modifiedMs, "");
        }

        /** @param objectId of the upload that it was made of; empty for none */
        Node(long modifiedMs, String objectId) {
            this.modifiedMs = modifiedMs;
            this.objectId = objectId;
        }

        String objectId() {
            return objectId;
        }

        void append(byte[] buffer, int offset, int count) {
            if (room.length - length < count) {
                room = Arrays.copyOf(room, Math.max(2 * room.length, length + count));
            }
            System.arraycopy(buffer, offset, room, length, count);
            length += count;
        }

        void sync() {
            durableLength = length;
        }

        /** The last bytes are lost, which the length does not show. */
        void loseLastBytes() {
            length -= 2;
            missing += 2;
        }

        /** Number of bytes that are lost without being missed. */
        int missing() {
            return missing;
        }

        byte[] bytes() {
            return Arrays.copyOf(room, length);
        }

        int length() {
            return length;
        }

        long modifiedMs() {
            return modifiedMs;
        }
    }

    SimulatedDisk(StorageKind kind) {
        namesAreDurable = kind.isRemote();
    }

    void listener(Listener all) {
        listener = all;
    }

    boolean has(String path) {
        return visible.containsKey(path);
    }

    /** The file of this name; null when there is none. */
    Node find(String path) {
        return visible.get(path);
    }

    Node existing(String path) throws NoSuchFileException {
        Node node = visible.get(path);
        if (node == null) {
            throw new NoSuchFileException(path);
        }
        return node;
    }

    /** Gives a file a name that is free. */
    void add(String path, Node node) throws FileAlreadyExistsException {
        if (visible.containsKey(path)) {
            throw new FileAlreadyExistsException(path);
        }
        replace(path, node);
    }

    /** Gives a file a name, whether or not it is free. */
    void replace(String path, Node node) {
        if (visible.put(path, node) != null) {
            listener.vanished(path);
        }
        if (namesAreDurable) {
            durable.put(path, node);
        }
        listener.appeared(path, node);
    }

    boolean remove(String path) {
        Node removed = visible.remove(path);
        if (namesAreDurable) {
            durable.remove(path);
        }
        if (removed != null) {
            listener.vanished(path);
        }
        return removed != null;
    }

    void syncDirectory(String directory) {
        if (namesAreDurable) {
            return;
        }
        durable.keySet().removeIf(path -> StoragePath.parent(path).equals(directory));
        visible.forEach((path, node) -> {
            if (StoragePath.parent(path).equals(directory)) {
                durable.put(path, node);
            }
        });
    }

    /** What was not synced is lost. */
    void powerFailure() {
        List<String> lost = new ArrayList<>(visible.keySet());
        lost.removeIf(path -> visible.get(path) == durable.get(path) && isDurable(visible.get(path)));
        lost.forEach(listener::vanished);
        Map<String, Node> before = new LinkedHashMap<>(visible);
        visible.clear();
        visible.putAll(durable);
        durable.forEach((path, node) -> {
            boolean unchanged = before.get(path) == node && isDurable(node);
            node.length = node.durableLength;
            if (!unchanged) {
                listener.appeared(path, node);
            }
        });
    }

    private static boolean isDurable(Node node) {
        return node.length == node.durableLength;
    }

    /** The names below a prefix. */
    List<String> names(String prefix) {
        List<String> names = new ArrayList<>();
        for (String path : visible.keySet()) {
            if (path.startsWith(prefix)) {
                names.add(path);
            }
        }
        return names;
    }

    /** Begins an upload; where the request is repeated, the second one begins an upload of which nobody knows. */
    String upload(Upload upload) {
        String id = "upload-" + ++uploadsBegun;
        uploads.put(id, upload);
        return id;
    }

    /** Adds a part. As some stores do, this one keeps a part that lands when its upload is gone. */
    void part(String id, int number, byte[] bytes) {
        parts.computeIfAbsent(id, first -> new TreeMap<>()).put(number, bytes);
    }

    /** Whether a part is listed, also of an upload that is gone. */
    boolean hasParts(String id) {
        return parts.containsKey(id);
    }

    /**
     * Makes an upload visible.
     *
     * @param mayReplace whether its path need not be free
     * @throws NoSuchFileException when there is no such upload
     */
    void complete(String id, String path, int count, long nowMs, boolean mayReplace) throws IOException {
        if (!uploads.containsKey(id)) {
            throw new NoSuchFileException(path);
        }
        SortedMap<Integer, byte[]> all = parts.getOrDefault(id, new TreeMap<>());
        if (all.size() != count) {
            throw new Violation("the upload " + id + " to " + path + " is completed with " + all.size() + " of " + count
                    + " parts");
        }
        if (has(path) && !mayReplace) {
            throw new FileAlreadyExistsException(path);
        }
        Node node = new Node(nowMs, uploads.remove(id).objectId());
        all.values().forEach(part -> node.append(part, 0, part.length));
        node.sync();
        parts.remove(id);
        replace(path, node);
    }

    /** Drops an upload if it is there, with the parts that have landed. */
    void abort(String id) {
        uploads.remove(id);
        parts.remove(id);
    }

    /** The paths of the uploads by their ids. */
    Map<String, String> uploads() {
        Map<String, String> paths = new LinkedHashMap<>();
        uploads.forEach((id, upload) -> paths.put(id, upload.path()));
        return paths;
    }
}
