package io.parquetry.connect.sink.schema;

import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;

/**
 * The columns of a table that have a value in files without them. In a file that has such a column, a record without it
 * would have null, so that its value would depend on the records beside it.
 *
 * @param paths names from the outermost inwards, as the table has them now; none for files that go to no table
 * @param place the names of the columns around those of the key or value
 */
record DefaultColumns(Supplier<? extends Collection<List<String>>> paths, List<String> place) {
    DefaultColumns {
        place = List.copyOf(place);
    }

    /** Whether records of the two schemas may be in one file: both have such a column, or neither has it. */
    boolean mayShare(Schema one, Schema other) {
        for (List<String> path : paths.get()) {
            boolean isHere =
                    path.size() > place.size() && path.subList(0, place.size()).equals(place);
            if (isHere && !mayShare(one, other, path.subList(place.size(), path.size()))) {
                return false;
            }
        }
        return true;
    }

    private static boolean mayShare(Schema one, Schema other, List<String> path) {
        if (path.isEmpty()) {
            return true;
        }
        Schema ofOne = part(one, path.get(0));
        Schema ofOther = part(other, path.get(0));
        if (ofOne == null || ofOther == null) {
            // A struct that is missing is null in the file, whatever defaults its fields have.
            return path.size() > 1 || ofOne == ofOther;
        }
        return mayShare(ofOne, ofOther, path.subList(1, path.size()));
    }

    /** Null when there is no such part. */
    private static Schema part(Schema schema, String name) {
        return switch (schema.type()) {
            case STRUCT -> {
                Field field = schema.field(name);
                yield field == null ? null : field.schema();
            }
            case ARRAY -> schema.valueSchema();
            case MAP -> name.equals("key") ? schema.keySchema() : schema.valueSchema();
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES -> null;
        };
    }
}
