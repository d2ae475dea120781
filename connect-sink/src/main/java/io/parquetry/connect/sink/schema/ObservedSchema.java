package io.parquetry.connect.sink.schema;

import io.parquetry.connect.common.schema.SchemaDescription;
import java.util.Objects;
import org.apache.kafka.connect.data.Schema;

/**
 * The schema of the keys, or of the values, of some records, as far as it is known.
 *
 * @param schema null where there is none
 */
record ObservedSchema(Kind kind, Schema schema) {
    enum Kind {
        /** Only nulls without schema came, which may have any. */
        UNKNOWN,
        /** Without schema, stored in one column: JSON text, or a variant. */
        JSON,
        /** Without schema, stored by an inferred schema. */
        INFERRED,
        /** With a schema. */
        DECLARED
    }

    static final ObservedSchema UNKNOWN = new ObservedSchema(Kind.UNKNOWN, null);
    static final ObservedSchema JSON = new ObservedSchema(Kind.JSON, null);

    ObservedSchema {
        if ((schema == null) != (kind == Kind.UNKNOWN || kind == Kind.JSON)) {
            throw new IllegalArgumentException(kind + " with the schema " + schema);
        }
    }

    static ObservedSchema inferred(Schema schema) {
        return new ObservedSchema(Kind.INFERRED, Objects.requireNonNull(schema, "schema"));
    }

    static ObservedSchema declared(Schema schema) {
        return new ObservedSchema(Kind.DECLARED, Objects.requireNonNull(schema, "schema"));
    }

    /** The version of the schema; a missing version is before all others. */
    int version() {
        return schema == null || schema.version() == null ? Integer.MIN_VALUE : schema.version();
    }

    String description() {
        return switch (kind) {
            case UNKNOWN -> "null";
            case JSON, INFERRED -> "without schema";
            case DECLARED -> "with the schema " + SchemaDescription.of(schema);
        };
    }
}
