package io.parquetry.connect.common.schema;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;

/** Which number types hold all values of others. */
final class NumberWidening {
    private static final List<Schema.Type> INTEGERS =
            List.of(Schema.Type.INT8, Schema.Type.INT16, Schema.Type.INT32, Schema.Type.INT64);

    private NumberWidening() {}

    /** The narrowest type that holds every value of both without loss. */
    static Optional<Schema.Type> wider(Schema.Type one, Schema.Type other) {
        if (one == other) {
            return Optional.of(one);
        }
        int ofOne = INTEGERS.indexOf(one);
        int ofOther = INTEGERS.indexOf(other);
        if (ofOne >= 0 && ofOther >= 0) {
            return Optional.of(INTEGERS.get(Math.max(ofOne, ofOther)));
        }
        boolean numbers = (ofOne >= 0 || isFloat(one)) && (ofOther >= 0 || isFloat(other));
        int integer = Math.max(ofOne, ofOther);
        if (!numbers || integer == INTEGERS.indexOf(Schema.Type.INT64)) {
            return Optional.empty();
        }
        boolean narrow = one != Schema.Type.FLOAT64 && other != Schema.Type.FLOAT64;
        return Optional.of(
                narrow && integer <= INTEGERS.indexOf(Schema.Type.INT16) && integer >= 0
                        ? Schema.Type.FLOAT32
                        : Schema.Type.FLOAT64);
    }

    private static boolean isFloat(Schema.Type type) {
        return type == Schema.Type.FLOAT32 || type == Schema.Type.FLOAT64;
    }
}
