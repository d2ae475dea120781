package io.parquetry.connect.sink.config;

import io.parquetry.connect.common.data.RecordMetadata;
import java.util.Objects;

/**
 * Which columns a record becomes.
 *
 * @param decimalPrecision precision of decimals whose schema gives none
 */
public record SchemaSettings(
        RecordMetadata recordMetadata,
        int decimalPrecision,
        Compatibility compatibility,
        Incompatible incompatible,
        Schemaless schemaless) {
    public SchemaSettings {
        Objects.requireNonNull(recordMetadata, "recordMetadata");
        Objects.requireNonNull(compatibility, "compatibility");
        Objects.requireNonNull(incompatible, "incompatible");
        Objects.requireNonNull(schemaless, "schemaless");
    }

    /** Which records share a file although their schemas differ. */
    public enum Compatibility {
        /** All whose schemas have a union, which is the file's. */
        MERGE,
        /** None. */
        NONE,
        /** Those of older versions, in the newest. */
        BACKWARD,
        /** Those of newer versions, in the oldest. */
        FORWARD,
        /** As {@link #BACKWARD}; the word says what the topic's owner promises. */
        FULL
    }

    /** What becomes of a record whose schema the file cannot take in. */
    public enum Incompatible {
        /** It goes to another file beside that one. */
        ROTATE,
        /** It is a bad record. */
        ERROR_RECORD
    }

    /** What becomes of values without schema. */
    public enum Schemaless {
        /** They are bad records. */
        FAIL,
        /** They get the schema of what was seen so far. */
        INFER,
        /** They are one column of JSON text. */
        JSON
    }
}
