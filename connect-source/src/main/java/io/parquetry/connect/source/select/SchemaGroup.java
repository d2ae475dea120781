package io.parquetry.connect.source.select;

import io.parquetry.connect.common.schema.DecimalForm;
import io.parquetry.connect.common.schema.SchemaConflictException;
import io.parquetry.connect.common.schema.SchemaUnion;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;

/** The files whose rows have one schema together: their union, and by which file each schema came in. */
final class SchemaGroup {
    private static final SchemaUnion UNION = new SchemaUnion(DecimalForm.PRECISION_DEFAULT);

    private final Map<Schema, String> pathsBySchema = new LinkedHashMap<>();
    private Schema union;

    /**
     * Takes in the schema of a file.
     *
     * @return the union with it
     * @throws UnsupportedFeatureException when there is none, with both files and the field
     */
    Schema with(String path, Schema schema) {
        if (!pathsBySchema.containsKey(schema)) {
            try {
                union = union == null ? schema : UNION.of(union, schema);
            } catch (SchemaConflictException e) {
                throw new UnsupportedFeatureException(
                        Place.of(path), "unsupported: no union with the schema of " + opponent(schema, e));
            }
            pathsBySchema.put(schema, path);
        }
        return union;
    }

    /** The file that the schema contradicts, if it is a single one, and in what. */
    private String opponent(Schema schema, SchemaConflictException ofAll) {
        for (Map.Entry<Schema, String> other : pathsBySchema.entrySet()) {
            try {
                UNION.of(other.getKey(), schema);
            } catch (SchemaConflictException e) {
                return other.getValue() + ": " + e.getMessage();
            }
        }
        return "the files before: " + ofAll.getMessage();
    }
}
