package io.parquetry.connect.source.select;

import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.common.schema.SchemaConflictException;
import io.parquetry.connect.common.schema.SchemaUnion;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;

/** The schemas of files that are united: their union, and the first file with each schema. */
final class SchemaGroup {
    private static final SchemaUnion UNION = new SchemaUnion(ColumnTypes.DEFAULT);

    private final Map<Schema, String> pathsBySchema = new LinkedHashMap<>();
    private Schema union;

    /**
     * Adds the schema of a file.
     *
     * @return the union of all schemas
     * @throws UnsupportedFeatureException when there is no union; the message names both files and the field
     */
    Schema with(String path, Schema schema) {
        if (!pathsBySchema.containsKey(schema)) {
            try {
                union = union == null ? schema : UNION.of(union, schema);
            } catch (SchemaConflictException e) {
                throw new UnsupportedFeatureException(
                        Place.of(path), "unsupported: no union with the schema of " + conflict(schema, e));
            }
            pathsBySchema.put(schema, path);
        }
        return union;
    }

    /** The file whose schema conflicts with this one, if it is a single file, and the conflict. */
    private String conflict(Schema schema, SchemaConflictException ofAll) {
        for (Map.Entry<Schema, String> other : pathsBySchema.entrySet()) {
            try {
                UNION.of(other.getKey(), schema);
            } catch (SchemaConflictException e) {
                return other.getValue() + ": " + e.getMessage();
            }
        }
        return "the files before it: " + ofAll.getMessage();
    }
}
