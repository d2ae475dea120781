package io.parquetry.connect.source.offset;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;

/**
 * A map whose entries are created when they are read. Every record carries a position, but Connect reads only the last
 * one before a commit; creating a map for each record would take longer than creating the record.
 */
final class LazyMap extends AbstractMap<String, Object> {
    private final Position position;

    /** An immutable value with entries. */
    interface Position {
        Map<String, Object> entries();
    }

    LazyMap(Position position) {
        this.position = position;
    }

    @Override
    public Object get(Object key) {
        return position.entries().get(key);
    }

    @Override
    public boolean containsKey(Object key) {
        return position.entries().containsKey(key);
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        return position.entries().entrySet();
    }
}
