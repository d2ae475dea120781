package io.parquetry.format.variant;

import io.parquetry.format.CorruptFileException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The dictionary of field names that a variant's objects refer to (VariantEncoding.md, "Metadata encoding"). For
 * one thread at a time:
 *
 * <pre>
 * header          version (4 bits), sorted (1), unused (1), offset size - 1 (2)
 * dictionary size offset size bytes
 * offsets         dictionary size + 1 of them, relative to the first name
 * names           UTF-8
 * </pre>
 */
public final class VariantMetadata {
    private static final int VERSION = 1;

    /** So many names are kept, once they were asked for. */
    private static final int KEPT_MAX = 1 << 12;

    private final byte[] bytes;
    private final int width;
    private final int size;
    private final int namesStart;

    /** The first names; null as long as they were not asked for. */
    private String[] kept;

    /** The numbers by name; null until they are asked for. */
    private Map<String, Integer> ids;

    private VariantMetadata(byte[] bytes, int width, int size, int namesStart) {
        this.bytes = bytes;
        this.width = width;
        this.size = size;
        this.namesStart = namesStart;
    }

    /**
     * Reads the beginning of the dictionary. A name is read and checked when it is asked for: every row may have a
     * dictionary of a million names and use none.
     *
     * @param bytes must not change
     */
    public static VariantMetadata parse(byte[] bytes) {
        if (bytes.length == 0 || (bytes[0] & 0x0F) != VERSION) {
            throw new CorruptFileException("variant metadata "
                    + (bytes.length == 0 ? "is empty" : "has version " + (bytes[0] & 0x0F))
                    + "; it begins with a header of version " + VERSION);
        }
        int width = (bytes[0] >> 6 & 3) + 1;
        long size = VariantBytes.unsigned(bytes, 1, width);
        long namesStart = 1 + width + (size + 1) * width;
        if (namesStart > bytes.length) {
            throw new CorruptFileException("variant metadata of " + bytes.length + " bytes claims " + size + " names");
        }
        return new VariantMetadata(bytes, width, (int) size, (int) namesStart);
    }

    public int size() {
        return size;
    }

    /** The name with this number. */
    String name(long id) {
        if (id >= size) {
            throw new CorruptFileException(
                    "variant object has field id " + id + ", but its metadata has " + size + " names");
        }
        if (id >= KEPT_MAX) {
            return read((int) id);
        }
        if (kept == null) {
            kept = new String[Math.min(size, KEPT_MAX)];
        }
        int index = (int) id;
        if (kept[index] == null) {
            kept[index] = read(index);
        }
        return kept[index];
    }

    private String read(int id) {
        long start = place(id);
        long end = place(id + 1);
        requirePlace(id, start, end);
        return new String(bytes, (int) start, (int) (end - start), StandardCharsets.UTF_8);
    }

    /** Where a name begins, and the one before it ends. */
    private long place(int id) {
        return namesStart + VariantBytes.unsigned(bytes, 1 + width * (id + 1), width);
    }

    private void requirePlace(int id, long start, long end) {
        if (start > end || end > bytes.length) {
            throw new CorruptFileException("variant metadata: name " + id + " lies at " + start + " to " + end + " of "
                    + bytes.length + " bytes");
        }
    }

    /** Checks the places of all names, for a dictionary that is to be written. */
    public void requirePlaces() {
        for (int id = 0; id < size; id++) {
            requirePlace(id, place(id), place(id + 1));
        }
    }

    /** The number of this name. */
    public OptionalInt id(String name) {
        if (ids == null) {
            ids = new HashMap<>();
            for (int i = 0; i < size; i++) {
                ids.putIfAbsent(name(i), i);
            }
        }
        Integer id = ids.get(name);
        return id == null ? OptionalInt.empty() : OptionalInt.of(id);
    }
}
