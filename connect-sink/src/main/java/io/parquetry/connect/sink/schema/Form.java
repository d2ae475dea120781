package io.parquetry.connect.sink.schema;

import io.parquetry.connect.common.schema.SchemaText;
import java.util.Objects;
import org.apache.kafka.connect.data.Schema;

/**
 * What is known of the keys, or of the values, of some records.
 *
 * @param schema null where there is none
 */
record Form(Kind kind, Schema schema) {
    enum Kind {
        /** Only nulls without schema were seen, which say nothing. */
        UNSEEN,
        /** Without schema, to be stored as JSON text. */
        JSON,
        /** Without schema, to be stored by one that was inferred. */
        INFERRED,
        /** With a schema. */
        SCHEMA
    }

    static final Form UNSEEN = new Form(Kind.UNSEEN, null);
    static final Form JSON = new Form(Kind.JSON, null);

    Form {
        if ((schema == null) != (kind == Kind.UNSEEN || kind == Kind.JSON)) {
            throw new IllegalArgumentException(kind + " with the schema " + schema);
        }
    }

    static Form inferred(Schema schema) {
        return new Form(Kind.INFERRED, Objects.requireNonNull(schema, "schema"));
    }

    static Form of(Schema schema) {
        return new Form(Kind.SCHEMA, Objects.requireNonNull(schema, "schema"));
    }

    /** The version of the schema; missing ones are before all others. */
    int version() {
        return schema == null || schema.version() == null ? Integer.MIN_VALUE : schema.version();
    }

    String words() {
        return switch (kind) {
            case UNSEEN -> "null";
            case JSON, INFERRED -> "without schema";
            case SCHEMA -> "with the schema " + SchemaText.of(schema);
        };
    }
}
