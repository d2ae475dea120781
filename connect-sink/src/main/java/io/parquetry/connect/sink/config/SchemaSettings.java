package io.parquetry.connect.sink.config;

import io.parquetry.connect.common.data.RecordMetadata;
import java.util.Objects;

/**
 * Which columns a record becomes.
 *
 * @param decimalPrecision precision of decimals whose schema gives none
 */
public record SchemaSettings(RecordMetadata recordMetadata, int decimalPrecision) {
    public SchemaSettings {
        Objects.requireNonNull(recordMetadata, "recordMetadata");
    }
}
