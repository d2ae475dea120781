package io.parquetry.connect.common.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;

/**
 * Gives one instance for equal schemas of many files, because converters cache by instance. The {@value #SCHEMAS_MAX}
 * most recently used schemas are kept. For one thread at a time.
 */
public final class SchemaInterner {
    private static final int SCHEMAS_MAX = 1_000;

    private final Map<Schema, Schema> schemas = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Schema, Schema> eldest) {
            return size() > SCHEMAS_MAX;
        }
    };

    /** The first instance of an equal schema. */
    public Schema intern(Schema schema) {
        Schema known = schemas.putIfAbsent(schema, schema);
        return known == null ? schema : known;
    }
}
