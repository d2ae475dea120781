package io.parquetry.format.internal.column.read;

import io.parquetry.format.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The page indexes and bloom filters that a query does not use, because they contradict the file: the first one of each
 * column.
 */
public final class IgnoredIndexes {
    private static final int COLUMNS_MAX = 100;

    private final Map<String, String> byColumn = new LinkedHashMap<>();

    /**
     * Notes an index.
     *
     * @param place of the column chunk
     * @param reason what contradicts what
     */
    public void add(Place place, String reason) {
        if (byColumn.size() < COLUMNS_MAX) {
            byColumn.putIfAbsent(place.column(), place + ": " + reason);
        }
    }

    /** For each column its place and the reason, in the order in which the columns were read. */
    public List<String> remarks() {
        return new ArrayList<>(byColumn.values());
    }
}
