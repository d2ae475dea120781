package io.parquetry.connect.source.offset;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;

/**
 * A map whose entries are made when somebody asks for them. Every record carries a position, and Connect looks at the last
 * one before a commit only; to make a map for each takes longer than to make the record.
 */
final class LazyMap extends AbstractMap<String, Object> {
    private final Position position;

    /** What can be said in a map. It does not change. */
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
