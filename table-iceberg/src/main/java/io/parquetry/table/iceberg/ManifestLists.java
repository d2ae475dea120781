package io.parquetry.table.iceberg;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The manifest lists that were written or read last, up to some megabytes. Iceberg's library reads the list of the
 * newest snapshot for each append, and that of the append three times after it; a list has a name of its own and never
 * changes.
 */
final class ManifestLists {
    private static final int BYTES_MAX = 4 << 20;
    private static final String PREFIX = "snap-";

    private final Map<String, byte[]> lists = new LinkedHashMap<>(16, 0.75f, true);
    private int bytes;

    /** The content of a list; empty where it is not known. The caller must not change it. */
    synchronized Optional<byte[]> of(String location) {
        return Optional.ofNullable(lists.get(location));
    }

    /** Remembers a file if it is a list. */
    synchronized void see(String location, byte[] content) {
        if (!location.startsWith(PREFIX, location.lastIndexOf('/') + 1)) {
            return;
        }
        forget(location);
        lists.put(location, content);
        bytes += content.length;
        Iterator<byte[]> eldest = lists.values().iterator();
        while (bytes > BYTES_MAX) {
            bytes -= eldest.next().length;
            eldest.remove();
        }
    }

    synchronized void forget(String location) {
        byte[] content = lists.remove(location);
        bytes -= content == null ? 0 : content.length;
    }

    /** How much is in memory. */
    synchronized int bytes() {
        return bytes;
    }
}
