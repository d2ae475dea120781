package io.parquetry.connect.common.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;

/**
 * One instance of each schema, so that converters, which remember schemas, meet the same one again however many files it
 * comes from. Of the schemas that are used the last {@value #SCHEMAS_MAX} are kept. For one thread at a time.
 */
public final class KnownSchemas {
    private static final int SCHEMAS_MAX = 1_000;

    private final Map<Schema, Schema> schemas = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Schema, Schema> eldest) {
            return size() > SCHEMAS_MAX;
        }
    };

    /** The instance of a schema that was met first. */
    public Schema same(Schema schema) {
        Schema known = schemas.putIfAbsent(schema, schema);
        return known == null ? schema : known;
    }
}
