package io.parquetry.connect.source.config;

import io.parquetry.connect.common.schema.Int96As;
import java.util.Objects;
import java.util.Optional;

/**
 * Under what schemas the rows of strangers' files are sent; {@link SchemaKeys} says what each setting means.
 *
 * @param name empty for schemas without names
 */
public record SchemaSettings(Optional<SchemaNameTemplate> name, SchemaMerge merge, Int96As int96) {
    public SchemaSettings {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(merge, "merge");
        Objects.requireNonNull(int96, "int96");
    }
}
