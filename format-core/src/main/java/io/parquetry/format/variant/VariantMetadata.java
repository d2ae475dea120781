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

    private final String[] names;

    /** The numbers by name; null until they are asked for. */
    private Map<String, Integer> ids;

    private VariantMetadata(String[] names) {
        this.names = names;
    }

    /** Reads and checks the dictionary. */
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
        String[] names = new String[(int) size];
        for (int id = 0; id < size; id++) {
            long start = namesStart + VariantBytes.unsigned(bytes, 1 + width * (id + 1), width);
            long end = namesStart + VariantBytes.unsigned(bytes, 1 + width * (id + 2), width);
            if (start > end || end > bytes.length) {
                throw new CorruptFileException("variant metadata: name " + id + " lies at " + start + " to " + end
                        + " of " + bytes.length + " bytes");
            }
            names[id] = new String(bytes, (int) start, (int) (end - start), StandardCharsets.UTF_8);
        }
        return new VariantMetadata(names);
    }

    public int size() {
        return names.length;
    }

    /** The name with this number. */
    String name(long id) {
        if (id >= names.length) {
            throw new CorruptFileException(
                    "variant object has field id " + id + ", but its metadata has " + names.length + " names");
        }
        return names[(int) id];
    }

    /** The number of this name. */
    public OptionalInt id(String name) {
        if (ids == null) {
            ids = new HashMap<>();
            for (int i = 0; i < names.length; i++) {
                ids.putIfAbsent(names[i], i);
            }
        }
        Integer id = ids.get(name);
        return id == null ? OptionalInt.empty() : OptionalInt.of(id);
    }
}
