package io.parquetry.connect.source.config;

import io.parquetry.connect.common.schema.Int96As;
import java.util.Objects;

/** Under what schemas the rows of strangers' files are sent; {@link SchemaKeys} says what each setting means. */
public record SchemaSettings(Int96As int96) {
    public SchemaSettings {
        Objects.requireNonNull(int96, "int96");
    }
}
