package io.parquetry.format.metadata;

import java.util.Objects;
import java.util.Optional;

/** Key-value metadata of a file or of a column chunk ({@code KeyValue} in parquet.thrift). */
public record KeyValue(String key, Optional<String> value) {
    public KeyValue {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
    }
}
