package io.parquetry.connect.common.storage;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The disk of several {@link MemoryStorage}s, as processes share a disk. It distinguishes visible data from data that
 * would survive a power failure: bytes that were synced, and names in directories that were synced since.
 */
public final class MemoryDisk {
    private final TreeMap<String, File> visible = new TreeMap<>();
    private final TreeMap<String, File> durable = new TreeMap<>();

    /** A file without its names; two names may mean the same file. */
    static final class File {
        private byte[] room = new byte[64];
        private int length;
        private int durableLength;
        private final long modifiedMs;

        File(long modifiedMs) {
            this.modifiedMs = modifiedMs;
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

        byte[] bytes() {
            return Arrays.copyOf(room, length);
        }

        long modifiedMs() {
            return modifiedMs;
        }
    }

    /** The visible names. */
    TreeMap<String, File> names() {
        return visible;
    }

    void syncDirectory(String directory) {
        durable.keySet().removeIf(path -> StoragePath.parent(path).equals(directory));
        visible.forEach((path, file) -> {
            if (StoragePath.parent(path).equals(directory)) {
                durable.put(path, file);
            }
        });
    }

    /** Everything that was not synced is lost. */
    public void powerFailure() {
        visible.clear();
        visible.putAll(durable);
        visible.values().forEach(file -> file.length = file.durableLength);
    }

    /** Every visible file with its bytes. */
    public Map<String, byte[]> files() {
        TreeMap<String, byte[]> files = new TreeMap<>();
        visible.forEach((path, file) -> files.put(path, file.bytes()));
        return files;
    }

    /** Creates a file, as another process would. */
    public void place(String path, byte[] bytes) {
        File file = new File(0);
        file.append(bytes, 0, bytes.length);
        file.sync();
        visible.put(path, file);
        durable.put(path, file);
    }
}
